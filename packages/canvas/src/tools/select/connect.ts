import type { RecordId } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { findBindTarget, type BindTarget } from '../../editor/changes/bind.ts'
import { getGrowSource, growChanges } from '../../editor/changes/grow-changes.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import {
  findConnectHandle,
  getConnectBox,
  getConnectHandlePoint,
  isNearConnectHandles,
} from '../../editor/view/connect-handles.ts'
import { isElement } from '../../editor/view/relations.ts'
import { containsPoint, getFraction, toUpright } from '../../geometry/box.ts'
import { nearestOnLine } from '../../geometry/polygon.ts'
import { connectorKind, drawConnection } from '../../tool/draw-connection.ts'
import type { Connecting, ConnectHandle, Idle } from './states.ts'

/** The connect handle under the pointer: of the element that shows its handles or, by touch, of the selected one. */
export function findPressedHandle(
  e: PointerInput,
  t: ToolApi,
  shown: Idle['connect'],
): ConnectHandle | undefined {
  const id = e.device === 'touch' ? getTouched(t) : shown?.id
  const box = id === undefined ? undefined : getConnectBox(t, id)
  const direction = box && findConnectHandle({ box, device: e.device }, e.point, t.px(1))
  return id !== undefined && direction ? { id, direction } : undefined
}

function getTouched(t: ToolApi): RecordId | undefined {
  return t.frame?.connectsByTouch ? t.selected[0] : undefined
}

/** Shows the connect handles of the element under the pointer, else of that whose handles or selection it is near. */
export function hoverConnect(
  e: PointerInput,
  t: ToolApi,
  s: Idle,
  hit: RecordId | null,
  handle: ConnectHandle | undefined,
): Idle {
  const source = handle?.id ?? findSource(e, t, s.connect?.id, hit)
  const over = handle?.direction ?? null
  if (source === s.connect?.id && over === (s.connect?.over ?? null)) return s
  t.overlay(source === undefined ? null : { connectHandles: { id: source, over } })
  return source === undefined ? { at: 'idle' } : { at: 'idle', connect: { id: source, over } }
}

function findSource(
  e: PointerInput,
  t: ToolApi,
  shown: RecordId | undefined,
  hit: RecordId | null,
): RecordId | undefined {
  if (e.device === 'touch') return undefined
  if (hit !== null && canShow(t, hit)) return hit
  // The interior of a hollow shape is not hit, and a connector may end over a shape.
  const under = findBindTarget(t, e.point, 0, new Set())?.id
  if (under !== undefined && canShow(t, under)) return under
  const [only, more] = t.selected
  return [shown, more === undefined ? only : undefined].find((id) => {
    const box = id === undefined ? undefined : getConnectBox(t, id)
    return box && isNearConnectHandles({ box, device: e.device }, e.point, t.px(1))
  })
}

function canShow(t: ToolApi, id: RecordId): boolean {
  return t.getClickTarget(id) === id && getConnectBox(t, id) !== undefined
}

/** Starts a connector at the side of the element. */
export function startConnect(e: PointerInput, t: ToolApi, handle: ConnectHandle): Connecting | undefined {
  const start = getSide(e, t, handle)
  if (!start) return undefined
  const from = start.at ?? e.origin
  return updateConnect(
    e,
    t,
    t.begin('connect', { at: 'connecting', from, start, id: t.random.id(), changes: [] }),
  )
}

/** The attachment at the point of the outline that is nearest to the handle. */
function getSide(e: PointerInput, t: ToolApi, { id, direction }: ConnectHandle): BindTarget | undefined {
  const record = t.document.get(id)
  const box = getConnectBox(t, id)
  const outline = t.scene.getOutline(id)
  if (!isElement(record, t.shapes) || !box || !outline) return undefined
  const point = getConnectHandlePoint({ box, device: e.device }, direction, t.px(1))
  const at = nearestOnLine(point, outline.points, outline.closed)?.point
  return at && { id, ...getFraction(record, toUpright(at, record)), at }
}

export function updateConnect(e: PointerInput, t: ToolApi, s: Connecting): Connecting {
  return { at: 'connecting', ...drawConnection(e, t, s) }
}

/** Ends the connector where it was released; released on its own element, it is dropped. */
export function finishConnect(e: PointerInput, t: ToolApi, s: Connecting): undefined {
  const box = s.start && t.scene.getBounds(s.start.id)
  if (box && containsPoint(box, e.point)) return t.abandon()
  t.commit(s.changes)
  t.finishCreation([s.id])
}

/** A click on a handle adds a connected element of the same kind there and opens its text. */
export function growFromHandle(t: ToolApi, { id, direction }: ConnectHandle): undefined {
  const source = getGrowSource(t, id)
  if (!source) return t.abandon()
  const { changes, node } = growChanges(t, source, direction, connectorKind)
  t.commit(changes)
  t.finishCreation([node], 'editText')
  t.reveal(node)
}
