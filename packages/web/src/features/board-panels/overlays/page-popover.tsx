import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId, randomFraction } from '../../../platform/random.ts'
import { toasts } from '../../../platform/toast.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { PopoverOverlay } from '../../../ui/overlays/loaded/popover-overlay.tsx'
import { useOverlay } from '../../../ui/overlays/overlay-context.ts'
import { useBoard } from '../board-context.ts'
import classes from '../menus/pages-menu.module.css'
import { getMovedKey } from '../menus/page-order.ts'
import { getPageName } from '../page-name.ts'

/** Longest name that the list shows completely; the model allows more. */
const maxNameLength = 100

/** Pages of the board: open, add, rename, reorder, duplicate and delete. */
export function PagePopover() {
  const { t } = useTranslation('board')
  const { onChange } = useOverlay()
  return (
    <PopoverOverlay
      position="bottom-start"
      offset={10}
      trapFocus
      dropdown={{ p: 6, 'aria-label': t('pages.heading') }}
    >
      <PageList onOpened={() => onChange(false)} />
    </PopoverOverlay>
  )
}

function PageList({ onOpened }: { onOpened(): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const pages = useSignal(board.state.pages)
  const canManage = isAtLeast(useSignal(board.state.ability), 'editor')
  const [namedPage, setNamedPage] = useState<string | null>(null)
  const add = () => {
    const id = board.pages.add(t('pages.fresh', { number: pages.length + 1 }))
    if (id !== undefined) setNamedPage(id)
  }
  return (
    <div className={classes.list}>
      {pages.map((page) =>
        namedPage === page.id ? (
          <NameField
            key={page.id}
            name={page.name}
            onDone={(name) => {
              setNamedPage(null)
              if (name !== null && name !== page.name) board.pages.rename(page.id, name)
            }}
          />
        ) : (
          <PageLine
            key={page.id}
            page={page}
            canManage={canManage}
            onOpen={() => {
              board.pages.open(page.id)
              onOpened()
            }}
            onName={() => setNamedPage(page.id)}
          />
        ),
      )}
      {canManage && (
        <UnstyledButton className={classes.add ?? ''} onClick={add}>
          <IconPlus size={18} stroke={1.5} aria-hidden />
          {t('pages.add')}
        </UnstyledButton>
      )}
    </div>
  )
}

interface PageLineProps {
  page: { readonly id: string; readonly name: string }
  canManage: boolean
  onOpen(): void
  onName(): void
}

function PageLine({ page, canManage, onOpen, onName }: PageLineProps) {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  const pages = useSignal(board.state.pages)
  const current = useSignal(board.state.page)
  const at = pages.findIndex(({ id }) => id === page.id)
  const name = getPageName(pages, page.id, t)
  const move = (step: -1 | 1) => {
    const z = getMovedKey(board.document, page.id, step, randomFraction)
    if (z !== undefined) replica.edit([{ op: 'patch', id: page.id, fields: { z } }], randomId())
  }
  const remove = () => {
    board.pages.remove(page.id)
    toasts.note(t('pages.removed', { name }), { label: t('commands.undo'), run: () => board.run('undo') })
  }
  return (
    <div className={classes.line} data-current={page.id === current}>
      <UnstyledButton
        className={classes.name ?? ''}
        aria-current={page.id === current && 'page'}
        onClick={onOpen}
      >
        {name}
      </UnstyledButton>
      {canManage && (
        <span className={classes.acts}>
          <Action
            label={t('pages.up', { name })}
            disabled={at === 0}
            Icon={IconArrowUp}
            onClick={() => move(-1)}
          />
          <Action
            label={t('pages.down', { name })}
            disabled={at === pages.length - 1}
            Icon={IconArrowDown}
            onClick={() => move(1)}
          />
          <Action label={t('pages.rename', { name })} Icon={IconPencil} onClick={onName} />
          <Action
            label={t('pages.duplicate', { name })}
            Icon={IconCopy}
            onClick={() =>
              board.pages.duplicate(page.id, t('pages.copyOf', { name }).slice(0, maxNameLength))
            }
          />
          <Action
            label={t('pages.remove', { name })}
            disabled={pages.length < 2}
            Icon={IconTrash}
            onClick={remove}
          />
        </span>
      )}
    </div>
  )
}

interface ActionProps {
  label: string
  disabled?: boolean
  Icon: typeof IconPencil
  onClick(): void
}

function Action({ label, disabled = false, Icon, onClick }: ActionProps) {
  return (
    <ActionIcon size={28} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon size={16} stroke={1.5} />
    </ActionIcon>
  )
}

function NameField({ name, onDone }: { name: string; onDone(name: string | null): void }) {
  const { t } = useTranslation('board')
  const [value, setValue] = useState(name)
  return (
    <TextInput
      aria-label={t('pages.name')}
      size="xs"
      p={4}
      maxLength={maxNameLength}
      value={value}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => onDone(value.trim() || null)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') onDone(value.trim() || null)
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}
