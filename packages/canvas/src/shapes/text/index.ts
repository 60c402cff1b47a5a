import { defineShape } from '../shared/define-shape.ts'
import { usualLineHeight } from '../../text/text-style.ts'
import { drawText } from './render.ts'
import { fitText, reshapeText } from './reshape.ts'
import { textSchema, type TextRecord } from './schema.ts'

/** A standalone text, as wide as its longest line or with a fixed width. */
export const text = defineShape<TextRecord>({
  schema: textSchema,
  draw: drawText,
  edit: {
    needsText: true,
    resize: 'width',
    reshape: reshapeText,
    fit: fitText,
    textBox: (record) => {
      const { x, y, w, h, font, size, color, align, wraps, lineHeight = usualLineHeight } = record
      return { box: { x, y, w, h }, font, size, color, align, vertical: 'top', grows: !wraps, lineHeight }
    },
  },
})
