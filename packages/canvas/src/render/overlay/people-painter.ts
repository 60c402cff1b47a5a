import type { RemoteOverlay, LaserTrail } from '../../editor/view/overlay.ts'
import { getCorners } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { CaretMark } from '../../editor/view/text-carets.ts'
import { paintEdges } from './edge-painter.ts'
import { overlayColors, type OverlayColors } from './overlay-colors.ts'
import { lineGap, lineWidth, type OverlayLookup, type OverlayView } from './overlay-view.ts'

const trailMs = 1000
/** CSS pixels. */
const caretWidth = 2
const caretKnob = 6

function personColor(colors: OverlayColors, colour: number): string {
  return colors.people[Math.abs(Math.trunc(colour)) % colors.people.length]!
}

/** A dashed outline around another user's selection, with their name, so that it does not rely on colour alone. */
export function paintSelection(
  context: CanvasRenderingContext2D,
  mark: RemoteOverlay,
  view: OverlayView,
  colors: OverlayColors,
  lookup: OverlayLookup,
): void {
  const color = personColor(colors, mark.colour)
  const edges = mark.selection
    .slice(0, 200)
    .map(lookup.getEdge)
    .filter((edge) => edge !== undefined)
  if (edges.length > 0)
    paintEdges(context, edges, view, { color, width: lineWidth, gap: lineGap, dash: [5, 4] })
  const caret = mark.caret && lookup.getCaret(mark.caret)
  if (caret) {
    const onPaper = caret.isOnPaper ? personColor(overlayColors.light, mark.colour) : color
    paintCaret(context, caret, view, onPaper)
  }
  if (edges.length === 0) return
  const corners = edges.flatMap(({ box }) => getCorners(box, box.r))
  const left = Math.min(...corners.map(({ x }) => x))
  const top = Math.min(...corners.map(({ y }) => y))
  const { x, y } = view.toScreen({ x: left, y: top })
  if (x < -200 || y < -10 || x > view.width || y > view.height + 20) return
  paintName(context, mark.name, { x: x - lineGap - lineWidth, y: y - 23 }, color, colors.onPeople)
}

/** The caret and selection in a text. The name is at the element, where it covers no text. */
function paintCaret(
  context: CanvasRenderingContext2D,
  mark: CaretMark,
  view: OverlayView,
  color: string,
): void {
  context.fillStyle = color
  context.globalAlpha = 0.25
  context.beginPath()
  for (const area of mark.selected) {
    area.forEach((corner, i) => {
      const { x, y } = view.toScreen(corner)
      if (i === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    context.closePath()
  }
  context.fill()
  context.globalAlpha = 1
  const [from, to] = [view.toScreen(mark.from), view.toScreen(mark.to)]
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.strokeStyle = color
  context.lineWidth = caretWidth
  context.stroke()
  context.fillStyle = color
  context.fillRect(from.x - caretKnob / 2, from.y - caretKnob / 2, caretKnob, caretKnob)
}

/** Draws a name on a person's colour; returns its width. */
function paintName(
  context: CanvasRenderingContext2D,
  fullName: string,
  at: Vec,
  color: string,
  ink: string,
): number {
  context.font = '500 12px Inter, system-ui, sans-serif'
  context.textBaseline = 'middle'
  const name = shortened(context, fullName)
  const { width } = context.measureText(name)
  context.beginPath()
  context.roundRect(at.x, at.y, width + 12, 20, 6)
  context.fillStyle = color
  context.fill()
  context.fillStyle = ink
  context.fillText(name, at.x + 6, at.y + 10.5)
  return width
}

export function paintCursor(
  context: CanvasRenderingContext2D,
  mark: RemoteOverlay,
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
  context.strokeStyle = colors.ground
  context.lineWidth = 1.5
  context.stroke()
  context.fill()
  const width = paintName(context, mark.name, { x: 10, y: 14 }, color, colors.onPeople)
  if (mark.speaking) {
    context.beginPath()
    context.roundRect(7, 11, width + 18, 26, 9)
    context.strokeStyle = color
    context.lineWidth = 2
    context.stroke()
  }
  context.restore()
}

/** Maximum width of a name next to a cursor, CSS pixels. */
const longestNamePx = 160

/** Truncates long names. */
function shortened(context: CanvasRenderingContext2D, name: string): string {
  const { width } = context.measureText(name)
  if (width <= longestNamePx) return name
  const characters = [...name]
  return `${characters.slice(0, Math.floor((characters.length * longestNamePx) / width) - 1).join('')}…`
}

export function paintTrail(
  context: CanvasRenderingContext2D,
  trail: LaserTrail,
  view: OverlayView,
  colors: OverlayColors,
): boolean {
  context.strokeStyle = trail.colour < 0 ? colors.selection : personColor(colors, trail.colour)
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
