import { Menu, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Tool } from '@tavla/canvas'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'
import { getToolIcon } from './icons/tool-icons.ts'
import { searchEntries } from './menus/palette-search.ts'
import { shortcutText } from './menus/shortcut.ts'
import classes from './shape-picker.module.css'

const columns = 6
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
}

/** The shapes in a grid, with a search field and the name of the one under the pointer or in focus. */
export function ShapePicker({
  tools,
  active,
  onClose,
}: {
  tools: readonly Tool[]
  active: string
  onClose(): void
}) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [query, setQuery] = useState('')
  const [named, setNamed] = useState<string>()
  const found = searchEntries(
    tools.map((tool) => ({ ...tool, label: t(tool.labelKey) })),
    query,
  )
  const shown = found.find(({ id }) => id === named) ?? found.find(({ id }) => id === active) ?? found[0]
  const select = (tool: Tool | undefined) => {
    if (!tool) return
    board.setTool(tool.id)
    onClose()
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="sm"
        leftSection={<IconSearch size={16} stroke={1.5} />}
        placeholder={t('shapePicker.search')}
        aria-label={t('shapePicker.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          select(found[0])
        }}
      />
      <div className={classes.grid} onKeyDownCapture={moveInGrid}>
        {found.map((tool) => {
          const Icon = getToolIcon(tool.icon)
          return (
            <Menu.Item
              key={tool.id}
              className={classes.shape ?? ''}
              aria-label={tool.label}
              aria-current={tool.id === active}
              onPointerEnter={() => setNamed(tool.id)}
              onFocus={() => setNamed(tool.id)}
              onClick={() => select(tool)}
            >
              <Icon size={22} stroke={1.5} aria-hidden />
            </Menu.Item>
          )
        })}
      </div>
      <p className={classes.name} aria-live="polite">
        {shown ? (
          <>
            <span>{shown.label}</span>
            <span className={classes.keys}>{shortcutText(shown.keys[0])}</span>
          </>
        ) : (
          t('shapePicker.empty')
        )}
      </p>
    </>
  )
}

/** Arrow keys move in rows and columns; the menu itself knows only one column. */
function moveInGrid(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = items[at + step]
  event.preventDefault()
  event.stopPropagation()
  if (to) to.focus()
  else if (step === -columns) event.currentTarget.parentElement?.querySelector<HTMLElement>('input')?.focus()
}
