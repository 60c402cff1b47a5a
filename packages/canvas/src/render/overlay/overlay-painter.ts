import type { Overlay, SelectionFrame } from '../../editor/view/overlay.ts'
import { getTurnHandle } from '../../editor/view/selection-frame.ts'
import { getCorners, inflate, type RotatedBox } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { paintConnectHandles } from './connect-painter.ts'
import { paintEdges } from './edge-painter.ts'
import type { OverlayColors } from './overlay-colors.ts'
import { lineGap, lineWidth, type OverlayLookup, type OverlayView } from './overlay-view.ts'
import { paintCursor, paintSelection, paintTrail } from './people-painter.ts'

/** Size in CSS pixels, the same at every zoom. */
const handleSize = 8

/** Whether nothing of the overlay is drawn; the grid is part of the scene. */
export function isOverlayEmpty({ grid: _grid, marksHidden: _marksHidden, ...parts }: Overlay): boolean {
  return Object.values(parts).every((part) => part === null || (Array.isArray(part) && part.length === 0))
}

/** Draws the overlay. Returns whether something in it is animated (a fading trail). */
export function paintOverlay(
  context: CanvasRenderingContext2D,
  overlay: Overlay,
  view: OverlayView,
  colors: OverlayColors,
  lookup: OverlayLookup,
): boolean {
  context.setTransform(view.dpr, 0, 0, view.dpr, 0, 0)
  context.clearRect(0, 0, view.width, view.height)
  context.lineJoin = 'round'
  const own = { color: colors.selection, width: lineWidth, gap: lineGap, casing: colors.ground }
  // First, because outlines of paths erase what is under them.
  paintEdges(context, overlay.edges, view, own)
  paintFound(context, overlay, view, colors)
  if (overlay.hovered) paintEdges(context, [overlay.hovered], view, { ...own, width: 1 })
  for (const mark of overlay.others) paintSelection(context, mark, view, colors, lookup)
  if (overlay.dropTarget) paintEdges(context, [overlay.dropTarget], view, { ...own, width: 2 })
  if (overlay.bindTarget) paintBindTarget(context, overlay.bindTarget, view, colors)
  if (overlay.frame && !overlay.marksHidden) paintFrame(context, overlay.frame, view, colors)
  if (overlay.connectHandles) paintConnectHandles(context, overlay.connectHandles, view, colors)
  if (overlay.marquee) paintMarquee(context, overlay.marquee, view, colors)
  paintGuides(context, overlay.guides, view, colors)
  for (const gap of overlay.gaps) paintGap(context, gap, view, colors)
  let moves = false
  for (const trail of overlay.trails) moves = paintTrail(context, trail, view, colors) || moves
  for (const mark of overlay.others) paintCursor(context, mark, view, colors)
  if (overlay.readout) paintReadout(context, overlay.readout, view, colors)
  return moves
}

/** Matches of a search; the current one has a wider line. */
function paintFound(
  context: CanvasRenderingContext2D,
  { found, foundCurrent }: Overlay,
  view: OverlayView,
  { found: color, ground: casing }: OverlayColors,
): void {
  paintEdges(context, found, view, { color, width: 1.5, gap: 2, casing })
  if (foundCurrent) paintEdges(context, [foundCurrent], view, { color, width: 4, gap: 2, casing })
}

function paintFrame(
  context: CanvasRenderingContext2D,
  frame: SelectionFrame,
  view: OverlayView,
  colors: OverlayColors,
): void {
  if (frame.cropArea) paintCropArea(context, frame.cropArea, view, colors)
  const out = frame.pad + (lineGap + lineWidth / 2) / view.zoom
  const corners = getCorners(inflate(frame.box, out), frame.box.r)
  const hasBox = frame.resize !== 'none' || frame.handles.length === 0
  if (hasBox && !frame.isEdge) paintBox(context, corners, view, colors)
  if (frame.turnsByHandle) paintTurnHandle(context, getTurnHandle(frame, 1 / view.zoom), view, colors)
  for (const at of listHandles(frame, corners, view))
    paintOneHandle(context, view.toScreen(at), frame.box.r, colors)
  for (const handle of frame.handles)
    paintHandle(context, view.toScreen(handle.at), handle.role === 'point', colors)
}

/** The whole image, of which the frame shows a part. */
function paintCropArea(
  context: CanvasRenderingContext2D,
  area: readonly Vec[],
  view: OverlayView,
  colors: OverlayColors,
): void {
  context.beginPath()
  for (const corner of area) {
    const { x, y } = view.toScreen(corner)
    context.lineTo(x, y)
  }
  context.closePath()
  context.strokeStyle = colors.selection
  context.lineWidth = 1
  context.setLineDash([5, 4])
  context.stroke()
  context.setLineDash([])
}

/** Box with handles, unless it coincides with the outline of the selection. */
function paintBox(
  context: CanvasRenderingContext2D,
  corners: readonly Vec[],
  view: OverlayView,
  colors: OverlayColors,
): void {
  context.beginPath()
  for (const corner of corners) {
    const { x, y } = view.toScreen(corner)
    context.lineTo(x, y)
  }
  context.closePath()
  context.strokeStyle = colors.selection
  context.lineWidth = 1
  context.globalAlpha = 0.6
  context.stroke()
  context.globalAlpha = 1
}

/** Radius of the rotation handle, CSS pixels; large enough to be visible under a finger. */
const turnHandleRadius = 12

function paintTurnHandle(
  context: CanvasRenderingContext2D,
  at: Vec,
  view: OverlayView,
  colors: OverlayColors,
): void {
  const { x, y } = view.toScreen(at)
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.arc(0, 0, turnHandleRadius, 0, Math.PI * 2)
  context.fillStyle = colors.ground
  context.fill()
  context.strokeStyle = colors.selection
  context.lineWidth = lineWidth
  context.stroke()
  context.beginPath()
  context.arc(0, 0, 5.5, -0.4 * Math.PI, 1.2 * Math.PI)
  context.moveTo(4.8, -5.6)
  context.lineTo(1.6, -5.3)
  context.lineTo(2.2, -2)
  context.lineCap = 'round'
  context.stroke()
  context.restore()
}

/** Handles on the sides, unless they would crowd the corners. */
function listHandles(frame: SelectionFrame, corners: readonly Vec[], view: OverlayView): Vec[] {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    return { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }
  })
  const hasRoomForSides = (box: RotatedBox): boolean => Math.min(box.w, box.h) * view.zoom > 48
  if (frame.resize === 'none') return []
  if (frame.resize === 'corners') return [...corners]
  if (frame.resize === 'sides') return [sides[1]!, sides[3]!]
  return hasRoomForSides(frame.box) ? [...corners, ...sides] : [...corners]
}

function paintOneHandle(
  context: CanvasRenderingContext2D,
  at: Vec,
  degrees: number,
  colors: OverlayColors,
): void {
  context.save()
  context.translate(at.x, at.y)
  context.rotate((degrees * Math.PI) / 180)
  context.beginPath()
  context.roundRect(-handleSize / 2, -handleSize / 2, handleSize, handleSize, 2)
  context.fillStyle = colors.ground
  context.strokeStyle = colors.selection
  context.lineWidth = lineWidth
  context.fill()
  context.stroke()
  context.restore()
}

function paintHandle(
  context: CanvasRenderingContext2D,
  at: Vec,
  solid: boolean,
  colors: OverlayColors,
): void {
  context.beginPath()
  context.arc(at.x, at.y, solid ? handleSize / 2 : handleSize / 2 - 1, 0, Math.PI * 2)
  context.fillStyle = solid ? colors.ground : colors.selection
  context.strokeStyle = colors.selection
  context.lineWidth = lineWidth
  context.globalAlpha = solid ? 1 : 0.6
  context.fill()
  context.stroke()
  context.globalAlpha = 1
}

function paintMarquee(
  context: CanvasRenderingContext2D,
  box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
  view: OverlayView,
  colors: OverlayColors,
): void {
  const { x, y } = view.toScreen(box)
  const w = box.w * view.zoom
  const h = box.h * view.zoom
  context.fillStyle = colors.selection
  context.globalAlpha = 0.08
  context.fillRect(x, y, w, h)
  context.globalAlpha = 1
  context.strokeStyle = colors.selection
  context.lineWidth = 1
  context.strokeRect(x, y, w, h)
}

function paintGuides(
  context: CanvasRenderingContext2D,
  guides: Overlay['guides'],
  view: OverlayView,
  colors: OverlayColors,
): void {
  if (guides.length === 0) return
  context.beginPath()
  for (const guide of guides) {
    const from = view.toScreen(guide.from)
    const to = view.toScreen(guide.to)
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
  }
  context.strokeStyle = colors.guide
  context.lineWidth = 1
  context.stroke()
}

/** Half the length of the strokes at both ends of a gap, CSS pixels. */
const gapEnd = 4

/** A gap between neighbours with its distance. */
function paintGap(
  context: CanvasRenderingContext2D,
  gap: Overlay['gaps'][number],
  view: OverlayView,
  colors: OverlayColors,
): void {
  const from = view.toScreen(gap.from)
  const to = view.toScreen(gap.to)
  const [dx, dy] = from.y === to.y ? [0, gapEnd] : [gapEnd, 0]
  context.beginPath()
  for (const { x, y } of [from, to]) {
    context.moveTo(x - dx, y - dy)
    context.lineTo(x + dx, y + dy)
  }
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.strokeStyle = colors.guide
  context.lineWidth = 1
  context.stroke()
  const text = String(Math.round(gap.size))
  context.font = '500 11px Inter, system-ui, sans-serif'
  context.textBaseline = 'middle'
  const width = context.measureText(text).width + 8
  const [left, top] =
    dx === 0
      ? [(from.x + to.x - width) / 2, from.y + gapEnd + 2]
      : [from.x + gapEnd + 2, (from.y + to.y) / 2 - 8]
  context.beginPath()
  context.roundRect(left, top, width, 16, 4)
  context.fillStyle = colors.guide
  context.fill()
  context.fillStyle = colors.ground
  context.fillText(text, left + 4, top + 8.5)
}

function paintBindTarget(
  context: CanvasRenderingContext2D,
  target: NonNullable<Overlay['bindTarget']>,
  view: OverlayView,
  colors: OverlayColors,
): void {
  const { selection: color, ground: casing } = colors
  paintEdges(context, [target.edge], view, { color, width: 2, gap: lineGap, casing })
  if (!target.at) return
  const { x, y } = view.toScreen(target.at)
  context.beginPath()
  context.arc(x, y, 5, 0, Math.PI * 2)
  context.fillStyle = colors.selection
  context.fill()
}

function paintReadout(
  context: CanvasRenderingContext2D,
  readout: NonNullable<Overlay['readout']>,
  view: OverlayView,
  colors: OverlayColors,
): void {
  const { x, y } = view.toScreen(readout.at)
  context.font = '500 12px Inter, system-ui, sans-serif'
  context.textBaseline = 'middle'
  const width = context.measureText(readout.text).width + 12
  const left = Math.max(4, Math.min(view.width - width - 4, x - width / 2))
  const top = Math.max(4, Math.min(view.height - 26, y + 12))
  context.beginPath()
  context.roundRect(left, top, width, 22, 6)
  context.fillStyle = colors.readoutFill
  context.fill()
  context.fillStyle = colors.readoutText
  context.fillText(readout.text, left + 6, top + 11.5)
}
