import type { Change } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ConnectorEnd } from '../../document/model/schema.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { bindChanges, findBindTarget } from '../../editor/changes/bind.ts'
import { snapAngle } from '../../editor/changes/handle-changes.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { listConnectorBindings, isElement, getTarget } from '../../editor/view/relations.ts'
import { subtract, type Vec } from '../../geometry/vec.ts'
import type { Handling } from './states.ts'

/** Maximum distance from an outline at which an end attaches to that point, CSS pixels. */
const reachPx = 12

export function startHandle(
  e: PointerInput,
  t: ToolApi,
  handle: string,
  offset: Vec = { x: 0, y: 0 },
): Handling | undefined {
  const id = t.selected[0]
  if (id === undefined) return undefined
  return updateHandle(
    e,
    t,
    t.begin('handle', { at: 'handling', id, handle, offset, changes: [], position: undefined }),
  )
}

/** Slides the label of the only selected element; undefined if the press was not on one. */
export function startLabel(e: PointerInput, t: ToolApi): Handling | undefined {
  const [id, more] = t.selected
  const record = id === undefined || more !== undefined ? undefined : t.document.get(id)
  if (!isElement(record, t.shapes) || e.modifiers.alt || !t.rights.canChange(record.id)) return undefined
  const label = t.shapes.get(record.kind)?.edit?.getLabelHandle?.(record, e.origin, t.scene.view)
  return label && startHandle(e, t, label.id, subtract(label.at, e.origin))
}

/**
 * Slides the label of a selected connector, or bends the line of one with a bound end, which a move would detach;
 * undefined for other selections.
 */
export function startBend(e: PointerInput, t: ToolApi): { readonly next: Handling | undefined } | undefined {
  const [id, more] = t.selected
  if (id === undefined || more !== undefined || e.modifiers.alt || !t.rights.canChange(id)) return undefined
  const record = t.document.get(id)
  if (!isElement(record, t.shapes)) return undefined
  const edit = t.shapes.get(record.kind)?.edit
  const label = startLabel(e, t)
  if (label) return { next: label }
  if (listConnectorBindings(t.document, id).length === 0) return undefined
  const bend = edit?.getBendHandle
  if (!bend) return undefined
  const handle = bend(record, e.origin, t.scene.view)
  if (!handle) return { next: undefined }
  return { next: startHandle(e, t, handle.id, subtract(handle.at, e.origin)) }
}

export function updateHandle(e: PointerInput, t: ToolApi, s: Handling): Handling | undefined {
  const record = t.document.get(s.id)
  if (!isElement(record, t.shapes)) return t.abandon()
  const end = getEnd(t, record, s.handle)
  const position =
    end && !e.modifiers.mod
      ? findBindTarget(t, e.point, t.px(reachPx), isExcluded(t, record, end))
      : undefined
  const neighbour = e.modifiers.shift ? nearestOther(t, record, s.handle, e) : undefined
  const free = neighbour ? snapAngle(neighbour, e.point) : snapped(e, t, s)
  const to = position?.at ?? { x: free.x + s.offset.x, y: free.y + s.offset.y }
  const fields = t.shapes.get(record.kind)?.edit?.moveHandle?.(record, s.handle, to, t.scene.view) ?? {}
  const bindings = end ? bindChanges(t, s.id, end, position) : []
  const changes: Change[] = [...bindings, { op: 'patch', id: s.id, fields }]
  t.preview(changes)
  t.overlay({ ...(position && { bindTarget: { id: position.id, at: position.at } }) })
  return { ...s, changes, position }
}

/** Connector handles `start` and `end` correspond to its ends. */
function getEnd(t: ToolApi, record: ElementRecord, handle: string): ConnectorEnd | undefined {
  const connects = t.shapes.get(record.kind)?.schema.facets.connects === true
  return connects && (handle === 'start' || handle === 'end') ? handle : undefined
}

/** An end cannot attach to its own connector or to the target of the other end. */
function isExcluded(t: ToolApi, record: ElementRecord, end: ConnectorEnd): ReadonlySet<string> {
  const other = listConnectorBindings(t.document, record.id)
    .map((id) => t.document.get(id))
    .find((binding) => binding?.['end'] !== end)
  return new Set([record.id, getTarget(other) ?? record.id])
}

function nearestOther(t: ToolApi, record: ElementRecord, handle: string, e: PointerInput) {
  const handles = t.shapes.get(record.kind)?.geometry.handles?.(record, t.scene.view) ?? []
  const at = handles.findIndex((one) => one.id === handle)
  const points = handles.filter((one, i) => i !== at && one.role === 'point')
  const away = (p: { x: number; y: number }): number => Math.hypot(p.x - e.origin.x, p.y - e.origin.y)
  return points.map((one) => one.at).sort((a, b) => away(a) - away(b))[0]
}

function snapped(e: PointerInput, t: ToolApi, s: Handling): { x: number; y: number } {
  return e.modifiers.mod ? e.point : t.snapping.snapPoint(t.page, e.point, new Set([s.id])).at
}
