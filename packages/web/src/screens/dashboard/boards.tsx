import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Space } from '@tavla/contract'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MembersDialog } from '../../features/members/index.ts'
import {
  allows,
  DeleteDialog,
  LeaveDialog,
  MoveDialog,
  RenameDialog,
  SpaceMenu,
  useLivePresence,
  useSpaceActs,
  useSpacePages,
} from '../../features/spaces/index.ts'
import type { Attempt, SpaceDialog, SpacePages } from '../../features/spaces/index.ts'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import { settings } from '../../state/index.ts'
import { BoardList } from './board-list.tsx'
import type { ListActs } from './board-list.tsx'
import { Instead, StaleNote } from './faces.tsx'
import { PickBar } from './pick-bar.tsx'
import { nothingPicked, rangeTo, refreshed, toggled, withRange } from './picks.ts'
import type { Picks } from './picks.ts'
import { searchOf } from './use-filters.ts'
import { usePageKeys } from './use-keys.ts'
import { useSeen } from './use-seen.ts'
import { cardsIn, linesIn, snippetHeight, spanOf } from './windowing.ts'
import type { Span } from './windowing.ts'

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
  readonly place: number
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
  const lie = filters.view === 'grid' ? cardsIn(seen.width, extra) : linesIn(seen.width, extra)
  const pages = useSpacePages(searchOf(filters, searched), (total) => spanOf(total, lie, seen, spareRows))
  const count = pages.isPending ? expected : pages.total
  useLivePresence(useOnView(pages, spanOf(count, lie, seen, 0)))
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { picks, setPicks, pick, pickTo, pickAll } = usePicks(pages, count, attempt)
  const chosen = [...picks.spaces.values()]
  const pickedIds = useMemo(() => new Set(picks.spaces.keys()), [picks])
  const actOn = useSpaceActs(attempt)
  const letGo = () => setPicks(nothingPicked)
  usePageKeys({ search: onSearch, pickAll, letGo })

  const act = (which: Parameters<typeof actOn>[0], spaces: readonly Space[]) => {
    actOn(which, spaces)
    if (which !== 'star' && which !== 'unstar') letGo()
  }
  const at = (place: number, then: (space: Space) => void) => {
    const space = pages.at(place)
    if (space) then(space)
  }
  const openDialog = (dialog: SpaceDialog, space: Space) => {
    if (dialog === 'photo') settings.setCoverWid(space.wid)
    else setOpen({ dialog, spaces: [space] })
  }
  const askDelete = (spaces: readonly Space[]) =>
    setOpen({ dialog: 'delete', spaces: spaces.filter((space) => allows('delete', space)) })
  const acts: ListActs = {
    pick,
    pickTo,
    menu: (place, point) =>
      at(place, (space) => setMenu({ space, place, at: point, from: document.activeElement })),
    rename: (place) =>
      at(place, (space) => {
        if (space.trashedAt === null && (space.role === 'owner' || space.role === 'admin'))
          openDialog('rename', space)
      }),
    trash: (place) =>
      at(place, (space) => {
        const spaces = chosen.length > 0 ? chosen : [space]
        if (spaces.some(({ trashedAt }) => trashedAt !== null)) askDelete(spaces)
        else act('trash', spaces)
      }),
  }

  const filled = pages.isPending || count > 0
  return (
    <section id="boards" aria-label={t('title')} aria-busy={pages.isPending}>
      {filters.filter === 'trash' && filters.folder === null && pages.total > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t('trashNote')}
        </Text>
      )}
      {pages.error && count > 0 && !pages.isPending && (
        <StaleNote error={pages.error} onRetry={pages.refetch} />
      )}
      {filled ? (
        <BoardList
          key={filters.view}
          pages={pages}
          count={count}
          view={filters.view}
          lie={lie}
          span={spanOf(count, lie, seen, spareRows)}
          rows={Math.floor((seen.to - seen.from) / (lie.height + lie.gap)) - 1}
          picked={pickedIds}
          acts={acts}
          attempt={attempt}
          watch={watch}
        />
      ) : (
        <Instead {...props} pages={pages} />
      )}
      {chosen.length > 0 && (
        <PickBar
          spaces={chosen}
          onAct={(which) => (which === 'delete' ? askDelete(chosen) : act(which, chosen))}
          onMove={() => setOpen({ dialog: 'move', spaces: chosen })}
          onAll={pickAll}
          onNone={letGo}
        />
      )}
      {menu && (
        <SpaceMenu
          key={`${menu.at.x} ${menu.at.y}`}
          space={menu.space}
          at={menu.at}
          attempt={attempt}
          onOpen={(dialog) => openDialog(dialog, menu.space)}
          onAct={(which) => act(which, [menu.space])}
          onPick={() => pick(menu.place)}
          onClose={() => {
            if (menu.from instanceof HTMLElement) menu.from.focus({ preventScroll: true })
            setMenu(null)
          }}
        />
      )}
      {open && <Dialogs {...open} onDone={letGo} onClose={() => setOpen(null)} />}
    </section>
  )
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
function usePicks(pages: ReturnType<typeof useSpacePages>, count: number, attempt: Attempt) {
  const [kept, setPicks] = useState<Picks>(nothingPicked)
  const asked = useRef(0)
  const picks = refreshed(kept, pages.loaded)
  const range = (first: number, last: number, from: number | null) => {
    const turn = ++asked.current
    attempt(async () => {
      const spaces = await pages.between(first, last)
      if (turn === asked.current)
        setPicks((before) => withRange({ ...before, from: before.from ?? from }, spaces))
    })
  }
  return {
    picks,
    setPicks,
    pick: (place: number) => {
      const space = pages.at(place)
      if (space) setPicks((before) => toggled(before, space, place))
    },
    pickTo: (place: number, from: number) => {
      const [first, last] = rangeTo(picks.from === null ? { ...picks, from } : picks, place)
      range(first, last, from)
    },
    pickAll: () => {
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
