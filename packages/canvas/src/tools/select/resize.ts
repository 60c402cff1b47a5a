import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import type { Guide } from '../../editor/view/overlay.ts'
import { roundPosition } from '../../editor/changes/round.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { getElements, listConnectorBindings } from '../../editor/view/relations.ts'
import { handlePositions, type SelectionHandleName } from '../../editor/view/selection-frame.ts'
import { getCentre, type Box, type RotatedBox } from '../../geometry/box.ts'
import { rotateAbout, type Vec } from '../../geometry/vec.ts'
import type { Resizing } from './states.ts'
import { getContentsRefusal } from './contents-refusal.ts'

/** Minimum side length, page units, so that elements can still be selected. */
const least = 1

export function startResize(e: PointerInput, t: ToolApi, handle: SelectionHandleName): Resizing | undefined {
  const frame = t.frame
  if (!frame) return undefined
  const refusal = getContentsRefusal(t, t.rights.filterChangeable(t.selected))
  if (refusal) return t.refuse(refusal.refused, refusal.id)
  const records = getElements(t.document, t.shapes, t.selected).filter((record) => {
    const connects = t.shapes.get(record.kind)?.schema.facets.connects === true
    const held = connects && listConnectorBindings(t.document, record.id).length > 0
    return t.rights.canChange(record.id) && !held && t.shapes.get(record.kind)?.edit?.resize !== 'none'
  })
  const own = new Set(records.map((record) => record.id))
  const start: Resizing = { at: 'resizing', handle, box: frame.box, records, own, changes: [] }
  return updateResize(e, t, t.begin('resize', start))
}

/** Result of a resize: the new box in the original unrotated coordinates, and which sides were mirrored. */
interface ResizeResult {
  readonly box: Box
  readonly flipX: boolean
  readonly flipY: boolean
}

export function updateResize(e: PointerInput, t: ToolApi, s: Resizing): Resizing {
  const only = s.records.length === 1 && s.box.r === s.records[0]!.r ? s.records[0] : undefined
  const mode = only && t.shapes.get(only.kind)?.edit?.resize
  const corner = s.handle.length === 2
  const keeps =
    mode === 'ratio' ||
    (mode === 'width' && corner) ||
    (!only && s.records.some(mustScale)) ||
    e.modifiers.shift
  const at = snapped(e, t, s)
  const pull = getResizedBox(s.box, s.handle, at, { keeps, fromCentre: e.modifiers.alt })
  const from = corner || keeps ? 'corner' : 'side'
  const changes = only
    ? [
        {
          op: 'patch' as const,
          id: only.id,
          fields: resizeOne(t, only, pull, s.handle, from, e.modifiers.alt),
        },
      ]
    : s.records.map((record) => scaleOne(t, record, s.box, pull, from))
  t.preview(changes)
  const { w, h } = pull.box
  t.overlay({ readout: { at: e.point, text: `${Math.round(w)} × ${Math.round(h)}` }, guides: at.guides })
  return { ...s, changes }
}

/** A rotated element in a larger selection can only be scaled uniformly; otherwise it would be skewed. */
function mustScale(record: ElementRecord): boolean {
  return record.r % 90 !== 0
}

function snapped(e: PointerInput, t: ToolApi, s: Resizing): Vec & { readonly guides: readonly Guide[] } {
  if (e.modifiers.mod || s.box.r !== 0) return { ...e.point, guides: [] }
  const { u, v } = handlePositions[s.handle]
  const snap = t.snapping.snap({
    page: t.page,
    box: { x: e.point.x, y: e.point.y, w: 0, h: 0 },
    xs: u === 0.5 ? [] : ['left'],
    ys: v === 0.5 ? [] : ['top'],
    ignore: s.own,
  })
  return { x: e.point.x + snap.dx, y: e.point.y + snap.dy, guides: snap.guides }
}

/**
 * The box after dragging a handle to a page point, in its unrotated coordinates; the opposite side (or the
 * centre) stays in place.
 */
export function getResizedBox(
  box: RotatedBox,
  handle: SelectionHandleName,
  at: Vec,
  how: { readonly keeps: boolean; readonly fromCentre: boolean },
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
  t: ToolApi,
  record: ElementRecord,
  pull: ResizeResult,
  handle: SelectionHandleName,
  from: 'corner' | 'side',
  fromCentre: boolean,
): Fields {
  const shape = t.shapes.get(record.kind)
  const mirrored = flipped(t, record, pull)
  const base = { ...record, ...mirrored }
  const fields: Fields = {
    ...pull.box,
    ...mirrored,
    ...shape?.edit?.reshape?.(base, { box: pull.box, from }, t.scene.view),
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
  t: ToolApi,
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
  const mirrored = flipped(t, record, pull)
  const base = { ...record, ...mirrored }
  const fields = t.shapes.get(record.kind)?.edit?.reshape?.(base, { box, from: handle }, t.scene.view)
  return { op: 'patch', id: record.id, fields: roundPosition({ ...box, ...mirrored, ...fields }) }
}

function flipped(t: ToolApi, record: ElementRecord, { flipX, flipY }: ResizeResult): Fields {
  const flip = t.shapes.get(record.kind)?.edit?.flip
  if (!flip) return {}
  const across = flipX ? flip(record, 'horizontal') : {}
  const down = flipY ? flip({ ...record, ...across }, 'vertical') : {}
  return { ...across, ...down }
}
