import { Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Space } from '@tavla/contract'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MembersDialog } from '../../../features/members/index.ts'
import {
  isActionAllowed,
  DeleteDialog,
  LeaveDialog,
  MoveDialog,
  preloadSpaceMenu,
  RenameDialog,
  SpaceMenu,
  useLivePresence,
  useSpaceActions,
  useSpacePages,
} from '../../../features/spaces/index.ts'
import type { RunAttempt, SpaceAction, SpaceDialog, SpacePages } from '../../../features/spaces/index.ts'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'
import { toasts } from '../../../platform/toast.ts'
import { settings } from '../../../state/index.ts'
import { BoardList } from './board-list.tsx'
import type { ListActions } from './board-list.tsx'
import { Fallback, StaleNote } from '../fallbacks.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { emptySelection, getAnchorRange, updateSpaces, toggleSpace, addRange } from './selection.ts'
import type { Selection } from './selection.ts'
import { getSpaceSearch } from './dashboard-url.ts'
import { usePageShortcuts } from './use-page-shortcuts.ts'
import { useVisibleRange } from '../use-visible-range.ts'
import { getCardLayout, getListLayout, snippetHeight, getVisibleRange } from './grid-layout.ts'
import type { IndexRange } from './grid-layout.ts'

interface BoardsProps {
  filters: SpaceFilters
  searchText: string
  attempt: RunAttempt
  onSearch(): void
  onNewBoard(): void
  onTemplates(): void
  onClearSearch(): void
}

interface OpenMenu {
  readonly space: Space
  readonly index: number
  readonly position: { readonly x: number; readonly y: number }
  /** The element that had focus before. */
  readonly previousFocus: Element | null
}

interface OpenDialog {
  readonly dialog: SpaceDialog
  readonly spaces: readonly Space[]
}

/** Rows rendered above and below the visible ones. */
const overscanRows = 2
/** Number of placeholders until the total is known. */
const placeholderCount = 12

/** Found boards show the text around the match below their name. */
function getLayout({ view }: SpaceFilters, searchText: string, width: number) {
  const layOut = view === 'grid' ? getCardLayout : getListLayout
  return layOut(width, searchText === '' ? 0 : snippetHeight, getTextScale())
}

/** The boards of the current filter or folder, or a fallback, with the actions on one or several of them. */
export function Boards(props: BoardsProps) {
  const { filters, searchText, attempt, onSearch } = props
  const { t } = useTranslation('dashboard')
  const { range, ref } = useVisibleRange()
  const layout = getLayout(filters, searchText, range.width)
  const pages = useSpacePages(getSpaceSearch(filters, searchText), (total) =>
    getVisibleRange(total, layout, range, overscanRows),
  )
  const count = pages.isPending ? placeholderCount : pages.total
  useEffect(preloadSpaceMenu, [])
  useLivePresence(useVisibleIds(pages, getVisibleRange(count, layout, range, 0)))
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { selection, setSelected, select, selectTo, selectAll } = useSelectedBoards(pages, count, attempt)
  const selectedSpaces = [...selection.spaces.values()]
  const selectedIds = useMemo(() => new Set(selection.spaces.keys()), [selection])
  const runAction = useSpaceActions(attempt)
  const clearSelection = () => setSelected(emptySelection)
  usePageShortcuts({ search: onSearch, selectAll, clearSelection })

  const apply = (action: SpaceAction, spaces: readonly Space[]) => {
    runAction(action, spaces)
    if (action !== 'star' && action !== 'unstar') clearSelection()
  }
  const onSpace = (index: number, callback: (space: Space) => void) => {
    const space = pages.get(index)
    if (space) callback(space)
  }
  const showDialog = (type: SpaceDialog, space: Space) => {
    if (type === 'photo') settings.setCoverWid(space.wid)
    else setDialog({ dialog: type, spaces: [space] })
  }
  const confirmDelete = (spaces: readonly Space[]) =>
    setDialog({ dialog: 'delete', spaces: spaces.filter((space) => isActionAllowed('delete', space)) })
  const runOnSelected = (action: SpaceAction) =>
    action === 'delete' ? confirmDelete(selectedSpaces) : apply(action, selectedSpaces)
  const actions: ListActions = {
    select,
    selectTo,
    openMenu: (index, position) =>
      onSpace(index, (space) => setMenu({ space, index, position, previousFocus: document.activeElement })),
    rename: (index) =>
      onSpace(index, (space) => {
        if (space.trashedAt === null && (space.role === 'owner' || space.role === 'admin'))
          showDialog('rename', space)
      }),
    trash: (index) =>
      onSpace(index, (space) => {
        const spaces = selectedSpaces.length > 0 ? selectedSpaces : [space]
        if (spaces.some(({ trashedAt }) => trashedAt !== null)) confirmDelete(spaces)
        else apply('trash', spaces)
      }),
  }

  const hasList = pages.isPending || count > 0
  return (
    <section id="boards" aria-label={t('title')} aria-busy={pages.isPending}>
      {pages.total > 0 && isTrash(filters) && <TrashBar pages={pages} attempt={attempt} />}
      {pages.error && count > 0 && !pages.isPending && (
        <StaleNote error={pages.error} onRetry={pages.refetch} />
      )}
      {hasList ? (
        <BoardList
          key={filters.view}
          pages={pages}
          count={count}
          view={filters.view}
          gridLayout={layout}
          range={getVisibleRange(count, layout, range, overscanRows)}
          visibleRows={Math.floor((range.to - range.from) / (layout.height + layout.gap)) - 1}
          selectedIds={selectedIds}
          actions={actions}
          attempt={attempt}
          visibleRef={ref}
        />
      ) : (
        <Fallback {...props} pages={pages} />
      )}
      {selectedSpaces.length > 0 && (
        <SelectionBar
          spaces={selectedSpaces}
          onAction={runOnSelected}
          onMove={() => setDialog({ dialog: 'move', spaces: selectedSpaces })}
          onAll={selectAll}
          onNone={clearSelection}
        />
      )}
      {menu && (
        <BoardMenu
          key={`${menu.position.x} ${menu.position.y}`}
          menu={menu}
          attempt={attempt}
          onOpen={(type) => showDialog(type, menu.space)}
          onAction={(action) => apply(action, [menu.space])}
          onSelect={() => select(menu.index)}
          onClose={() => setMenu(null)}
        />
      )}
      {dialog && <Dialogs {...dialog} onDone={clearSelection} onClose={() => setDialog(null)} />}
    </section>
  )
}

const isTrash = (filters: SpaceFilters) => filters.filter === 'trash' && filters.folder === null

/** Says how long boards are kept in the trash, and deletes one’s own all at once. */
function TrashBar({ pages, attempt }: { pages: SpacePages; attempt: RunAttempt }) {
  const { t } = useTranslation('dashboard')
  const [deleted, setDeleted] = useState<readonly Space[]>([])
  const empty = async () => {
    const spaces = await pages.fetchRange(0, pages.total - 1)
    const own = spaces.filter((space) => isActionAllowed('delete', space))
    setDeleted(own)
    if (own.length === 0) toasts.note(t('trashOfOthers'))
  }
  const close = () => setDeleted([])
  return (
    <Group justify="space-between" mb="md" gap="xs">
      <Text size="sm" c="dimmed">
        {t('trashNote')}
      </Text>
      <Button variant="default" size="xs" onClick={() => attempt(empty)}>
        {t('emptyTrash')}
      </Button>
      {deleted.length > 0 && <DeleteDialog spaces={deleted} onDone={close} onClose={close} />}
    </Group>
  )
}

type BoardMenuProps = Omit<ComponentProps<typeof SpaceMenu>, 'space' | 'position'> & { menu: OpenMenu }

/** Menu of a board; closing it restores focus. */
function BoardMenu({ menu, onClose, ...props }: BoardMenuProps) {
  const close = () => {
    if (menu.previousFocus instanceof HTMLElement) menu.previousFocus.focus({ preventScroll: true })
    onClose()
  }
  return <SpaceMenu {...props} space={menu.space} position={menu.position} onClose={close} />
}

/** The browser's text size, by which everything measured in rem is larger or smaller. */
const getTextScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

const debounceMs = 300
/** The server accepts at most this many watched spaces. */
const maxWatched = 200

/** Ids of the visible boards, debounced while scrolling. */
function useVisibleIds(pages: SpacePages, { first, end }: IndexRange): readonly string[] {
  const visible = Array.from({ length: Math.min(end - first, maxWatched) }, (_, offset) =>
    pages.get(first + offset),
  )
  const ids = visible.flatMap((space) => (space && space.trashedAt === null ? [space.wid] : []))
  const [debouncedIds] = useDebouncedValue(ids.join(' '), debounceMs)
  return debouncedIds === '' ? [] : debouncedIds.split(' ')
}

/** The selected boards; kept while searching and sorting. */
function useSelectedBoards(pages: ReturnType<typeof useSpacePages>, count: number, attempt: RunAttempt) {
  const [stored, setSelected] = useState<Selection>(emptySelection)
  const requestCount = useRef(0)
  const selection = updateSpaces(stored, pages.loaded)
  const selectRange = (first: number, last: number, from: number | null) => {
    const request = ++requestCount.current
    attempt(async () => {
      const spaces = await pages.fetchRange(first, last)
      if (request === requestCount.current)
        setSelected((before) => addRange({ ...before, anchor: before.anchor ?? from }, spaces))
    })
  }
  return {
    selection,
    setSelected,
    select: (index: number) => {
      const space = pages.get(index)
      if (space) setSelected((before) => toggleSpace(before, space, index))
    },
    selectTo: (index: number, from: number) => {
      const [first, last] = getAnchorRange(
        selection.anchor === null ? { ...selection, anchor: from } : selection,
        index,
      )
      selectRange(first, last, from)
    },
    selectAll: () => {
      if (count > 0 && !pages.isPending) selectRange(0, count - 1, 0)
    },
  }
}

function Dialogs({ dialog, spaces, onDone, onClose }: OpenDialog & { onDone(): void; onClose(): void }) {
  const [space] = spaces
  const finish = () => {
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
    case 'transfer':
      // Each member's menu offers it.
      return <MembersDialog space={space} initialTab="members" onClose={onClose} />
    case 'move':
      return <MoveDialog spaces={spaces} onDone={finish} onClose={onClose} />
    case 'delete':
      return <DeleteDialog spaces={spaces} onDone={finish} onClose={onClose} />
    case 'photo':
      return null
  }
}
