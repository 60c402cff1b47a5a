import { drawByHand, handDrawnReach } from '../../geometry/hand-drawn.ts'
import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { PaintStyle, Pen, RenderOptions } from '../../pen.ts'

/** How far the line of an element extends beyond its geometry because it is drawn by hand. */
export function getHandReach({ lineStyle }: ElementRecord): number {
  return lineStyle === 'handDrawn' ? handDrawnReach : 0
}

/** At small scales hand-drawn lines look like clean ones. */
export function isHandDrawn({ lineStyle }: ElementRecord, options: RenderOptions): boolean {
  return lineStyle === 'handDrawn' && options.detail === 'full'
}

/** Below this scale the second of two lines is not seen beside the first, and is left out. */
const twoLinesFrom = 0.75

/** Cached by the path that they follow, which exists once per element; by number of passes. */
const drawn = { 1: new WeakMap<Path, Path>(), 2: new WeakMap<Path, Path>() } as const

/** The hand-drawn line along a path of an element. */
export function getHandDrawn(path: Path, { id }: ElementRecord, passes: 1 | 2): Path {
  let line = drawn[passes].get(path)
  if (!line) drawn[passes].set(path, (line = drawByHand(path, id, passes)))
  return line
}

/** Draws a path of an element, its line by hand if the element is so. The area keeps its outline. */
export function drawPath(
  pen: Pen,
  record: ElementRecord,
  path: Path,
  at: Vec,
  { stroke, fill }: PaintStyle,
  options: RenderOptions,
): void {
  if (!stroke || !isHandDrawn(record, options)) return pen.path(path, at, { stroke, fill })
  if (fill) pen.path(path, at, { fill })
  // Two lines with gaps would fill each other's gaps.
  const line = getHandDrawn(path, record, stroke.dash || options.scale < twoLinesFrom ? 1 : 2)
  pen.path(line, at, { stroke: { ...stroke, cap: 'round' } })
}

/** Distance of a control point from the end of a quarter circle, as a fraction of the radius. */
const quarter = 0.5523

/** A rectangle with rounded corners, relative to its top left corner. */
export function createRectPath(w: number, h: number, radius: number): Path {
  const builder = new PathBuilder()
  const r = Math.min(radius, w / 2, h / 2)
  const c = r * (1 - quarter)
  builder.moveTo(r, 0)
  builder.lineTo(w - r, 0)
  if (r > 0) builder.bezierCurveTo(w - c, 0, w, c, w, r)
  builder.lineTo(w, h - r)
  if (r > 0) builder.bezierCurveTo(w, h - c, w - c, h, w - r, h)
  builder.lineTo(r, h)
  if (r > 0) builder.bezierCurveTo(c, h, 0, h - c, 0, h - r)
  builder.lineTo(0, r)
  if (r > 0) builder.bezierCurveTo(0, c, c, 0, r, 0)
  builder.closePath()
  return builder.build()
}

/** An ellipse in a box, relative to its top left corner. */
export function createEllipsePath(w: number, h: number): Path {
  const [rx, ry] = [w / 2, h / 2]
  const [dx, dy] = [rx * quarter, ry * quarter]
  const builder = new PathBuilder()
  builder.moveTo(w, ry)
  builder.bezierCurveTo(w, ry + dy, rx + dx, h, rx, h)
  builder.bezierCurveTo(rx - dx, h, 0, ry + dy, 0, ry)
  builder.bezierCurveTo(0, ry - dy, rx - dx, 0, rx, 0)
  builder.bezierCurveTo(rx + dx, 0, w, ry - dy, w, ry)
  builder.closePath()
  return builder.build()
}
