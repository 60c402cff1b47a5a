import type { ElementRecord } from '../../document/model/record.ts'
import { toPage, type Box } from '../../geometry/box.ts'
import { flattenForm, type DrawForm } from '../../geometry/forms/form.ts'
import { getForm } from '../../geometry/forms/index.ts'
import type { Outline } from '../../geometry/outline.ts'
import { PathBuilder, type Path, type PathSink } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import { RecentCache } from '../../recent-cache.ts'

interface Formed extends ElementRecord {
  readonly form: string
  readonly flipX: boolean
  readonly flipY: boolean
}

/** A figure's form at its size, relative to its top left corner. */
export interface FigureDrawing {
  readonly path: Path
  readonly details: Path | undefined
  /** The outline as a polygon. */
  readonly points: readonly Vec[]
}

const drawings = new RecentCache<ElementRecord, FigureDrawing>(10_000)

/** The figure before rotation; cached per record. */
export function figureDrawing(figure: Formed): FigureDrawing {
  const known = drawings.get(figure)
  if (known) return known
  const form = getForm(figure.form)
  const outline = withFlip(form.outline, figure)
  const drawing = {
    path: createPath(outline, figure),
    details: form.details && createPath(withFlip(form.details, figure), figure),
    points: flattenForm(outline, figure.w, figure.h),
  }
  drawings.set(figure, drawing)
  return drawing
}

/** The outline on the page, to which connectors attach. */
export function figureOutline(record: ElementRecord): Outline {
  const { x, y, r } = record
  const points = figureDrawing(record as Formed).points.map((p) => ({ x: x + p.x, y: y + p.y }))
  return { points: r === 0 ? points : points.map((p) => toPage(p, record)), closed: true }
}

/** The text area in fractions of the box. */
export function figureRoom({ form, flipX, flipY }: Formed): Box {
  const { x, y, w, h } = getForm(form).room
  return { x: flipX ? 1 - x - w : x, y: flipY ? 1 - y - h : y, w, h }
}

function createPath(draw: DrawForm, { w, h }: Box): Path {
  const builder = new PathBuilder()
  draw(builder, w, h)
  return builder.build()
}

function withFlip(draw: DrawForm, { flipX, flipY }: Formed): DrawForm {
  if (!flipX && !flipY) return draw
  return (sink, w, h) => {
    const u = (x: number): number => (flipX ? w - x : x)
    const v = (y: number): number => (flipY ? h - y : y)
    const flipped: PathSink = {
      moveTo: (x, y) => sink.moveTo(u(x), v(y)),
      lineTo: (x, y) => sink.lineTo(u(x), v(y)),
      quadraticCurveTo: (cx, cy, x, y) => sink.quadraticCurveTo(u(cx), v(cy), u(x), v(y)),
      bezierCurveTo: (ax, ay, bx, by, x, y) => sink.bezierCurveTo(u(ax), v(ay), u(bx), v(by), u(x), v(y)),
      closePath: () => sink.closePath(),
    }
    draw(flipped, w, h)
  }
}
