import { readFileSync } from 'node:fs'
import {
  layoutText,
  shippedFonts,
  type RichText,
  type ShippedFontName,
  type TextStyle,
  type TextRun,
} from '@tavla/canvas/svg'
import { fontPath } from '../font-files.ts'
import { createMeasure } from '../measure.ts'

interface LayoutResult {
  readonly text: string
  readonly x: number
  readonly width: number
  readonly runs: readonly (readonly [text: string, x: number, width: number])[]
}

/** Lays texts out as the server does, for browser tests that compare it with their own layout. */
export async function layOut(
  cases: readonly { readonly doc: RichText; readonly style: TextStyle }[],
): Promise<readonly (readonly LayoutResult[])[]> {
  const measure = await createMeasure()
  return cases.map(({ doc, style }) =>
    layoutText(doc, style, measure).lines.map(({ x, width, runs }) => ({
      text: runs.map((run) => run.text).join('|'),
      x,
      width,
      runs: runs.map((run) => [run.text, run.x, run.width] as const),
    })),
  )
}

/** `@font-face` rules with inlined font files, for tests of packages that do not know where fonts are. */
export function fontFaces(): string {
  const rules: string[] = []
  for (const [font, { subsets, italics }] of Object.entries(shippedFonts)) {
    for (const { name: subset, covers } of [...subsets].reverse()) {
      for (const [bold, italic] of [[], [true], [false, true], [true, true]]) {
        if (italic && !italics) continue
        const path = fontPath({ font: font as ShippedFontName, subset, bold: !!bold, italic: !!italic })
        const data = readFileSync(path).toString('base64')
        const range = covers.split(' ').map((part) => `U+${part}`)
        rules.push(
          `@font-face { font-family: '${font}'; font-weight: ${bold ? 700 : 400}; font-style: ${italic ? 'italic' : 'normal'}; src: url(data:font/woff;base64,${data}); unicode-range: ${range.join(', ')} }`,
        )
      }
    }
  }
  return rules.join('\n')
}

export async function widths(runs: readonly TextRun[]): Promise<readonly number[]> {
  const measure = await createMeasure()
  return runs.map(measure)
}
