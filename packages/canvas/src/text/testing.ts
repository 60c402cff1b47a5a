import type { RichText } from '../document/text/rich-text.ts'
import type { MeasureText } from './run.ts'

/** Every character is half its size wide, bold ones an eighth more: enough for tests that need no real fonts. */
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
