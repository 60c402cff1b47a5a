import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { getIcon } from '../icons/icons.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { searchEntries } from './palette-search.ts'

export interface SearchDialogEntry {
  readonly id: string
  readonly label: string
  readonly icon: string | undefined
  readonly keys: readonly string[]
}

interface SearchDialogProps<E extends SearchDialogEntry> {
  title: string
  placeholder: string
  /** Shown if nothing matches. */
  empty: string
  entries: readonly E[]
  onChoose(entry: E): void
  onClose(): void
}

/** A list in a dialog that is searched while one types. */
export function SearchDialog<E extends SearchDialogEntry>(props: SearchDialogProps<E>) {
  const { title, placeholder, entries, onChoose, onClose } = props
  const [query, setQuery] = useState('')
  const [highlightedIndex, setHighlightedIndex] = useState(0)
  const listId = useId()
  const found = searchEntries(entries, query)
  const highlighted = found[Math.min(highlightedIndex, found.length - 1)]
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
      onChoose(highlighted)
    }
  }
  return (
    <Modal.Root opened onClose={onClose} size={520} yOffset="12vh" centered={false} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <TextInput
          data-autofocus
          // At once: the dialog gives it focus a moment later, and what is typed until then would go to the board.
          autoFocus
          variant="unstyled"
          className={classes.field ?? ''}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          placeholder={placeholder}
          aria-label={placeholder}
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
        <ul id={listId} role="listbox" aria-label={title} className={classes.list}>
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
                onClick={() => onChoose(entry)}
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
              {props.empty}
            </li>
          )}
        </ul>
      </Modal.Content>
    </Modal.Root>
  )
}
