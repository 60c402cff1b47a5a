import type { Box } from '../../geometry/box.ts'
import { getPointBounds, inflate, getUnion } from '../../geometry/box.ts'
import { PathBuilder, createPolyline, type Path } from '../../geometry/path.ts'
import { simplifyLine } from '../../geometry/polygon.ts'
import { subtract } from '../../geometry/vec.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { ShapeView } from '../../shape.ts'
import { drawPath } from '../shared/draw-path.ts'
import { drawHead } from '../shared/heads.ts'
import { drawLabel } from '../shared/label.ts'
import { getStroke } from '../shared/paint.ts'
import { getTone } from '../shared/palette.ts'
import { labelBox, labelHole } from './geometry.ts'
import { getRoute, type Route } from './route.ts'
import type { ConnectorRecord } from './schema.ts'

export function drawConnector(
  pen: Pen,
  connector: ConnectorRecord,
  view: ShapeView,
  options: RenderOptions,
): void {
  const route = getRoute(connector, view)
  const stroke = getStroke(connector, options)
  if (connector.opacity !== 1) {
    pen.save()
    pen.fade(connector.opacity)
  }
  if (stroke && options.detail === 'full') {
    const hole = connector.text === null ? undefined : labelHole(connector, view)
    if (hole) {
      pen.save()
      pen.clipPath(around(route, hole, connector.strokeWidth), route.origin)
    }
    drawPath(pen, connector, route.path, route.origin, { stroke }, options)
    if (hole) pen.restore()
  } else if (stroke) {
    const path = options.detail === 'plain' ? plainPath(route) : createPlainPath(route)
    pen.path(path, route.origin, { stroke })
  }
  if (stroke) {
    const head = { color: stroke.color, width: connector.strokeWidth, record: connector }
    drawHead(pen, connector.startHead, route.start, route.startOut, head, options)
    drawHead(pen, connector.endHead, route.end, route.endOut, head, options)
  }
  const box = connector.text === null || options.detail === 'blocks' ? undefined : labelBox(connector, view)
  const color = getTone(connector.color, 'strong', options.theme)
  if (box) drawLabel(pen, { ...connector, vertical: 'middle' }, box, color, view, options)
  if (connector.opacity !== 1) pen.restore()
}

const plainPaths = new RecentCache<Route, Path>(10_000)

/** The simplified route for small scales. Blocks are cached themselves, so that their paths are not. */
function createPlainPath(route: Route): Path {
  const points = simplifyLine(route.points, 2).map((p) => subtract(p, route.origin))
  return createPolyline(points, false)
}

function plainPath(route: Route): Path {
  let path = plainPaths.get(route)
  if (!path) plainPaths.set(route, (path = createPlainPath(route)))
  return path
}

const holes = new RecentCache<Route, { readonly hole: Box; readonly path: Path }>(2_000)

/** The area around the label as clip path: the hole has the opposite winding direction. */
function around(route: Route, hole: Box, strokeWidth: number): Path {
  const known = holes.get(route)
  if (known && known.hole.x === hole.x && known.hole.w === hole.w && known.hole.h === hole.h)
    return known.path
  const all = inflate(getUnion(getPointBounds(route.points), hole), strokeWidth * 2 + 20)
  const builder = new PathBuilder()
  const [left, top] = [all.x - route.origin.x, all.y - route.origin.y]
  builder.moveTo(left, top)
  builder.lineTo(left + all.w, top)
  builder.lineTo(left + all.w, top + all.h)
  builder.lineTo(left, top + all.h)
  builder.closePath()
  const [x, y] = [hole.x - route.origin.x, hole.y - route.origin.y]
  builder.moveTo(x, y)
  builder.lineTo(x, y + hole.h)
  builder.lineTo(x + hole.w, y + hole.h)
  builder.lineTo(x + hole.w, y)
  builder.closePath()
  const path = builder.build()
  holes.set(route, { hole, path })
  return path
}
