import type { Path } from '../../geometry/path.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { beginElement, endElement } from '../shared/paint.ts'
import { getTone } from '../shared/palette.ts'
import type { PenRecord } from './schema.ts'
import { blocksPath, fullPath, plainPath, getStroke } from './stroke.ts'

/** Opacity of the highlighter. */
const highlighterOpacity = 0.45
/** Minimum line width at small scales, in device pixels. */
const hairline = 0.8

export function drawPen(pen: Pen, ink: PenRecord, view: ShapeView, options: RenderOptions): void {
  const path = getDrawnPath(ink, view, options.detail)
  if (path.commands.length === 0) return
  const opacity = ink.nib === 'highlighter' ? ink.opacity * highlighterOpacity : ink.opacity
  const color = getTone(ink.stroke, ink.nib === 'highlighter' ? 'bright' : 'strong', options.theme)
  beginElement(pen, ink, opacity)
  if (options.detail !== 'full')
    pen.path(path, ink, { stroke: { color, width: Math.max(ink.strokeWidth, hairline / options.scale) } })
  else if (ink.nib === 'pen') pen.path(path, ink, { fill: { color } })
  else pen.path(path, ink, { stroke: { color, width: ink.strokeWidth, cap: 'round' } })
  endElement(pen, ink, opacity)
}

function getDrawnPath(ink: PenRecord, view: ShapeView, detail: RenderOptions['detail']): Path {
  if (detail === 'blocks') return blocksPath(ink, view)
  const stroke = getStroke(ink, view)
  return detail === 'plain' ? plainPath(stroke) : fullPath(stroke, ink)
}
