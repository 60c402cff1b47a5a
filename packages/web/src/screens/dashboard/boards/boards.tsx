import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Space } from '@tavla/contract'
import { useMemo, useRef, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MembersDialog } from '../../../features/members/index.ts'
import {
  allows,
  DeleteDialog,
  LeaveDialog,
  MoveDialog,
  RenameDialog,
  SpaceMenu,
  useLivePresence,
  useSpaceActions,
  useSpacePages,
} from '../../../features/spaces/index.ts'
import type { Attempt, SpaceDialog, SpacePages } from '../../../features/spaces/index.ts'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'
import { settings } from '../../../state/index.ts'
import { BoardList } from './board-list.tsx'
import type { ListActions } from './board-list.tsx'
import { Fallback, StaleNote } from '../fallbacks.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { nothingSelected, rangeTo, refreshed, toggled, withRange } from './selected-boards.ts'
import type { SelectedBoards } from './selected-boards.ts'
import { getSearch } from './use-filters.ts'
import { usePageKeys } from './use-keys.ts'
import { useSeen } from '../use-seen.ts'
import { listCards, listLines, snippetHeight, getRun } from './grid-layout.ts'
import type { Span } from './grid-layout.ts'

interface BoardsProps {
  filters: SpaceFilters
  searched: string
  attempt: Attempt
  onSearch(): void
  onNewBoard(): void
  onTemplates(): void
  onClearSearch(): void
}

interface OpenMenu {
  readonly space: Space
  readonly folder: number
  readonly at: { readonly x: number; readonly y: number }
  /** What had the keyboard before. */
  readonly from: Element | null
}

interface OpenDialog {
  readonly dialog: SpaceDialog
  readonly spaces: readonly Space[]
}

/** Rows drawn above and below what is seen. */
const spareRows = 2
/** Placeholders while it is not known how many boards there are. */
const expected = 12

/** The boards of one place, or why there are none to see; what can be done with one, and with several. */
export function Boards(props: BoardsProps) {
  const { filters, searched, attempt, onSearch } = props
  const { t } = useTranslation('dashboard')
  const { seen, watch } = useSeen()
  const extra = searched === '' ? 0 : snippetHeight
  const gridLayout = filters.view === 'grid' ? listCards(seen.width, extra) : listLines(seen.width, extra)
  const pages = useSpacePages(getSearch(filters, searched), (total) =>
    getRun(total, gridLayout, seen, spareRows),
  )
  const count = pages.isPending ? expected : pages.total
  useLivePresence(useOnView(pages, getRun(count, gridLayout, seen, 0)))
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { selected, setSelected, select, selectTo, selectAll } = useSelectedBoards(pages, count, attempt)
  const chosen = [...selected.spaces.values()]
  const selectedIds = useMemo(() => new Set(selected.spaces.keys()), [selected])
  const actOn = useSpaceActions(attempt)
  const letGo = () => setSelected(nothingSelected)
  usePageKeys({ search: onSearch, selectAll, letGo })

  const act = (which: Parameters<typeof actOn>[0], spaces: readonly Space[]) => {
    actOn(which, spaces)
    if (which !== 'star' && which !== 'unstar') letGo()
  }
  const at = (folder: number, then: (space: Space) => void) => {
    const space = pages.at(folder)
    if (space) then(space)
  }
  const openDialog = (dialog: SpaceDialog, space: Space) => {
    if (dialog === 'photo') settings.setCoverWid(space.wid)
    else setOpen({ dialog, spaces: [space] })
  }
  const askDelete = (spaces: readonly Space[]) =>
    setOpen({ dialog: 'delete', spaces: spaces.filter((space) => allows('delete', space)) })
  const acts: ListActions = {
    select,
    selectTo,
    menu: (folder, point) =>
      at(folder, (space) => setMenu({ space, folder, at: point, from: document.activeElement })),
    rename: (folder) =>
      at(folder, (space) => {
        if (space.trashedAt === null && (space.role === 'owner' || space.role === 'admin'))
          openDialog('rename', space)
      }),
    trash: (folder) =>
      at(folder, (space) => {
        const spaces = chosen.length > 0 ? chosen : [space]
        if (spaces.some(({ trashedAt }) => trashedAt !== null)) askDelete(spaces)
        else act('trash', spaces)
      }),
  }

  const filled = pages.isPending || count > 0
  return (
    <section id="boards" aria-label={t('title')} aria-busy={pages.isPending}>
      {pages.total > 0 && <TrashNote filters={filters} />}
      {pages.error && count > 0 && !pages.isPending && (
        <StaleNote error={pages.error} onRetry={pages.refetch} />
      )}
      {filled ? (
        <BoardList
          key={filters.view}
          pages={pages}
          count={count}
          view={filters.view}
          gridLayout={gridLayout}
          span={getRun(count, gridLayout, seen, spareRows)}
          rows={Math.floor((seen.to - seen.from) / (gridLayout.height + gridLayout.gap)) - 1}
          picked={selectedIds}
          acts={acts}
          attempt={attempt}
          watch={watch}
        />
      ) : (
        <Fallback {...props} pages={pages} />
      )}
      {chosen.length > 0 && (
        <SelectionBar
          spaces={chosen}
          onAction={(which) => (which === 'delete' ? askDelete(chosen) : act(which, chosen))}
          onMove={() => setOpen({ dialog: 'move', spaces: chosen })}
          onAll={selectAll}
          onNone={letGo}
        />
      )}
      {menu && (
        <BoardMenu
          key={`${menu.at.x} ${menu.at.y}`}
          menu={menu}
          attempt={attempt}
          onOpen={(dialog) => openDialog(dialog, menu.space)}
          onAction={(which) => act(which, [menu.space])}
          onSelect={() => select(menu.folder)}
          onClose={() => setMenu(null)}
        />
      )}
      {open && <Dialogs {...open} onDone={letGo} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** How long boards stay in the trash. */
function TrashNote({ filters }: { filters: SpaceFilters }) {
  const { t } = useTranslation('dashboard')
  if (filters.filter !== 'trash' || filters.folder !== null) return null
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('trashNote')}
    </Text>
  )
}

type BoardMenuProps = Omit<ComponentProps<typeof SpaceMenu>, 'space' | 'at'> & { menu: OpenMenu }

/** The menu of one board; closing it gives the keyboard back. */
function BoardMenu({ menu, onClose, ...props }: BoardMenuProps) {
  const close = () => {
    if (menu.from instanceof HTMLElement) menu.from.focus({ preventScroll: true })
    onClose()
  }
  return <SpaceMenu {...props} space={menu.space} at={menu.at} onClose={close} />
}

const settleMs = 300
/** The server tells of no more at once. */
const watchedAtMost = 200

/** Ids of the boards that are seen, once the page rests. */
function useOnView(pages: SpacePages, { first, end }: Span): readonly string[] {
  const seen = Array.from({ length: Math.min(end - first, watchedAtMost) }, (_, on) => pages.at(first + on))
  const living = seen.flatMap((space) => (space && space.trashedAt === null ? [space.wid] : []))
  const [rested] = useDebouncedValue(living.join(' '), settleMs)
  return rested === '' ? [] : rested.split(' ')
}

/** What is picked; it stays while one searches and sorts. */
function useSelectedBoards(pages: ReturnType<typeof useSpacePages>, count: number, attempt: Attempt) {
  const [kept, setSelected] = useState<SelectedBoards>(nothingSelected)
  const asked = useRef(0)
  const selected = refreshed(kept, pages.loaded)
  const range = (first: number, last: number, from: number | null) => {
    const turn = ++asked.current
    attempt(async () => {
      const spaces = await pages.between(first, last)
      if (turn === asked.current)
        setSelected((before) => withRange({ ...before, from: before.from ?? from }, spaces))
    })
  }
  return {
    selected,
    setSelected,
    select: (folder: number) => {
      const space = pages.at(folder)
      if (space) setSelected((before) => toggled(before, space, folder))
    },
    selectTo: (folder: number, from: number) => {
      const [first, last] = rangeTo(selected.from === null ? { ...selected, from } : selected, folder)
      range(first, last, from)
    },
    selectAll: () => {
      if (count > 0 && !pages.isPending) range(0, count - 1, 0)
    },
  }
}

function Dialogs({ dialog, spaces, onDone, onClose }: OpenDialog & { onDone(): void; onClose(): void }) {
  const [space] = spaces
  const done = () => {
    onDone()
    onClose()
  }
  if (!space) return null
  switch (dialog) {
    case 'rename':
      return <RenameDialog space={space} onClose={onClose} />
    case 'leave':
      return <LeaveDialog space={space} onClose={onClose} />
    case 'members':
      return <MembersDialog space={space} onClose={onClose} />
    case 'move':
      return <MoveDialog spaces={spaces} onDone={done} onClose={onClose} />
    case 'delete':
      return <DeleteDialog spaces={spaces} onDone={done} onClose={onClose} />
    case 'photo':
      return null
  }
}
