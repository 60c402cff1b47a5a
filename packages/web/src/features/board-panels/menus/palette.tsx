import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { searchEntries } from './palette-search.ts'

interface Entry {
  readonly id: string
  readonly label: string
  readonly icon: string | undefined
  readonly keys: readonly string[]
  run(): void
}

/** Searchable list of all tools and available commands. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [query, setQuery] = useState('')
  const [highlightedIndex, setHighlightedIndex] = useState(0)
  const listId = useId()
  const tools: Entry[] = board.tools
    .filter(({ id }) => board.canUse(id))
    .map((tool) => ({
      ...tool,
      label: t('palette.tool', { name: t(tool.labelKey) }),
      run: () => board.setTool(tool.id),
    }))
  const actions: Entry[] = board.commands
    .filter(({ id }) => id !== 'openPalette' && board.canRun(id))
    .map((command) => ({
      id: command.id,
      label: t(command.labelKey),
      icon: command.icon,
      keys: command.keys,
      run: () => board.run(command.id),
    }))
  const found = searchEntries([...actions, ...tools], query)
  const highlighted = found[Math.min(highlightedIndex, found.length - 1)]
  const run = (entry: Entry) => {
    onClose()
    board.focus()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setHighlightedIndex(
        (before) => (Math.min(before, found.length - 1) + step + found.length) % Math.max(1, found.length),
      )
    }
    if (event.key === 'Enter' && highlighted) {
      event.preventDefault()
      run(highlighted)
    }
  }
  return (
    <Modal.Root opened onClose={onClose} size={520} yOffset="12vh" centered={false} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <TextInput
          data-autofocus
          variant="unstyled"
          className={classes.field ?? ''}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.placeholder')}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={highlighted && `${listId}-${highlighted.id}`}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setHighlightedIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
        <ul id={listId} role="listbox" aria-label={t('palette.title')} className={classes.list}>
          {found.map((entry) => {
            const Icon = getIcon(entry.icon)
            return (
              <li
                key={entry.id}
                id={`${listId}-${entry.id}`}
                role="option"
                aria-selected={entry === highlighted}
                className={classes.entry}
                ref={(element) => {
                  if (entry === highlighted) element?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerMove={() => setHighlightedIndex(found.indexOf(entry))}
                onClick={() => run(entry)}
              >
                <span className={classes.icon}>
                  {entry.icon && <Icon size={18} stroke={1.5} aria-hidden />}
                </span>
                <span className={classes.label}>{entry.label}</span>
                <Keys shortcut={entry.keys[0]} />
              </li>
            )
          })}
          {found.length === 0 && (
            <li className={classes.empty} role="presentation">
              {t('palette.empty')}
            </li>
          )}
        </ul>
      </Modal.Content>
    </Modal.Root>
  )
}
