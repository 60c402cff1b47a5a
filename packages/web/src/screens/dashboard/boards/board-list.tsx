import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SpaceItem, SpacePlaceholder } from '../../../features/spaces/index.ts'
import type { RunAttempt, SpacePages } from '../../../features/spaces/index.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import classes from './board-list.module.css'
import { dragBoards } from './drag.ts'
import { getNextIndex } from './grid-navigation.ts'
import { getHeight, getPosition } from './grid-layout.ts'
import type { GridLayout, IndexRange } from './grid-layout.ts'

/** Actions on the card at an index, by pointer or key. */
export interface ListActions {
  select(index: number): void
  /** Selects from the index selected last, or from `from` if there is none. */
  selectTo(index: number, from: number): void
  openMenu(index: number, position: { readonly x: number; readonly y: number }): void
  rename(index: number): void
  trash(index: number): void
}

interface BoardListProps {
  pages: SpacePages
  count: number
  view: 'grid' | 'list'
  gridLayout: GridLayout
  range: IndexRange
  /** Number of visible rows. */
  visibleRows: number
  selectedIds: ReadonlySet<string>
  actions: ListActions
  attempt: RunAttempt
  visibleRef: (node: HTMLElement | null) => (() => void) | undefined
}

/**
 * A virtualized list of boards. One card is in the tab order (roving tabindex), arrow keys move it, and it stays rendered
 * wherever the page is scrolled.
 */
export function BoardList(props: BoardListProps) {
  const { pages, count, view, gridLayout, range, visibleRows, selectedIds, actions, attempt, visibleRef } =
    props
  const { t } = useTranslation('dashboard')
  const list = useRef<HTMLUListElement>(null)
  const [focusedIndex, setFocusedIndex] = useState(0)
  const current = Math.min(focusedIndex, Math.max(0, count - 1))
  const focus = useCardFocus(list, current)
  const getBadge = useRoleBadges()

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || (target !== list.current && !('card' in target.dataset))) return
    const next = getNextIndex(key, { index: current, count, columns: gridLayout.columns, rows: visibleRows })
    if (next !== null) {
      setFocusedIndex(next)
      focus.focusCurrent()
      if (event.shiftKey) actions.selectTo(next, current)
    } else if (key === ' ') actions.select(current)
    else if (key === 'F2') actions.rename(current)
    else if (key === 'Delete') {
      focus.restoreWhenLost()
      actions.trash(current)
    } else return
    event.preventDefault()
  }

  // In the capture phase, because selecting a card must prevent its link from navigating.
  const onClick = (event: MouseEvent) => {
    const index = getIndex(event.target)
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-action]')
    if (index === null) return
    setFocusedIndex(index)
    if (button && button.dataset['action'] === 'menu') actions.openMenu(index, getCorner(button))
    else if (event.shiftKey && (button || isOnCard(event.target))) {
      // Selects a range; the browser would open a new window.
      event.preventDefault()
      actions.selectTo(index, index)
    } else if (button || (selectedIds.size > 0 && isTouch(event) && isOnCard(event.target))) {
      event.preventDefault()
      actions.select(index)
    }
  }

  const onContextMenu = (event: MouseEvent) => {
    const index = getIndex(event.target)
    if (index === null || pages.get(index) === undefined) return
    event.preventDefault()
    setFocusedIndex(index)
    actions.openMenu(index, { x: event.clientX, y: event.clientY })
  }

  const onDragStart = (event: DragEvent) => {
    const space = pages.get(getIndex(event.target) ?? -1)
    if (!space || space.trashedAt !== null) event.preventDefault()
    else dragBoards(event.dataTransfer, selectedIds.has(space.wid) ? [...selectedIds] : [space.wid])
  }

  const renderCard = (index: number) => {
    const space = pages.get(index)
    const { left, top } = getPosition(index, gridLayout)
    const style: CSSProperties = { left, top, width: gridLayout.width, height: gridLayout.height }
    const sharedProps = { className: classes.item, style, 'data-index': index }
    if (!space) {
      return (
        <li key={`loading ${index}`} {...sharedProps} aria-hidden="true">
          <SpacePlaceholder view={view} />
        </li>
      )
    }
    return (
      <li key={space.wid} {...sharedProps} aria-posinset={index + 1} aria-setsize={count} draggable>
        <SpaceItem
          space={space}
          view={view}
          isCurrent={index === current}
          isSelected={selectedIds.has(space.wid)}
          badge={getBadge(space.role)}
          attempt={attempt}
        />
      </li>
    )
  }

  return (
    <div ref={visibleRef}>
      {/* Handles the keys of the cards in it. */}
      <ul
        ref={list}
        className={classes.list}
        style={{ height: getHeight(count, gridLayout) }}
        aria-label={t('title')}
        data-selecting={selectedIds.size > 0 || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClickCapture={onClick}
        onContextMenu={onContextMenu}
        onDragStart={onDragStart}
      >
        {gridLayout.width > 0 && listRenderedIndices(range, current, count).map(renderCard)}
      </ul>
    </div>
  )
}

/** The rendered indices in order: the visible ones and the one with focus. */
function listRenderedIndices({ first, end }: IndexRange, current: number, count: number): number[] {
  const indices = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (current < first && current < count) indices.unshift(current)
  else if (current >= end && current < count) indices.push(current)
  return indices
}

function useRoleBadges() {
  const { t } = useTranslation('members')
  const isGuest = useSignal(session.userInfo)?.kind === 'guest'
  return (role: Parameters<typeof getRoleKey>[0]) => {
    if (role === 'owner') return null
    return isGuest ? t('common:account.guest') : t(getRoleKey(role))
  }
}

const getRoleKey = (role: 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer') =>
  `roles.${role}.name`

/** Focuses the current card once it is rendered; after `restoreWhenLost`, only if focus was lost with a removed card. */
function useCardFocus(list: React.RefObject<HTMLUListElement | null>, current: number) {
  const pending = useRef<'now' | 'whenLost' | null>(null)
  useEffect(() => {
    if (pending.current === null) return
    if (pending.current === 'whenLost' && document.activeElement !== document.body) return
    const item = list.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!item) return
    item.scrollIntoView({ block: 'nearest' })
    const card = item.querySelector<HTMLElement>('[data-card]')
    if (card) pending.current = null
    // While the card is loading, the list has focus.
    const target = card ?? list.current
    target?.focus({ preventScroll: true })
  })
  return {
    focusCurrent: () => void (pending.current = 'now'),
    restoreWhenLost: () => void (pending.current = 'whenLost'),
  }
}

function getIndex(target: EventTarget): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return item ? Number(item.dataset['index']) : null
}

const isOnCard = (target: EventTarget) => target instanceof Element && target.closest('[data-card]') !== null

const isTouch = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'

function getCorner(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom }
}
