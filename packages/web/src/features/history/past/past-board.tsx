import { useComputedColorScheme } from '@mantine/core'
import { signal } from '@preact/signals-core'
import { createBoard } from '@tavla/canvas'
import type { Board, Box, CameraState } from '@tavla/canvas'
import type { HistoryDocument } from '@tavla/canvas/model'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../../board-panels/index.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import type { Following } from '../following.ts'
import type { History } from '../history.ts'
import classes from '../history.module.css'
import { PastMarks } from './past-marks.tsx'
import { nobody, pastReplica } from './past-replica.ts'

/** The board element carries the board as property `board`, for e2e tests. */
type BoardHost = HTMLDivElement & { board?: Board }

interface PastBoardProps {
  document: HistoryDocument
  history: History
  following: Following
  getColorIndex(uid: string): number
  onBoard(board: Board | null): void
}

/** On screens narrower than this the whole page is shown first, CSS pixels. */
const narrowPx = 500

/** A read-only board with an earlier version. It starts with the camera of the live board. */
export function PastBoard({ document, history, following, getColorIndex, onBoard }: PastBoardProps) {
  const { t } = useTranslation('board')
  const { board: live, replica, files, space } = useBoard()
  const host = useRef<BoardHost>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [shownTheme] = useState(() => signal(theme))
  const [board, setBoard] = useState<Board | null>(null)
  useEffect(() => void (shownTheme.value = theme), [shownTheme, theme])
  /** The camera, for when more of the history replaces this replay. */
  const looked = useRef<{ readonly page: string | null; readonly camera: CameraState } | null>(null)
  const tell = useEffectEvent(onBoard)
  const textLabel = useEffectEvent(() => t('textLabel'))

  useEffect(() => {
    const element = host.current
    if (!element) return
    const before = looked.current
    const page = before?.page ?? live.state.page.peek()
    const camera = before?.camera ?? listUnmoved(element, live)
    const made = createBoard({
      host: element,
      replica: pastReplica(document, replica.actor.peek().uid),
      presence: nobody,
      files,
      cameras: { load: (id) => (id === page ? camera : undefined), save: () => undefined },
      theme: shownTheme,
      preferences: {
        reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
        letterKeys: () => false,
        typeToEdit: () => false,
      },
      onRequest: () => undefined,
      textLabel: () => textLabel(),
    })
    if (page !== null && document.get(page)) made.pages.open(page)
    // Dragging pans; nothing can be changed here.
    made.setTool('hand')
    if (!before) showEnough(made, element, live)
    element.board = made
    setBoard(made)
    tell(made)
    return () => {
      looked.current = { page: made.state.page.peek(), camera: made.state.camera.peek() }
      delete element.board
      setBoard(null)
      tell(null)
      made.dispose()
    }
  }, [document, files, live, replica, shownTheme])

  return (
    <>
      <div
        ref={host}
        className={classes.host}
        role="application"
        aria-label={t('history.boardOf', { name: space.name })}
        tabIndex={0}
        data-testid="past-board"
      />
      {board && (
        <PastMarks board={board} history={history} following={following} getColorIndex={getColorIndex} />
      )}
    </>
  )
}

/** Keeps the visible area in place on the screen. */
function listUnmoved(element: Element, live: Board): CameraState {
  const { x, y, zoom } = live.state.camera.peek()
  const { left, top } = element.getBoundingClientRect()
  return { x: x + left / zoom, y: y + top / zoom, zoom }
}

/** Shows the whole page on a small screen and if it was completely visible; else at least something of it. */
function showEnough(past: Board, stage: Element, live: Board): void {
  const page = past.state.page.peek()
  const extent = page === null ? undefined : past.scene.extent(page)
  if (!extent) return
  if (stage.clientWidth < narrowPx || isWhole(extent, live)) past.viewport.fitPage()
  else scrollIntoView(past, stage, [extent], 'all')
}

/** The screen is smaller than the live board's: if the whole page was visible there, it is here. */
function isWhole({ x, y, w, h }: Box, live: Board): boolean {
  const { x: left, y: top, zoom } = live.state.camera.peek()
  return x >= left && y >= top && x + w <= left + innerWidth / zoom && y + h <= top + innerHeight / zoom
}
