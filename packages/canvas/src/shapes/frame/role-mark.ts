import type { Vec } from '../../geometry/vec.ts'
import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { Pen } from '../../pen.ts'
import type { FrameRecord } from './schema.ts'

/** Space for the mark before the title, in page units. */
export const markWidth = 22

/** Icon of a frame that limits roles: an eye for view only, a pencil for own elements only. */
export function drawRoleMark(
  pen: Pen,
  role: Exclude<FrameRecord['role'], null>,
  at: Vec,
  color: string,
): void {
  pen.path(role === 'viewer' ? eye : pencil, at, { stroke: { color, width: 1.5, cap: 'round' } })
}

const eye = outline((path) => {
  path.moveTo(1, 8)
  path.bezierCurveTo(4, 2.5, 12, 2.5, 15, 8)
  path.bezierCurveTo(12, 13.5, 4, 13.5, 1, 8)
  path.closePath()
  path.moveTo(10.2, 8)
  path.bezierCurveTo(10.2, 11, 5.8, 11, 5.8, 8)
  path.bezierCurveTo(5.8, 5, 10.2, 5, 10.2, 8)
  path.closePath()
})

const pencil = outline((path) => {
  path.moveTo(2, 14)
  path.lineTo(2, 10.5)
  path.lineTo(10.5, 2)
  path.lineTo(14, 5.5)
  path.lineTo(5.5, 14)
  path.closePath()
  path.moveTo(8, 4.5)
  path.lineTo(11.5, 8)
})

function outline(draw: (path: PathBuilder) => void): Path {
  const path = new PathBuilder()
  draw(path)
  return path.build()
}
