import type { RecordId } from '../document/model/record.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import type { PointerInput } from '../editor/input-events.ts'
import { withMovedHandle, snapAngle } from '../editor/changes/handle-changes.ts'
import { distance, type Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'pressed'; readonly from: Vec }
  | { readonly at: 'drawing'; readonly from: Vec; readonly record: NewElement }
  | Placing

/** Points are placed by clicks; the line goes on to the pointer. */
interface Placing {
  readonly at: 'placing'
  readonly id: RecordId
  readonly points: readonly Vec[]
}

/** A click this near to the first point closes the line, CSS pixels. */
const closePx = 10
/** Number of points after which a line ends. */
const mostPoints = 500

/** Length of a line created by keyboard, page units. */
const usualLength = 160

/** Draws a line by dragging, or by a click for each point: a double click or Enter ends it, Backspace takes one back. */
export const line = defineTool<State>({
  id: 'line',
  keys: ['L'],
  icon: 'line',
  toolbar: { group: 'make' },
  cursor: 'crosshair',
  needs: 'add',
  makes: { kind: 'line' },
  pansAtEdge: true,
  initial: { at: 'idle' },
  states: {
    idle: {
      pointerDown(e, t) {
        if (!t.rights.canAdd(t.page)) return t.refuse('role')
        return t.begin('line', { at: 'pressed', from: snapped(e, t, e.point) })
      },
      keyDown(e, t) {
        if (e.key !== 'Enter' || !t.rights.canAdd(t.page)) return undefined
        const from = { x: t.middle.x - usualLength / 2, y: t.middle.y }
        return put(
          t,
          withMovedHandle(t, t.newElement('line', from), 'p1', { x: from.x + usualLength, y: from.y }),
        )
      },
    },
    pressed: {
      pointerMove: (e, t, s) =>
        e.dragged ? drawn(e, t, { ...s, record: t.newElement('line', { ...s.from }) }) : s,
      pointerUp: (_e, t, s) => ({ at: 'placing', id: t.random.id(), points: [s.from] }),
    },
    placing: {
      pointerMove(e, t, s) {
        showPlaced(t, s, [...s.points, getNextPoint(e, t, s)])
        return s
      },
      pointerDown(e, t, s) {
        if (e.clicks > 1) return finish(t, s)
        const point = getNextPoint(e, t, s)
        const isClosed = s.points.length > 2 && distance(s.points[0]!, e.point) <= t.px(closePx)
        if (isClosed) return finish(t, s, true)
        const next: Placing = { ...s, points: [...s.points, point] }
        if (next.points.length >= mostPoints) return finish(t, next)
        showPlaced(t, next, next.points)
        return next
      },
      pointerUp: (_e, _t, s) => s,
      keyDown(e, t, s) {
        if (e.key === 'Enter') return finish(t, s)
        if (e.key !== 'Backspace') return s
        const points = s.points.slice(0, -1)
        if (points.length === 0) return t.abandon()
        showPlaced(t, s, points)
        return { ...s, points }
      },
    },
    drawing: {
      pointerMove: drawn,
      pointerUp: (_e, t, s) => put(t, s.record),
    },
  },
})

function snapped(e: PointerInput, t: ToolApi, at: Vec, own?: RecordId): Vec {
  return e.modifiers.mod ? at : t.snapping.snapPoint(t.page, at, new Set(own === undefined ? [] : [own])).at
}

function drawn(
  e: PointerInput,
  t: ToolApi,
  s: { readonly from: Vec; readonly record: NewElement },
): Extract<State, { at: 'drawing' }> {
  const to = e.modifiers.shift ? snapAngle(s.from, e.point) : snapped(e, t, e.point, s.record.id)
  const fresh = { ...t.newElement('line', { ...s.from }), id: s.record.id }
  const record = withMovedHandle(t, fresh, 'p1', to)
  t.preview([{ op: 'put', record }])
  return { at: 'drawing', from: s.from, record }
}

/** The point that a click would place; with Shift at a multiple of 15 degrees. */
function getNextPoint(e: PointerInput, t: ToolApi, s: Placing): Vec {
  const last = s.points.at(-1)
  return e.modifiers.shift && last ? snapAngle(last, e.point) : snapped(e, t, e.point, s.id)
}

function showPlaced(t: ToolApi, { id }: Placing, points: readonly Vec[]): void {
  t.preview(points.length < 2 ? [] : [{ op: 'put', record: createLine(t, id, points) }])
}

function createLine(t: ToolApi, id: RecordId, [from, ...others]: readonly Vec[]): NewElement {
  const bare = { ...t.newElement('line', { ...from! }), id }
  return others.reduce<NewElement>(
    (record, to, i) => withMovedHandle(t, record, i === 0 ? 'p1' : `m${i}`, to),
    bare,
  )
}

function finish(t: ToolApi, { id, points }: Placing, closed = false): undefined {
  if (points.length < 2) return t.abandon()
  return put(t, { ...createLine(t, id, points), closed })
}

function put(t: ToolApi, record: NewElement): undefined {
  t.commit([{ op: 'put', record }])
  t.finishCreation([record.id])
}
