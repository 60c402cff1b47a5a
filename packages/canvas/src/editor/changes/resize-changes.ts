import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getCentre, type Box, type RotatedBox } from '../../geometry/box.ts'
import { rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { BoardView } from '../board-view.ts'
import { handlePositions, type SelectionHandleName } from '../view/selection-frame.ts'
import { getElements, listConnectorBindings } from '../view/relations.ts'
import { roundPosition } from './round.ts'

/** Minimum side length, page units, so that elements can still be selected. */
const least = 1

/** A selection while it is resized. */
export interface ResizedSelection {
  readonly handle: SelectionHandleName
  readonly box: RotatedBox
  readonly records: readonly ElementRecord[]
}

/** How the handle is dragged: with the proportions kept, and from the centre. */
export interface ResizeMode {
  readonly keeps: boolean
  readonly fromCentre: boolean
}

/** The selected elements that can be resized; attached connectors follow their targets instead. */
export function listResizable(view: BoardView): ElementRecord[] {
  return getElements(view.document, view.shapes, view.selected).filter((record) => {
    const shape = view.shapes.get(record.kind)
    const isHeld =
      shape?.schema.facets.connects === true && listConnectorBindings(view.document, record.id).length > 0
    return view.rights.canChange(record.id) && !isHeld && shape?.edit?.resize !== 'none'
  })
}

/** Changes of a resize to this point, and the new box of the selection. */
export function resizeChanges(
  view: BoardView,
  { handle, box, records }: ResizedSelection,
  at: Vec,
  mode: ResizeMode,
): { readonly changes: readonly Change[]; readonly box: Box } {
  const only = records.length === 1 && box.r === records[0]!.r ? records[0] : undefined
  const resize = only && view.shapes.get(only.kind)?.edit?.resize
  const isCorner = handle.length === 2
  const keeps =
    mode.keeps || resize === 'ratio' || (resize === 'width' && isCorner) || (!only && records.some(mustScale))
  const pull = getResizedBox(box, handle, at, { keeps, fromCentre: mode.fromCentre })
  const from = isCorner || keeps ? 'corner' : 'side'
  const changes = only
    ? [
        {
          op: 'patch' as const,
          id: only.id,
          fields: resizeOne(view, only, pull, handle, from, mode.fromCentre),
        },
      ]
    : records.map((record) => scaleOne(view, record, box, pull, from))
  return { changes, box: pull.box }
}

/** Result of a resize: the new box in the original unrotated coordinates, and which sides were mirrored. */
interface ResizeResult {
  readonly box: Box
  readonly flipX: boolean
  readonly flipY: boolean
}

/** A rotated element in a larger selection can only be scaled uniformly; otherwise it would be skewed. */
function mustScale(record: ElementRecord): boolean {
  return record.r % 90 !== 0
}

/**
 * The box after dragging a handle to a page point, in its unrotated coordinates; the opposite side (or the
 * centre) stays in place.
 */
export function getResizedBox(
  box: RotatedBox,
  handle: SelectionHandleName,
  at: Vec,
  how: ResizeMode,
): ResizeResult {
  const { u, v } = handlePositions[handle]
  const upright = rotateAbout(at, -box.r, getCentre(box))
  const anchor = how.fromCentre ? getCentre(box) : { x: box.x + box.w * (1 - u), y: box.y + box.h * (1 - v) }
  const span = how.fromCentre ? 2 : 1
  let w = u === 0.5 ? box.w : (upright.x - anchor.x) * (u === 1 ? 1 : -1) * span
  let h = v === 0.5 ? box.h : (upright.y - anchor.y) * (v === 1 ? 1 : -1) * span
  if (how.keeps && box.w > 0 && box.h > 0) {
    const scaleX = u === 0.5 ? 0 : Math.abs(w) / box.w
    const scaleY = v === 0.5 ? 0 : Math.abs(h) / box.h
    const scale = Math.max(scaleX, scaleY)
    w = box.w * scale * (w < 0 ? -1 : 1)
    h = box.h * scale * (h < 0 ? -1 : 1)
  }
  // A horizontal line has no height and keeps it.
  const sideW = u === 0.5 ? Math.abs(w) : Math.max(least, Math.abs(w))
  const sideH = v === 0.5 ? Math.abs(h) : Math.max(least, Math.abs(h))
  const flipX = w < 0
  const flipY = h < 0
  // Fraction of the new box at the anchor; mirrored sides are swapped.
  const anchorU = how.fromCentre || u === 0.5 ? 0.5 : flipX ? u : 1 - u
  const anchorV = how.fromCentre || v === 0.5 ? 0.5 : flipY ? v : 1 - v
  const fixed = {
    x: u === 0.5 ? getCentre(box).x : anchor.x,
    y: v === 0.5 ? getCentre(box).y : anchor.y,
  }
  return {
    box: { x: fixed.x - sideW * anchorU, y: fixed.y - sideH * anchorV, w: sideW, h: sideH },
    flipX,
    flipY,
  }
}

/** Fields of a single resized element; its anchor keeps the position on the page. */
function resizeOne(
  view: BoardView,
  record: ElementRecord,
  pull: ResizeResult,
  handle: SelectionHandleName,
  from: 'corner' | 'side',
  fromCentre: boolean,
): Fields {
  const shape = view.shapes.get(record.kind)
  const mirrored = flipped(view, record, pull)
  const base = { ...record, ...mirrored }
  const fields: Fields = {
    ...pull.box,
    ...mirrored,
    ...shape?.edit?.reshape?.(base, { box: pull.box, from }, view.scene.view),
  }
  const { w, h } = fields as unknown as Box
  const { u, v } = handlePositions[handle]
  // If the shape adjusted the size (as text does), it is placed relative to the anchor.
  const fractionX = fromCentre || u === 0.5 ? 0.5 : pull.flipX ? u : 1 - u
  const fractionY = fromCentre ? 0.5 : v === 0.5 ? 0 : pull.flipY ? v : 1 - v
  const anchor = rotateAbout(
    { x: pull.box.x + pull.box.w * fractionX, y: pull.box.y + pull.box.h * fractionY },
    record.r,
    getCentre(record),
  )
  const toCentre = rotateAbout({ x: (0.5 - fractionX) * w, y: (0.5 - fractionY) * h }, record.r, {
    x: 0,
    y: 0,
  })
  return roundPosition({ ...fields, x: anchor.x + toCentre.x - w / 2, y: anchor.y + toCentre.y - h / 2 })
}

/** Fields of one of several elements that are resized together. */
function scaleOne(
  view: BoardView,
  record: ElementRecord,
  from: Box,
  pull: ResizeResult,
  handle: 'corner' | 'side',
): Change {
  const scaleX = from.w > 0 ? pull.box.w / from.w : 1
  const scaleY = from.h > 0 ? pull.box.h / from.h : 1
  const fraction = {
    u: from.w > 0 ? (getCentre(record).x - from.x) / from.w : 0.5,
    v: from.h > 0 ? (getCentre(record).y - from.y) / from.h : 0.5,
  }
  const centre = {
    x: pull.box.x + pull.box.w * (pull.flipX ? 1 - fraction.u : fraction.u),
    y: pull.box.y + pull.box.h * (pull.flipY ? 1 - fraction.v : fraction.v),
  }
  const onSide = Math.abs(record.r % 180) === 90
  const w = record.w === 0 ? 0 : Math.max(least, record.w * (onSide ? scaleY : scaleX))
  const h = record.h === 0 ? 0 : Math.max(least, record.h * (onSide ? scaleX : scaleY))
  const box = { x: centre.x - w / 2, y: centre.y - h / 2, w, h }
  const mirrored = flipped(view, record, pull)
  const base = { ...record, ...mirrored }
  const fields = view.shapes.get(record.kind)?.edit?.reshape?.(base, { box, from: handle }, view.scene.view)
  return { op: 'patch', id: record.id, fields: roundPosition({ ...box, ...mirrored, ...fields }) }
}

function flipped(view: BoardView, record: ElementRecord, { flipX, flipY }: ResizeResult): Fields {
  const flip = view.shapes.get(record.kind)?.edit?.flip
  if (!flip) return {}
  const across = flipX ? flip(record, 'horizontal') : {}
  const down = flipY ? flip({ ...record, ...across }, 'vertical') : {}
  return { ...across, ...down }
}
