import { useComputedColorScheme } from '@mantine/core'
import { effect } from '@preact/signals-core'
import { type Board, colourOf } from '@tavla/canvas'
import { chainOf, recordsOf } from '@tavla/canvas/model'
import { useEffect, useRef } from 'react'
import { useDerived, useSignal } from '../../platform/use-signal.ts'
import { bringIntoView } from './bring-into-view.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { boxOf, type MarkKind } from './marks.ts'
import { type MarkLook, paintMarks, type Trace } from './paint-marks.ts'

/** So many things of one act are framed; of more the eye has nothing. */
const mostTraced = 200

/** Over the board of the past: what differs or, while nothing is compared, what the act at this moment touched. */
export function PastMarks({ board, history }: { board: Board; history: History }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const look = lookOf(element)
    const paint = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      const scale = devicePixelRatio
      if (element.width !== Math.round(width * scale) || element.height !== Math.round(height * scale)) {
        element.width = Math.round(width * scale)
        element.height = Math.round(height * scale)
      }
      context.setTransform(scale, 0, 0, scale, 0, 0)
      const page = board.state.page.value
      const marks = history.marks.value?.filter((mark) => mark.page === page) ?? []
      const trace = history.comparedWith.value === null ? traceOf(history, board, element) : null
      paintMarks(context, { marks, trace, camera: board.state.camera.value, size: { width, height }, look })
    }
    const sized = new ResizeObserver(paint)
    sized.observe(element)
    const stop = effect(paint)
    return () => {
      sized.disconnect()
      stop()
    }
  }, [board, history, theme])
  const compared = useSignal(history.comparedWith)
  const isMarked = useDerived(history, hasMarks)
  useEffect(() => {
    const page = board.state.page.peek()
    const marks = (compared === null ? null : history.marks.peek()) ?? []
    const here = marks.filter((mark) => mark.page === page)
    if (!isMarked || !canvas.current) return
    const boxes = here.map(({ box }) => box)
    bringIntoView(board, canvas.current, boxes, 'some')
  }, [board, history, compared, isMarked])
  return <canvas ref={canvas} className={classes.marks} aria-hidden="true" data-testid="marks" />
}

const hasMarks = (history: History): boolean => (history.marks.value?.length ?? 0) > 0

function lookOf(element: Element): MarkLook {
  const style = getComputedStyle(element)
  const color = (kind: MarkKind): string => style.getPropertyValue(`--mark-${kind}`)
  return {
    colors: { added: color('added'), changed: color('changed'), removed: color('removed') },
    ink: style.getPropertyValue('--mark-ink'),
  }
}

/** Where the act at the moment shown has left its work, on this page; what it took away as well. */
function traceOf({ past, stops, place, reached }: History, board: Board, element: Element): Trace | null {
  const stop = stops.value[place.value - 1]
  if (!past || stop?.seq !== reached.value) return null
  const page = board.state.page.value
  const edits = past.edits.slice(stop.first - past.start.seq - 1, stop.seq - past.start.seq)
  const ids = new Set(edits.flatMap((edit) => [...recordsOf(edit)]))
  if (ids.size > mostTraced) return null
  const there = [...ids].flatMap((id): Trace['boxes'] => {
    if ([...chainOf(past.state, id)].at(-1)?.id !== page) return []
    const record = past.state.get(id)
    // Where a connector runs is known to the board only.
    const box = record?.['points'] === undefined ? record && boxOf(record) : board.scene.boundsOfAll([id])
    return box ? [{ box, r: Number(record?.['r'] ?? 0) }] : []
  })
  const gone = past.removedLast.flatMap(({ record }) => {
    const box = record.parent === page ? boxOf(record) : undefined
    return box ? [{ box, r: Number(record['r'] ?? 0) }] : []
  })
  const color = getComputedStyle(element).getPropertyValue(`--tavla-person-${colourOf(stop.uid)}`)
  return { boxes: [...there, ...gone], color }
}
