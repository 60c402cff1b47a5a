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
import { type MarkStyle, paintMarks, type ActionOutline } from './paint-marks.ts'
import { listChangedAreas } from './changed-areas.ts'

/** At most this many missing elements are drawn; of more only their frames. */
const maxGhosts = 500

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
    const [marksContext, ghostsContext] = [canvas.current?.getContext('2d'), ghosts.current?.getContext('2d')]
    if (!marksContext || !ghostsContext) return
    const markStyle = getMarkStyle(marksContext.canvas)
    const style = getComputedStyle(marksContext.canvas)
    const getColor = (uid: string): string => style.getPropertyValue(`--tavla-person-${getColorIndex(uid)}`)
    const getSnippet = createSnippetCache()
    const paint = (): void => {
      const size = fitCanvas(marksContext)
      const scale = fitCanvas(ghostsContext).scale
      const page = board.state.page.value
      const camera = board.state.camera.value
      const marks = history.marks.value?.filter((mark) => mark.page === page) ?? []
      const outline =
        history.comparedVersion.value === null ? getActionOutline(history, board, page, getColor) : null
      const missing = outline ? outline.removed : listMissing(marks, board)
      ghostsContext.clearRect(0, 0, size.width, size.height)
      const zoom = camera.zoom * scale
      ghostsContext.setTransform(zoom, 0, 0, zoom, -camera.x * zoom, -camera.y * zoom)
      getSnippet(missing)?.draw(ghostsContext, { theme, scale: zoom })
      paintMarks(marksContext, { marks, outline, camera, size, style: markStyle })
    }
    const resizeObserver = new ResizeObserver(paint)
    resizeObserver.observe(marksContext.canvas)
    const stopEffect = effect(paint)
    return () => {
      resizeObserver.disconnect()
      stopEffect()
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
      const hasChanged = last !== null && last !== seq
      last = seq
      if (hasChanged && canvas.current && following.shouldScroll()) showChange(history, board, canvas.current)
    })
  }, [board, history, following, canvas])
}

/** When a comparison starts, some of the differences are scrolled into view. */
function useDifferencesInView(board: Board, history: History, canvas: CanvasRef): void {
  const compared = useSignal(history.comparedVersion)
  const isMarked = useDerived(history, hasMarks)
  useEffect(() => {
    const page = board.state.page.peek()
    const marks = (compared === null ? null : history.marks.peek()) ?? []
    const pageMarks = marks.filter((mark) => mark.page === page)
    if (!isMarked || !canvas.current) return
    scrollIntoView(
      board,
      canvas.current,
      pageMarks.map(({ box }) => box),
      'some',
    )
  }, [board, history, compared, isMarked, canvas])
}

const hasMarks = (history: History): boolean => (history.marks.value?.length ?? 0) > 0

function getMarkStyle(element: Element): MarkStyle {
  const style = getComputedStyle(element)
  const color = (kind: MarkKind): string => style.getPropertyValue(`--mark-${kind}`)
  return {
    colors: { added: color('added'), changed: color('changed'), removed: color('removed') },
    ink: style.getPropertyValue('--mark-ink'),
  }
}

/** Elements that the shown version lacks: removed before it, or added after it. */
function listMissing(marks: readonly Mark[], board: Board): readonly Entry[] {
  return marks.flatMap(({ entry }) => (entry && !board.document.get(entry.record.id) ? [entry] : []))
}

/** Caches the drawing while the same elements are missing. */
function createSnippetCache(): (missing: readonly Entry[]) => Snippet | undefined {
  let previous: readonly Entry[] = []
  let snippet: Snippet | undefined
  return (missing) => {
    const isSame = missing.length === previous.length && missing.every((entry, i) => entry === previous[i])
    if (!isSame) {
      previous = missing
      snippet =
        missing.length === 0 || missing.length > maxGhosts ? undefined : createSnippet(missing, shapes)
    }
    return snippet
  }
}

/** Positions on this page that the shown change affected, deleted elements included. */
function getActionOutline(
  history: History,
  board: Board,
  page: string | null,
  getColor: (uid: string) => string,
): (ActionOutline & { readonly removed: readonly Entry[] }) | null {
  const areas = listChangedAreas(history, board).filter((area) => area.page === page)
  const step = history.playbackSteps.value[history.stepNumber.value - 1]
  if (!step || areas.length === 0) return null
  return {
    boxes: areas,
    removed: areas.flatMap(({ removed }) => (removed ? [removed] : [])),
    color: getColor(step.uid),
  }
}
