import type { ElementRecord } from '../../document/model/record.ts'
import {
  containsPoint,
  getCentre,
  getCorners,
  inflate,
  type Box,
  type RotatedBox,
} from '../../geometry/box.ts'
import { distance, rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import type { PointerDevice } from '../input-events.ts'
import { getConnectBox } from './connect-handles.ts'
import type { SelectionFrame } from './overlay.ts'
import { getContainer, getElements, isElement } from './relations.ts'

/** Sides and corners of the frame by compass direction. */
export type SelectionHandleName = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

export type SelectionHandle =
  | { readonly type: 'resize'; readonly handle: SelectionHandleName }
  | { readonly type: 'rotate'; readonly handle: SelectionHandleName }
  | { readonly type: 'handle'; readonly id: string }

/** Position of each handle as fractions of the box. */
export const handlePositions: Readonly<
  Record<SelectionHandleName, { readonly u: number; readonly v: number }>
> = {
  nw: { u: 0, v: 0 },
  n: { u: 0.5, v: 0 },
  ne: { u: 1, v: 0 },
  e: { u: 1, v: 0.5 },
  se: { u: 1, v: 1 },
  s: { u: 0.5, v: 1 },
  sw: { u: 0, v: 1 },
  w: { u: 0, v: 0.5 },
}

const corners: readonly SelectionHandleName[] = ['nw', 'ne', 'se', 'sw']
const sides: readonly SelectionHandleName[] = ['n', 'e', 's', 'w']

/** Half the size of a handle's hit area, CSS pixels: 24 px for a mouse, 44 px for touch. */
const reach: Readonly<Record<PointerDevice, number>> = { mouse: 12, pen: 14, touch: 22 }
/** Width of the rotation zone outside a corner, CSS pixels beyond the hit area of the handle. */
const turnReach = 24
/** Smaller boxes have no handles, so that they can still be moved; CSS pixels. */
const leastSide = 16

/**
 * Larger selections are checked by their first elements and framed by their bounds, to stay within the frame
 * time.
 */
const detailScale = 1_000

/** The frame around the selection; null if nothing is selected. */
export function createSelectionFrame(view: BoardView, device: PointerDevice): SelectionFrame | null {
  const { document, shapes, scene, rights, selected } = view
  const some = selected.slice(0, detailScale)
  const box =
    some.length < selected.length ? scene.boundsOfAll(selected) : scene.getExactBoundsOfAll(selected)
  const records = getElements(scene.view.document, shapes, some)
  if (!box || records.length === 0) return null
  const free = rights.filterChangeable(some).length === some.length
  const only = selected.length === 1 ? document.get(selected[0]!) : undefined
  if (isElement(only, shapes)) {
    const frame = createSingleFrame(view, records[0]!, box, free, device)
    if (view.cropping === only.id) return toCropFrame(view, only, frame)
    return { ...frame, connectsByTouch: device === 'touch' && getConnectBox(view, only.id) !== undefined }
  }
  const resizable = records.some((record) => shapes.get(record.kind)?.edit?.resize !== 'none')
  const rotates = free && records.some((record) => shapes.get(record.kind)?.edit?.rotates !== false)
  return {
    box: { ...box, r: 0 },
    pad: 0,
    isEdge: false,
    resize: free && resizable ? 'all' : 'none',
    rotates,
    turnsByHandle: rotates && device === 'touch',
    connectsByTouch: false,
    handles: [],
  }
}

function createSingleFrame(
  { shapes, scene }: BoardView,
  record: ElementRecord,
  box: Box,
  free: boolean,
  device: PointerDevice,
): SelectionFrame {
  const shape = shapes.get(record.kind)
  const { x, y, w, h, r } = record
  const handles = shape?.geometry.handles?.(record, scene.view) ?? []
  const connects = shape?.schema.facets.connects === true
  // A line with two points shows only its end handles.
  const byHandles = connects || (handles.length > 0 && handles.length <= 3)
  const resize = free && !byHandles ? listHandles(shape?.edit?.resize) : 'none'
  const rotates = resize !== 'none' && shape?.edit?.rotates !== false
  const trace = shape?.geometry.trace(record, scene.view)
  const isBox = trace === undefined || trace.form === 'box'
  return {
    box: byHandles ? { ...box, r: 0 } : { x, y, w, h, r },
    pad: trace && !byHandles ? trace.width / 2 : 0,
    isEdge: isBox && !byHandles,
    resize,
    rotates,
    turnsByHandle: rotates && device === 'touch',
    connectsByTouch: false,
    handles: free ? handles : [],
  }
}

/** All handles of an image whose visible part is chosen, and the area of the whole image. */
function toCropFrame(
  { shapes, scene }: BoardView,
  { id }: ElementRecord,
  frame: SelectionFrame,
): SelectionFrame {
  const record = scene.view.document.get(id)
  const whole = isElement(record, shapes) ? shapes.get(record.kind)?.edit?.crop?.getWhole(record) : undefined
  if (!isElement(record, shapes) || !whole) return frame
  const centre = getCentre(record)
  const cropArea = getCorners(whole).map((corner) => rotateAbout(corner, record.r, centre))
  return { ...frame, resize: 'all', rotates: false, turnsByHandle: false, cropArea }
}

function listHandles(resize: 'free' | 'ratio' | 'width' | 'none' | undefined): SelectionFrame['resize'] {
  if (resize === 'none') return 'none'
  return resize === 'ratio' ? 'corners' : 'all'
}

/** Position of a handle on the page. */
export function getHandlePoint(box: RotatedBox, handle: SelectionHandleName): Vec {
  const { u, v } = handlePositions[handle]
  return rotateAbout({ x: box.x + box.w * u, y: box.y + box.h * v }, box.r, getCentre(box))
}

/** Distance of the rotation handle below the box, without and with a connect handle between; CSS pixels. */
const turnHandlePx = 34
const farTurnHandlePx = 72

/** Position of the rotation handle on the page. */
export function getTurnHandle({ box, pad, connectsByTouch }: SelectionFrame, unit: number): Vec {
  const away = (connectsByTouch ? farTurnHandlePx : turnHandlePx) * unit
  const below = { x: box.x + box.w / 2, y: box.y + box.h + pad + away }
  return rotateAbout(below, box.r, getCentre(box))
}

/** The handle under the pointer; `unit` is page units per CSS pixel. */
export function getHandleAt(
  frame: SelectionFrame,
  at: Vec,
  unit: number,
  device: PointerDevice,
): SelectionHandle | undefined {
  const near = reach[device] * unit
  const handle = findNearestHandle(frame, at, near)
  if (handle) return handle
  if (frame.resize === 'none') return undefined
  if (frame.turnsByHandle && distance(at, getTurnHandle(frame, unit)) <= near)
    return { type: 'rotate', handle: 's' }
  const box = { ...inflate(frame.box, frame.pad), r: frame.box.r }
  const upright = rotateAbout(at, -box.r, getCentre(box))
  const small = Math.max(box.w, box.h) < leastSide * unit
  const inside =
    upright.x > box.x && upright.x < box.x + box.w && upright.y > box.y && upright.y < box.y + box.h
  if (small && inside) return undefined
  for (const grip of corners) {
    const away = distance(at, getHandlePoint(box, grip))
    if (away > near + turnReach * unit) continue
    // Inside the box the hit areas are smaller, so that small elements can still be moved.
    const deep = inside && away > Math.min(near, Math.min(box.w, box.h) / 3)
    if (away <= near && !deep) return { type: 'resize', handle: grip }
    if (!inside && away > near && frame.rotates) return { type: 'rotate', handle: grip }
  }
  return frame.resize === 'all' ? findSide(box, upright, near, unit) : undefined
}

function findNearestHandle(frame: SelectionFrame, at: Vec, near: number): SelectionHandle | undefined {
  let best: { id: string; away: number } | undefined
  for (const handle of frame.handles) {
    const away = distance(at, handle.at)
    // End and corner handles take precedence over middle handles.
    const weighted = handle.role === 'middle' ? away * 1.5 : away
    if (weighted <= near && (!best || weighted < best.away)) best = { id: handle.id, away: weighted }
  }
  return best && { type: 'handle', id: best.id }
}

/** A side can be dragged along its whole length, within a narrow band. */
function findSide(box: RotatedBox, upright: Vec, near: number, unit: number): SelectionHandle | undefined {
  const band = Math.min(near, 6 * unit)
  const alongX = upright.x > box.x && upright.x < box.x + box.w
  const alongY = upright.y > box.y && upright.y < box.y + box.h
  const gaps: Readonly<Record<string, number>> = {
    n: alongX ? Math.abs(upright.y - box.y) : Infinity,
    s: alongX ? Math.abs(upright.y - box.y - box.h) : Infinity,
    w: alongY ? Math.abs(upright.x - box.x) : Infinity,
    e: alongY ? Math.abs(upright.x - box.x - box.w) : Infinity,
  }
  const handle = sides.find((side) => gaps[side]! <= band)
  return handle && { type: 'resize', handle }
}

const resizeCursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const
const clockwise: readonly SelectionHandleName[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']

/** Cursor of a handle, rotated with the box. */
export function getHandleCursor(handle: SelectionHandle, degrees: number): string {
  if (handle.type === 'handle') return 'move'
  if (handle.type === 'rotate') return getTurnCursor(clockwise.indexOf(handle.handle) * 45 + degrees)
  const rotatedIndex = clockwise.indexOf(handle.handle) + Math.round(degrees / 45)
  return resizeCursors[((rotatedIndex % 4) + 4) % 4]!
}

/** Rotation cursor for a corner at `degrees` from the top, rounded so that few images are created. */
function getTurnCursor(degrees: number): string {
  const turn = Math.round(degrees / 15) * 15
  const arrows = 'M5 15a7 7 0 0 1 14 0M2.5 12.5 5 15.5l3-2.5M16 13l3 2.5 2.5-3'
  const line = (color: string, width: number): string =>
    `<path d='${arrows}' fill='none' stroke='${color}' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'/>`
  const picture =
    `<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24'>` +
    `<g transform='rotate(${turn} 12 12)'>${line('#fff', 4)}${line('#1e2227', 1.75)}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}") 12 12, grab`
}

/** Whether a point is within the frame of several elements, or inside a selected hollow shape. */
export function isInsideSelection({ frame, selected, document, shapes }: BoardView, point: Vec): boolean {
  if (!frame || frame.resize === 'none') return false
  const only = selected.length === 1 ? document.get(selected[0]!) : undefined
  // The interior of a frame belongs to its contents.
  if (getContainer(only, shapes) === 'frame') return false
  return containsPoint(frame.box, rotateAbout(point, -frame.box.r, getCentre(frame.box)))
}
