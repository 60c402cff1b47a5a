import type { RecordId } from '../../document/model/record.ts'
import { getCentre, inflate, containsPoint, type Box } from '../../geometry/box.ts'
import { distance, type Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import type { PointerDevice } from '../input-events.ts'
import type { ConnectHandles, Direction } from './overlay.ts'
import { isElement, isLocked } from './relations.ts'

export const directions: readonly Direction[] = ['left', 'right', 'up', 'down']

export const directionVectors: Readonly<Record<Direction, Vec>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

/** Distance of a handle from the element, CSS pixels. */
const awayPx: Readonly<Record<PointerDevice, number>> = { mouse: 18, pen: 20, touch: 24 }
/** Half the size of a handle's hit area, CSS pixels. */
const reachPx: Readonly<Record<PointerDevice, number>> = { mouse: 12, pen: 14, touch: 22 }
/** Around smaller elements handles would be larger than the element; CSS pixels. */
const leastSidePx = 32

/** Position of a handle; `unit` is page units per CSS pixel. */
export function getConnectHandlePoint(
  { box, device }: Pick<ConnectHandles, 'box' | 'device'>,
  direction: Direction,
  unit: number,
): Vec {
  const centre = getCentre(box)
  const away = awayPx[device] * unit
  const { x, y } = directionVectors[direction]
  return { x: centre.x + x * (box.w / 2 + away), y: centre.y + y * (box.h / 2 + away) }
}

/** The handle at a point; undefined if there is none. */
export function findConnectHandle(
  handles: Pick<ConnectHandles, 'box' | 'device'>,
  at: Vec,
  unit: number,
): Direction | undefined {
  const reach = reachPx[handles.device] * unit
  return directions.find(
    (direction) => distance(at, getConnectHandlePoint(handles, direction, unit)) <= reach,
  )
}

/** Whether the point is on the element, its handles, or between them, so that the pointer can reach them. */
export function isNearConnectHandles(
  { box, device }: Pick<ConnectHandles, 'box' | 'device'>,
  at: Vec,
  unit: number,
): boolean {
  return containsPoint(inflate(box, (awayPx[device] + reachPx[device]) * unit), at)
}

/** Bounds of an element from which connectors can be drawn; undefined if it has no handles. */
export function getConnectBox(view: BoardView, id: RecordId): Box | undefined {
  const record = view.document.get(id)
  if (!isElement(record, view.shapes) || !view.rights.canAdd(view.page)) return undefined
  const { bindable, container } = view.shapes.get(record.kind)?.schema.facets ?? {}
  if (!bindable || container || isLocked(view.document, view.shapes, id)) return undefined
  const box = view.scene.getBounds(id)
  return box && Math.max(box.w, box.h) * view.camera.zoom >= leastSidePx ? box : undefined
}
