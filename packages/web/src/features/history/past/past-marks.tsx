import { useComputedColorScheme } from '@mantine/core'
import { effect } from '@preact/signals-core'
import { type Board, createSnippet, shapes, type Snippet } from '@tavla/canvas'
import type { Entry } from '@tavla/canvas/model'
import { useEffect, useRef } from 'react'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { fitCanvas } from '../../../ui/fit-canvas.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import { type Following, showChange } from '../following.ts'
import type { History } from '../history.ts'
import classes from '../history.module.css'
import type { Mark, MarkKind } from './marks.ts'
import { type MarkStyle, paintMarks, type Trace } from './paint-marks.ts'
import { listChangedAreas } from './places.ts'

/** At most this many missing elements are drawn; of more only their frames. */
const mostGhosts = 500

interface PastMarksProps {
  board: Board
  history: History
  following: Following
  /** Colour index of a person on this board. */
  getColorIndex(uid: string): number
}

/** Over the earlier version: the differences or, while nothing is compared, the elements of the shown change. */
export function PastMarks({ board, history, following, getColorIndex }: PastMarksProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const ghosts = useRef<HTMLCanvasElement>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const [marked, ghostly] = [canvas.current?.getContext('2d'), ghosts.current?.getContext('2d')]
    if (!marked || !ghostly) return
    const look = getAppearance(marked.canvas)
    const style = getComputedStyle(marked.canvas)
    const getColor = (uid: string): string => style.getPropertyValue(`--tavla-person-${getColorIndex(uid)}`)
    const getSnippet = ghostCache()
    const paint = (): void => {
      const size = fitCanvas(marked)
      const scale = fitCanvas(ghostly).scale
      const page = board.state.page.value
      const camera = board.state.camera.value
      const marks = history.marks.value?.filter((mark) => mark.page === page) ?? []
      const trace = history.comparedWith.value === null ? getTrace(history, board, page, getColor) : null
      const missing = trace ? trace.removed : missingHere(marks, board)
      ghostly.clearRect(0, 0, size.width, size.height)
      const zoom = camera.zoom * scale
      ghostly.setTransform(zoom, 0, 0, zoom, -camera.x * zoom, -camera.y * zoom)
      getSnippet(missing)?.draw(ghostly, { theme, scale: zoom })
      paintMarks(marked, { marks, trace, camera, size, look })
    }
    const sized = new ResizeObserver(paint)
    sized.observe(marked.canvas)
    const stop = effect(paint)
    return () => {
      sized.disconnect()
      stop()
    }
  }, [board, history, theme, getColorIndex])
  useFollowing(board, history, following, canvas)
  useDifferencesInView(board, history, canvas)
  return (
    <>
      <canvas ref={ghosts} className={classes.marks} data-ghosts aria-hidden="true" />
      <canvas ref={canvas} className={classes.marks} aria-hidden="true" data-testid="marks" />
    </>
  )
}

type CanvasRef = React.RefObject<HTMLCanvasElement | null>

/** From the second version on, since opening keeps the camera. */
function useFollowing(board: Board, history: History, following: Following, canvas: CanvasRef): void {
  useEffect(() => {
    let last: number | null = null
    return effect(() => {
      const seq = history.reached.value
      const isOther = last !== null && last !== seq
      last = seq
      if (isOther && canvas.current && following.takes()) showChange(history, board, canvas.current)
    })
  }, [board, history, following, canvas])
}

/** When a comparison starts, some of the differences are scrolled into view. */
function useDifferencesInView(board: Board, history: History, canvas: CanvasRef): void {
  const compared = useSignal(history.comparedWith)
  const isMarked = useDerived(history, hasMarks)
  useEffect(() => {
    const page = board.state.page.peek()
    const marks = (compared === null ? null : history.marks.peek()) ?? []
    const here = marks.filter((mark) => mark.page === page)
    if (!isMarked || !canvas.current) return
    scrollIntoView(
      board,
      canvas.current,
      here.map(({ box }) => box),
      'some',
    )
  }, [board, history, compared, isMarked, canvas])
}

const hasMarks = (history: History): boolean => (history.marks.value?.length ?? 0) > 0

function getAppearance(element: Element): MarkStyle {
  const style = getComputedStyle(element)
  const color = (kind: MarkKind): string => style.getPropertyValue(`--mark-${kind}`)
  return {
    colors: { added: color('added'), changed: color('changed'), removed: color('removed') },
    ink: style.getPropertyValue('--mark-ink'),
  }
}

/** Elements that the shown version lacks: removed before it, or added after it. */
function missingHere(marks: readonly Mark[], board: Board): readonly Entry[] {
  return marks.flatMap(({ entry }) => (entry && !board.document.get(entry.record.id) ? [entry] : []))
}

/** Caches the drawing while the same elements are missing. */
function ghostCache(): (missing: readonly Entry[]) => Snippet | undefined {
  let known: readonly Entry[] = []
  let snippet: Snippet | undefined
  return (missing) => {
    const isSame = missing.length === known.length && missing.every((entry, i) => entry === known[i])
    if (!isSame) {
      known = missing
      snippet =
        missing.length === 0 || missing.length > mostGhosts ? undefined : createSnippet(missing, shapes)
    }
    return snippet
  }
}

/** Positions on this page that the shown change affected, deleted elements included. */
function getTrace(
  history: History,
  board: Board,
  page: string | null,
  getColor: (uid: string) => string,
): (Trace & { readonly removed: readonly Entry[] }) | null {
  const here = listChangedAreas(history, board).filter((place) => place.page === page)
  const stop = history.playbackSteps.value[history.place.value - 1]
  if (!stop || here.length === 0) return null
  return {
    boxes: here,
    removed: here.flatMap(({ removed }) => (removed ? [removed] : [])),
    color: getColor(stop.uid),
  }
}
