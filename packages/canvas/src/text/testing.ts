import type { RichText } from '../document/text/rich-text.ts'
import type { MeasureText } from './run.ts'

/** Fake measurement: every character is half the font size wide, bold ones an eighth more. */
export const halfWidths: MeasureText = (run) => [...run.text].length * run.size * (run.bold ? 0.625 : 0.5)

/** A document of plain paragraphs. */
export function richText(...paragraphs: readonly string[]): RichText {
  return {
    type: 'doc',
    content: paragraphs.map((text) => ({
      type: 'paragraph',
      ...(text !== '' && { content: [{ type: 'text', text }] }),
    })),
  }
}
