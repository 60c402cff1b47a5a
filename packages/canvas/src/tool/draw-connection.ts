import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { NewElement, ToolApi } from '../editor/board-view.ts'
import { bindChanges, findBindTarget, type BindTarget } from '../editor/changes/bind.ts'
import { snapAngle, withMovedHandle } from '../editor/changes/handle-changes.ts'
import type { PointerInput } from '../editor/input-events.ts'
import type { Vec } from '../geometry/vec.ts'

export const connectorKind = 'connector'

/** A connector that is being drawn. */
export interface Connection {
  readonly from: Vec
  readonly start: BindTarget | undefined
  readonly id: RecordId
  readonly changes: readonly Change[]
}

/** Maximum distance from an outline at which an end attaches to that point, CSS pixels. */
const reachPx = 12

/** Where an end at the pointer would attach; Mod disables attaching. */
export function findEnd(e: PointerInput, t: ToolApi, ignore: ReadonlySet<RecordId>): BindTarget | undefined {
  return e.modifiers.mod ? undefined : findBindTarget(t, e.point, t.px(reachPx), ignore)
}

/** Marks the shape to which an end would attach. */
export function showTarget(t: ToolApi, position: BindTarget | undefined): void {
  t.overlay(position ? { bindTarget: { id: position.id, at: position.at }, hideFrame: true } : null)
}

/** Previews the connector up to the pointer. */
export function drawConnection(e: PointerInput, t: ToolApi, s: Connection): Connection {
  const end = findEnd(e, t, new Set(s.start ? [s.id, s.start.id] : [s.id]))
  const to = end?.at ?? (e.modifiers.shift ? snapAngle(s.from, e.point) : e.point)
  const changes = createConnection(t, s, to, end)
  t.preview(changes)
  showTarget(t, end)
  return { from: s.from, start: s.start, id: s.id, changes }
}

export function createConnection(
  t: ToolApi,
  s: Omit<Connection, 'changes'>,
  to: Vec,
  end: BindTarget | undefined,
): Change[] {
  const bare: NewElement = { ...t.newElement(connectorKind, { ...s.from }), id: s.id }
  return [
    { op: 'put', record: withMovedHandle(t, bare, 'end', to) },
    ...(s.start ? bindChanges(t, s.id, 'start', s.start) : []),
    ...(end ? bindChanges(t, s.id, 'end', end) : []),
  ]
}
