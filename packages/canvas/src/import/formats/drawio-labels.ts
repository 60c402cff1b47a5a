import type { Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import { type Style, toNumber } from './drawio-styles.ts'
import type { LabelStyle } from './scene-builder.ts'

const lineHeight = 1.25
/** Usual width of a character, as a share of the font size. */
const characterWidth = 0.55
const gap = 4

const getSize = (style: Style): number => toNumber(style.get('fontSize'), 12)

/** Where the label of a box stands outside of it, as wide as the box; undefined for a label inside. */
export function getLabelBox(
  style: Style,
  text: string,
  { x, y, w, h }: Box,
): (Box & LabelStyle & { readonly wraps: boolean }) | undefined {
  const across = style.get('labelPosition')
  const down = style.get('verticalLabelPosition') ?? (style.get('name') === 'image' ? 'bottom' : undefined)
  const wraps = style.get('whiteSpace') === 'wrap'
  const height =
    countLines(text, wraps ? w / (getSize(style) * characterWidth) : Infinity) * getSize(style) * lineHeight
  const shared = { w, h: height, wraps }
  if (down === 'bottom') return { ...shared, x, y: y + h + gap, align: 'center' }
  if (down === 'top') return { ...shared, x, y: y - height - gap, align: 'center' }
  const middle = y + (h - height) / 2
  if (across === 'left') return { ...shared, x: x - w - gap, y: middle, align: 'right' }
  if (across === 'right') return { ...shared, x: x + w + gap, y: middle, align: 'left' }
  return undefined
}

/** The box of a text around its centre. */
export function getTextBox(style: Style, text: string, { x, y }: Vec): Box {
  const lines = text.split('\n')
  const longest = lines.reduce((most, line) => Math.max(most, [...line].length), 0)
  const w = longest * getSize(style) * characterWidth
  const h = lines.length * getSize(style) * lineHeight
  return { x: x - w / 2, y: y - h / 2, w, h }
}

/** Lines of a text of which each holds this many characters. */
function countLines(text: string, characters: number): number {
  return text.split('\n').reduce((sum, line) => sum + countWrapped(line, characters), 0)
}

function countWrapped(line: string, characters: number): number {
  let [lines, used] = [1, 0]
  for (const { length } of line.split(' ')) {
    if (used > 0 && used + length > characters) [lines, used] = [lines + 1, 0]
    used += length + 1
  }
  return lines
}
