import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { richTextFromPlain, type RichText } from '../../document/text/rich-text.ts'
import { layoutText } from '../../text/layout.ts'
import { getGraphemes } from '../../text/breaks.ts'
import type { MeasureText } from '../../text/run.ts'
import { runWidth } from '../../text/widths.ts'
import { RecentCache } from '../../recent-cache.ts'
import { getTone } from '../shared/palette.ts'
import { frameLine, frameRadius, titleBox, titleSize } from './geometry.ts'
import { drawRoleMark, markWidth } from './role-mark.ts'
import type { FrameRecord } from './schema.ts'

/** Titles smaller than this many device pixels are omitted. */
const legible = 5

export function drawFrame(pen: Pen, frame: FrameRecord, view: ShapeView, options: RenderOptions): void {
  const fill = frame.fill === 'none' ? undefined : { color: getTone(frame.fill, 'soft', options.theme) }
  const width = options.detail === 'full' ? frameLine : Math.max(frameLine, 0.8 / options.scale)
  const stroke = { color: getTone('grey', 'strong', options.theme), width, opacity: 0.6 }
  pen.rect(frame, { fill, stroke }, options.detail === 'full' ? frameRadius : 0)
  if (options.detail !== 'full' && titleSize * options.scale < legible) return
  const strip = titleBox(frame)
  const color = getTone('grey', 'strong', options.theme)
  if (frame.role) drawRoleMark(pen, frame.role, { x: strip.x, y: strip.y + 5 }, color)
  if (frame.title === '') return
  const block = layoutText(titleDoc(frame, view.measure), titleStyle, view.measure)
  pen.text(block, { x: strip.x + markRoom(frame), y: strip.y + 2 }, color, options.theme)
}

const markRoom = (frame: FrameRecord): number => (frame.role ? markWidth : 0)

const titleStyle = { font: 'sans', size: titleSize, align: 'start', width: null } as const

interface Title {
  readonly measure: MeasureText
  readonly doc: RichText
}

const titles = new RecentCache<FrameRecord, Title>(1_000)

/** The title on one line, truncated to the frame's width. */
function titleDoc(frame: FrameRecord, measure: MeasureText): RichText {
  const known = titles.get(frame)
  if (known?.measure === measure) return known.doc
  const doc = richTextFromPlain(
    shortened(frame.title.replaceAll(/\s+/g, ' '), frame.w - markRoom(frame), measure),
  )
  titles.set(frame, { measure, doc })
  return doc
}

function shortened(title: string, width: number, measure: MeasureText): string {
  const wide = (text: string): number =>
    runWidth({ text, font: 'sans', size: titleSize, bold: false, italic: false }, measure)
  if (wide(title) <= width) return title
  const characters = getGraphemes(title)
  while (characters.length > 1 && wide(`${characters.join('')}…`) > width) characters.pop()
  return `${characters.join('')}…`
}
