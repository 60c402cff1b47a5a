import { getCorners, type RotatedBox } from '../geometry/box.ts'
import type { Vec } from '../geometry/vec.ts'
import type { OthersMark, Overlay, SelectionFrame, Trail } from '../editor/view/overlay.ts'
import type { Outline } from '../shape.ts'
import type { OverlayColors } from './overlay-colors.ts'

/** Sizes in CSS pixels: they stay the same at every zoom (look.md). */
const handleSize = 8
const lineWidth = 1.5
const trailMs = 1000

export interface OverlayView {
  readonly dpr: number
  readonly zoom: number
  /** Page to CSS pixels of the view. */
  readonly toScreen: (point: Vec) => Vec
  readonly width: number
  readonly height: number
  readonly nowMs: number
}

/** Outlines of what others have selected. */
export type OutlineLookup = (id: string) => Outline | undefined

/** Draws everything above the page; answers whether something in it moves by itself (a trail that fades). */
export function paintOverlay(
  context: CanvasRenderingContext2D,
  overlay: Overlay,
  view: OverlayView,
  colors: OverlayColors,
  getOutline: OutlineLookup,
): boolean {
  context.setTransform(view.dpr, 0, 0, view.dpr, 0, 0)
  context.clearRect(0, 0, view.width, view.height)
  context.lineJoin = 'round'
  for (const mark of overlay.others) paintSelection(context, mark, view, colors, getOutline)
  if (overlay.hovered) strokeOutline(context, overlay.hovered, view, colors.accent, 1, 0.7)
  for (const outline of overlay.outlines) strokeOutline(context, outline, view, colors.accent, 1)
  if (overlay.dropTarget) strokeOutline(context, overlay.dropTarget, view, colors.accent, 2)
  if (overlay.bindTarget) paintBindTarget(context, overlay.bindTarget, view, colors)
  if (overlay.frame) paintFrame(context, overlay.frame, view, colors)
  if (overlay.marquee) paintMarquee(context, overlay.marquee, view, colors)
  paintGuides(context, overlay.guides, view, colors)
  let moves = false
  for (const trail of overlay.trails) moves = paintTrail(context, trail, view, colors) || moves
  for (const mark of overlay.others) paintCursor(context, mark, view, colors)
  if (overlay.readout) paintReadout(context, overlay.readout, view, colors)
  return moves
}

function strokeOutline(
  context: CanvasRenderingContext2D,
  outline: Outline,
  view: OverlayView,
  color: string,
  width: number,
  opacity = 1,
): void {
  context.beginPath()
  outline.points.forEach((point, i) => {
    const { x, y } = view.toScreen(point)
    if (i === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  })
  if (outline.closed) context.closePath()
  context.strokeStyle = color
  context.lineWidth = width
  context.globalAlpha = opacity
  context.stroke()
  context.globalAlpha = 1
}

function paintFrame(
  context: CanvasRenderingContext2D,
  frame: SelectionFrame,
  view: OverlayView,
  colors: OverlayColors,
): void {
  const corners = getCorners(frame.box, frame.box.r)
  if (frame.resize !== 'none' || frame.handles.length === 0) {
    strokeOutline(context, { points: corners, closed: true }, view, colors.accent, lineWidth)
  }
  for (const at of listHandles(frame, corners, view))
    paintOneHandle(context, view.toScreen(at), frame.box.r, colors)
  for (const handle of frame.handles)
    paintHandle(context, view.toScreen(handle.at), handle.role === 'point', colors)
}

/** Side grips only where they do not crowd the corners. */
function listHandles(frame: SelectionFrame, corners: readonly Vec[], view: OverlayView): Vec[] {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    return { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }
  })
  const roomy = (box: RotatedBox): boolean => Math.min(box.w, box.h) * view.zoom > 48
  if (frame.resize === 'none') return []
  if (frame.resize === 'corners') return [...corners]
  if (frame.resize === 'sides') return [sides[1]!, sides[3]!]
  return roomy(frame.box) ? [...corners, ...sides] : [...corners]
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
  context.fillStyle = colors.handleFill
  context.strokeStyle = colors.accent
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
  context.fillStyle = solid ? colors.handleFill : colors.accent
  context.strokeStyle = colors.accent
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
  context.fillStyle = colors.accent
  context.globalAlpha = 0.08
  context.fillRect(x, y, w, h)
  context.globalAlpha = 1
  context.strokeStyle = colors.accent
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

function paintBindTarget(
  context: CanvasRenderingContext2D,
  target: NonNullable<Overlay['bindTarget']>,
  view: OverlayView,
  colors: OverlayColors,
): void {
  strokeOutline(context, target.outline, view, colors.accent, 2)
  if (!target.at) return
  const { x, y } = view.toScreen(target.at)
  context.beginPath()
  context.arc(x, y, 5, 0, Math.PI * 2)
  context.fillStyle = colors.accent
  context.fill()
}

function personColor(colors: OverlayColors, colour: number): string {
  return colors.people[Math.abs(Math.trunc(colour)) % colors.people.length]!
}

function paintSelection(
  context: CanvasRenderingContext2D,
  mark: OthersMark,
  view: OverlayView,
  colors: OverlayColors,
  getOutline: OutlineLookup,
): void {
  for (const id of mark.selection.slice(0, 200)) {
    const outline = getOutline(id)
    if (outline) strokeOutline(context, outline, view, personColor(colors, mark.colour), lineWidth, 0.8)
  }
}

function paintCursor(
  context: CanvasRenderingContext2D,
  mark: OthersMark,
  view: OverlayView,
  colors: OverlayColors,
): void {
  if (!mark.cursor) return
  const { x, y } = view.toScreen(mark.cursor)
  if (x < -200 || y < -40 || x > view.width + 20 || y > view.height + 20) return
  const color = personColor(colors, mark.colour)
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(0, 15)
  context.lineTo(4, 11.5)
  context.lineTo(10.5, 10.5)
  context.closePath()
  context.fillStyle = color
  context.strokeStyle = colors.handleFill
  context.lineWidth = 1.5
  context.stroke()
  context.fill()
  context.font = '500 12px Inter, system-ui, sans-serif'
  context.textBaseline = 'middle'
  const name = shortened(context, mark.name)
  const width = context.measureText(name).width
  context.beginPath()
  context.roundRect(10, 14, width + 12, 20, 6)
  context.fillStyle = color
  context.fill()
  context.fillStyle = colors.onPeople
  context.fillText(name, 16, 24.5)
  if (mark.speaking) {
    context.beginPath()
    context.roundRect(7, 11, width + 18, 26, 9)
    context.strokeStyle = color
    context.lineWidth = 2
    context.stroke()
  }
  context.restore()
}

/** Widest name beside a cursor, CSS pixels. */
const longestNamePx = 160

/** A name that would hide the board ends early, instead of being squeezed. */
function shortened(context: CanvasRenderingContext2D, name: string): string {
  const { width } = context.measureText(name)
  if (width <= longestNamePx) return name
  const characters = [...name]
  return `${characters.slice(0, Math.floor((characters.length * longestNamePx) / width) - 1).join('')}…`
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

function paintTrail(
  context: CanvasRenderingContext2D,
  trail: Trail,
  view: OverlayView,
  colors: OverlayColors,
): boolean {
  context.strokeStyle = trail.colour < 0 ? colors.accent : personColor(colors, trail.colour)
  context.lineCap = 'round'
  let visible = false
  for (let i = 1; i < trail.points.length; i++) {
    const a = trail.points[i - 1]!
    const b = trail.points[i]!
    const life = 1 - (view.nowMs - b.atMs) / trailMs
    if (life <= 0) continue
    visible = true
    const from = view.toScreen(a)
    const to = view.toScreen(b)
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.globalAlpha = life
    context.lineWidth = 2 + 4 * life
    context.stroke()
  }
  context.globalAlpha = 1
  context.lineCap = 'butt'
  return visible
}
