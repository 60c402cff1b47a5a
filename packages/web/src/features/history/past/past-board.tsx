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
import { emptyPresence, createReadOnlyReplica } from './read-only-replica.ts'

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
  const lastCamera = useRef<{ readonly page: string | null; readonly camera: CameraState } | null>(null)
  const reportBoard = useEffectEvent(onBoard)
  const textLabel = useEffectEvent(() => t('textLabel'))

  useEffect(() => {
    const element = host.current
    if (!element) return
    const before = lastCamera.current
    const page = before?.page ?? live.state.page.peek()
    const camera = before?.camera ?? getInitialCamera(element, live)
    const created = createBoard({
      host: element,
      replica: createReadOnlyReplica(document, replica.actor.peek().uid),
      presence: emptyPresence,
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
    if (page !== null && document.get(page)) created.pages.open(page)
    // Dragging pans; nothing can be changed here.
    created.setTool('hand')
    if (!before) setInitialView(created, element, live)
    element.board = created
    setBoard(created)
    reportBoard(created)
    return () => {
      lastCamera.current = { page: created.state.page.peek(), camera: created.state.camera.peek() }
      delete element.board
      setBoard(null)
      reportBoard(null)
      created.dispose()
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
function getInitialCamera(element: Element, live: Board): CameraState {
  const { x, y, zoom } = live.state.camera.peek()
  const { left, top } = element.getBoundingClientRect()
  return { x: x + left / zoom, y: y + top / zoom, zoom }
}

/** Shows the whole page on a small screen and if it was completely visible; else at least something of it. */
function setInitialView(board: Board, container: Element, live: Board): void {
  const page = board.state.page.peek()
  const extent = page === null ? undefined : board.scene.extent(page)
  if (!extent) return
  if (container.clientWidth < narrowPx || wasFullyVisible(extent, live)) board.viewport.fitPage()
  else scrollIntoView(board, container, [extent], 'all')
}

/** The screen is smaller than the live board's: if the whole page was visible there, it is here. */
function wasFullyVisible({ x, y, w, h }: Box, live: Board): boolean {
  const { x: left, y: top, zoom } = live.state.camera.peek()
  return x >= left && y >= top && x + w <= left + innerWidth / zoom && y + h <= top + innerHeight / zoom
}
