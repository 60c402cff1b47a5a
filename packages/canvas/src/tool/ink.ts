import type { Change, Fields } from '../document/model/change.ts'
import { encodePiece, storedPoint, type StrokePoint } from '../document/model/stroke-points.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import type { PointerInput } from '../editor/input-events.ts'
import type { Tool, ToolbarPosition } from '../editor/tool.ts'
import { getPointBounds, getUnion, type Box } from '../geometry/box.ts'
import { distance } from '../geometry/vec.ts'
import { defineTool } from './define-tool.ts'

interface Inking {
  readonly at: 'drawing'
  /** The stroke with the bounds of all points so far. */
  readonly record: NewElement
  /** Points that are not committed yet; other users see them as a preview. */
  readonly tip: readonly StrokePoint[]
  readonly last: StrokePoint
  /** Number of committed pieces. */
  readonly written: number
  readonly sinceMs: number
}

type State = { readonly at: 'idle' } | Inking

/** Interval of committing pieces, so that a crash loses at most a second of drawing. */
const pieceMs = 1_000
/** Minimum distance between points; CSS pixels. */
const leastStepPx = 0.75

/** A freehand tool that uses all measured positions and sends points while drawing. */
export function ink(definition: {
  readonly id: string
  readonly kind: string
  readonly keys: readonly string[]
  readonly icon: string
  readonly toolbar: ToolbarPosition
  /** Differences from the kind's defaults; the tool has a style of its own. */
  readonly fields: Fields
}): Tool {
  const { id, kind, fields } = definition
  return defineTool<State>({
    id,
    keys: definition.keys,
    icon: definition.icon,
    toolbar: definition.toolbar,
    cursor: 'crosshair',
    needs: 'add',
    makes: { kind, styleKey: id, fields },
    inks: true,
    initial: { at: 'idle' },
    states: {
      idle: {
        pointerDown(e, t) {
          if (!t.rights.canAdd(t.page)) return t.refuse('role')
          const points = toStrokePoints(e.path, undefined, t)
          const first = points[0]!
          t.select([])
          const started: Inking = {
            at: 'drawing',
            record: { ...t.newElement(kind, { x: first.x, y: first.y }), ...getPointBounds(points) },
            tip: points,
            last: points.at(-1)!,
            written: 0,
            sinceMs: e.timeMs,
          }
          t.begin('ink', started)
          return showPreview(t, started)
        },
      },
      drawing: {
        pointerMove(e, t, s) {
          const next = grown(e, t, s)
          return e.timeMs - s.sinceMs >= pieceMs ? commitPiece(e, t, next) : showPreview(t, next)
        },
        pointerUp(e, t, s) {
          const { tip, ...rest } = grown(e, t, s)
          // Closing a stroke requires a last piece, even without new points.
          t.commit(getChanges({ ...rest, tip: tip.length > 0 ? tip : [rest.last] }, true))
          return undefined
        },
      },
    },
  })
}

function toStrokePoints(
  path: PointerInput['path'],
  last: StrokePoint | undefined,
  t: ToolApi,
): StrokePoint[] {
  const points: StrokePoint[] = []
  let before = last
  for (const { x, y, pressure } of path) {
    const point = storedPoint({ x, y, pressure })
    if (before && distance(before, point) < t.px(leastStepPx)) continue
    points.push(point)
    before = point
  }
  return points
}

function grown(e: PointerInput, t: ToolApi, s: Inking): Inking {
  const points = toStrokePoints(e.path, s.last, t)
  if (points.length === 0) return s
  const box: Box = getUnion(s.record, getPointBounds(points))
  return { ...s, record: { ...s.record, ...box }, tip: [...s.tip, ...points], last: points.at(-1)! }
}

function showPreview(t: ToolApi, s: Inking): Inking {
  t.preview(s.tip.length > 0 ? getChanges(s, false) : [])
  return s
}

function commitPiece(e: PointerInput, t: ToolApi, s: Inking): State | undefined {
  if (s.tip.length === 0) return s
  if (!t.commitPart(getChanges(s, false))) return t.abandon()
  t.preview([])
  return { ...s, tip: [], written: s.written + 1, sinceMs: e.timeMs }
}

function getChanges(s: Inking, last: boolean): Change[] {
  const { id, x, y, w, h } = s.record
  const append: Change = { op: 'append', id, n: s.written, piece: encodePiece(s.tip), last }
  return s.written === 0
    ? [{ op: 'put', record: s.record }, append]
    : [append, { op: 'patch', id, fields: { x, y, w, h } }]
}
