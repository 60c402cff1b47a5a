import type { Box } from '../../geometry/box.ts'
import { getLinkMarkBox } from '../../geometry/link-mark.ts'
import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { Pen, RenderOptions } from '../../pen.ts'
import { boardColors } from './palette.ts'

/** An arrow that leaves a corner, in a box of 20. */
function createGlyph(): Path {
  const builder = new PathBuilder()
  builder.moveTo(6.5, 13.5)
  builder.lineTo(13.5, 6.5)
  builder.moveTo(8, 6.5)
  builder.lineTo(13.5, 6.5)
  builder.lineTo(13.5, 12)
  return builder.build()
}

const glyph = createGlyph()

/** The link of an element: a mark on the board, an area to click in exported files. */
export function drawLink(pen: Pen, href: string, bounds: Box, { theme, isExport }: RenderOptions): void {
  if (isExport) {
    pen.link?.(bounds, href)
    return
  }
  const box = getLinkMarkBox(bounds)
  const { link, paper, line } = boardColors[theme]
  pen.rect(box, { fill: { color: paper }, stroke: { color: line, width: 1 } }, 6)
  pen.path(glyph, box, { stroke: { color: link, width: 1.75, cap: 'round' } })
}
