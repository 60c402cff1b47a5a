import type { Edge } from '../../editor/view/overlay.ts'
import { getCentre } from '../../geometry/box.ts'
import { offsetPolygon } from '../../geometry/polygon.ts'
import { getPath2D } from '../pens/canvas-pen.ts'
import type { OverlayView } from './overlay-view.ts'

/** Style of outlines around elements; CSS pixels. */
export interface EdgeStyle {
  readonly color: string
  readonly width: number
  /** Gap between the element's own stroke and the outline. */
  readonly gap: number
  /** Colour of a thin border on both sides, for contrast with the background. */
  readonly casing?: string
  readonly dash?: readonly number[]
}

const casingPx = 1

/** Draws outlines around elements. */
export function paintEdges(
  context: CanvasRenderingContext2D,
  edges: readonly Edge[],
  view: OverlayView,
  style: EdgeStyle,
): void {
  // All casings first, then all outlines, batched into few strokes.
  const simple = edges.filter(({ trace }) => trace.form !== 'path')
  if (simple.length > 0) {
    context.beginPath()
    for (const edge of simple) addEdge(context, edge, view, style.gap + style.width / 2)
    if (style.casing !== undefined) strokePath(context, style.casing, style.width + 2 * casingPx)
    if (style.dash) context.setLineDash([...style.dash])
    strokePath(context, style.color, style.width)
    context.setLineDash([])
  }
  for (const edge of edges) if (edge.trace.form === 'path') paintAlongPath(context, edge, view, style)
}

function strokePath(context: CanvasRenderingContext2D, color: string, width: number): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}

/** Adds an edge to the current path, `outside` CSS pixels away from the element's own stroke. */
function addEdge(
  context: CanvasRenderingContext2D,
  { trace, box }: Edge,
  view: OverlayView,
  outside: number,
): void {
  const out = outside + (trace.width / 2) * view.zoom
  const centre = view.toScreen(getCentre(box))
  const [w, h] = [box.w * view.zoom, box.h * view.zoom]
  context.translate(centre.x, centre.y)
  context.rotate((box.r * Math.PI) / 180)
  if (trace.form === 'box') {
    const radius = trace.radius === 0 ? 0 : trace.radius * view.zoom + out
    context.roundRect(-w / 2 - out, -h / 2 - out, w + 2 * out, h + 2 * out, radius)
  } else if (trace.form === 'ellipse') {
    context.moveTo(w / 2 + out, 0)
    context.ellipse(0, 0, w / 2 + out, h / 2 + out, 0, 0, Math.PI * 2)
    context.closePath()
  } else if (trace.form === 'polygon') {
    const middle = getCentre(box)
    const points = trace.points.map(({ x, y }) => ({
      x: (x - middle.x) * view.zoom,
      y: (y - middle.y) * view.zoom,
    }))
    offsetPolygon(points, out).forEach(({ x, y }, i) =>
      i === 0 ? context.moveTo(x, y) : context.lineTo(x, y),
    )
    context.closePath()
  }
  context.setTransform(view.dpr, 0, 0, view.dpr, 0, 0)
}

/** Outlines both sides of a path: a wide stroke whose middle is erased. */
function paintAlongPath(
  context: CanvasRenderingContext2D,
  { trace, box }: Edge,
  view: OverlayView,
  { color, width, gap, casing, dash }: EdgeStyle,
): void {
  if (trace.form !== 'path') return
  const { zoom } = view
  const centre = view.toScreen(getCentre(box))
  const path = getPath2D(trace.path)
  context.save()
  context.translate(centre.x, centre.y)
  context.rotate((box.r * Math.PI) / 180)
  context.scale(zoom, zoom)
  context.translate(trace.at.x - box.x - box.w / 2, trace.at.y - box.y - box.h / 2)
  context.lineCap = 'round'
  const stroke = (paint: string, beside: number): void => {
    context.strokeStyle = paint
    context.lineWidth = Math.max(0, trace.width + (2 * beside) / zoom)
    context.stroke(path)
  }
  if (casing !== undefined) stroke(casing, gap + width + casingPx)
  if (dash) context.setLineDash(dash.map((length) => length / zoom))
  stroke(color, gap + width)
  context.setLineDash([])
  if (casing !== undefined) stroke(casing, gap)
  context.globalCompositeOperation = 'destination-out'
  stroke('#000', casing === undefined ? gap : Math.max(0, gap - casingPx))
  if (trace.filled) context.fill(path)
  context.restore()
}
