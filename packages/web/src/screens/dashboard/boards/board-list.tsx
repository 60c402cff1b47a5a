import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SpaceItem, SpacePlaceholder } from '../../../features/spaces/index.ts'
import type { Attempt, SpacePages } from '../../../features/spaces/index.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import classes from './board-list.module.css'
import { dragBoards } from './drag.ts'
import { stepBy } from '../guide/steps.ts'
import { getHeight, getPosition } from './grid-layout.ts'
import type { GridLayout, Span } from './grid-layout.ts'

/** What is asked for at a place of the list, by pointer or key. */
export interface ListActions {
  select(folder: number): void
  /** All from the place picked last, or from `from` where none was. */
  selectTo(folder: number, from: number): void
  menu(folder: number, at: { readonly x: number; readonly y: number }): void
  rename(folder: number): void
  trash(folder: number): void
}

interface BoardListProps {
  pages: SpacePages
  count: number
  view: 'grid' | 'list'
  gridLayout: GridLayout
  span: Span
  /** Rows seen at once. */
  rows: number
  picked: ReadonlySet<string>
  acts: ListActions
  attempt: Attempt
  watch: (node: HTMLElement | null) => (() => void) | undefined
}

/**
 * Boards as cards or lines, of which only those on view are in the page. One of them holds the Tab key, arrows go from one
 * to the next, and it stays drawn wherever the page is scrolled to.
 */
export function BoardList(props: BoardListProps) {
  const { pages, count, view, gridLayout, span, rows, picked, acts, attempt, watch } = props
  const { t } = useTranslation('dashboard')
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, count - 1))
  const focus = useFocus(list, current)
  const getBadge = useBadges()

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || (target !== list.current && !('card' in target.dataset))) return
    const to = stepBy(key, { at: current, count, columns: gridLayout.columns, rows })
    if (to !== null) {
      setAt(to)
      focus.want()
      if (event.shiftKey) acts.selectTo(to, current)
    } else if (key === ' ') acts.select(current)
    else if (key === 'F2') acts.rename(current)
    else if (key === 'Delete') {
      focus.keep()
      acts.trash(current)
    } else return
    event.preventDefault()
  }

  // On the way down: selecting a link must prevent its navigation.
  const onClick = (event: MouseEvent) => {
    const folder = getFolder(event.target)
    const act = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act]')
    if (folder === null) return
    setAt(folder)
    if (act && act.dataset['act'] === 'menu') acts.menu(folder, getCorner(act))
    else if (event.shiftKey && (act || onCard(event.target))) {
      // A range, where a browser would open a window.
      event.preventDefault()
      acts.selectTo(folder, folder)
    } else if (act || (picked.size > 0 && isTouch(event) && onCard(event.target))) {
      event.preventDefault()
      acts.select(folder)
    }
  }

  const onContextMenu = (event: MouseEvent) => {
    const folder = getFolder(event.target)
    if (folder === null || pages.at(folder) === undefined) return
    event.preventDefault()
    setAt(folder)
    acts.menu(folder, { x: event.clientX, y: event.clientY })
  }

  const onDragStart = (event: DragEvent) => {
    const space = pages.at(getFolder(event.target) ?? -1)
    if (!space || space.trashedAt !== null) event.preventDefault()
    else dragBoards(event.dataTransfer, picked.has(space.wid) ? [...picked] : [space.wid])
  }

  const card = (folder: number) => {
    const space = pages.at(folder)
    const { left, top } = getPosition(folder, gridLayout)
    const style: CSSProperties = { left, top, width: gridLayout.width, height: gridLayout.height }
    const shared = { className: classes.item, style, 'data-place': folder }
    if (!space) {
      return (
        <li key={`place ${folder}`} {...shared} aria-hidden="true">
          <SpacePlaceholder view={view} />
        </li>
      )
    }
    return (
      <li key={space.wid} {...shared} aria-posinset={folder + 1} aria-setsize={count} draggable>
        <SpaceItem
          space={space}
          view={view}
          current={folder === current}
          picked={picked.has(space.wid)}
          badge={getBadge(space.role)}
          attempt={attempt}
        />
      </li>
    )
  }

  return (
    <div ref={watch}>
      {/* The keys are those of the cards in it. */}
      <ul
        ref={list}
        className={classes.list}
        style={{ height: getHeight(count, gridLayout) }}
        aria-label={t('title')}
        data-picking={picked.size > 0 || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClickCapture={onClick}
        onContextMenu={onContextMenu}
        onDragStart={onDragStart}
      >
        {gridLayout.width > 0 && listFolders(span, current, count).map(card)}
      </ul>
    </div>
  )
}

/** Places on view in their order, and the one that holds the keyboard wherever it is. */
function listFolders({ first, end }: Span, current: number, count: number): number[] {
  const places = Array.from({ length: end - first }, (_, on) => first + on)
  if (current < first && current < count) places.unshift(current)
  else if (current >= end && current < count) places.push(current)
  return places
}

function useBadges() {
  const { t } = useTranslation('members')
  const isGuest = useSignal(session.userInfo)?.kind === 'guest'
  return (role: Parameters<typeof roleKey>[0]) => {
    if (role === 'owner') return null
    return isGuest ? t('common:account.guest') : t(roleKey(role))
  }
}

const roleKey = (role: 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer') =>
  `roles.${role}.name`

/** Brings the keyboard to a card once it is there; `keep` does when the one that had it goes. */
function useFocus(list: React.RefObject<HTMLUListElement | null>, current: number) {
  const wanted = useRef<'now' | 'whenLost' | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    if (wanted.current === 'whenLost' && document.activeElement !== document.body) return
    const item = list.current?.querySelector<HTMLElement>(`[data-place="${current}"]`)
    if (!item) return
    item.scrollIntoView({ block: 'nearest' })
    const card = item.querySelector<HTMLElement>('[data-card]')
    if (card) wanted.current = null
    // While the board itself is on its way, the list keeps the keys.
    const target = card ?? list.current
    target?.focus({ preventScroll: true })
  })
  return {
    want: () => void (wanted.current = 'now'),
    keep: () => void (wanted.current = 'whenLost'),
  }
}

function getFolder(target: EventTarget): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return item ? Number(item.dataset['place']) : null
}

const onCard = (target: EventTarget) => target instanceof Element && target.closest('[data-card]') !== null

const isTouch = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'

function getCorner(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom }
}
