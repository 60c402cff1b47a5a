import type { FontFace } from './run.ts'

interface FontFamily {
  /** CSS family list; the first name is the font we ship. */
  readonly css: string
  /** Share of the size above and below the baseline, from the font's own tables. */
  readonly ascent: number
  readonly descent: number
}

const fallback = `'Noto Sans Arabic', 'Noto Sans Hebrew', system-ui, 'Noto Sans CJK SC', 'Noto Color Emoji', sans-serif`

export const fontFamilies: Readonly<Record<FontFace, FontFamily>> = {
  sans: { css: `Inter, ${fallback}`, ascent: 0.969, descent: 0.241 },
  serif: { css: `'Source Serif 4', ${fallback}`, ascent: 1.036, descent: 0.335 },
  mono: { css: `'JetBrains Mono', ${fallback}`, ascent: 1.02, descent: 0.3 },
  hand: { css: `'Shantell Sans', ${fallback}`, ascent: 1.02, descent: 0.32 },
}

/** The CSS `font` shorthand of a run, at its own or another size. */
export function cssFont(
  run: { readonly font: FontFace; readonly size: number; readonly bold: boolean; readonly italic: boolean },
  size = run.size,
): string {
  return `${run.italic ? 'italic ' : ''}${run.bold ? '700 ' : '400 '}${size}px ${fontFamilies[run.font].css}`
}

/** Where the baseline lies in a line of this height, as browsers place it. */
export function baselineIn(lineHeight: number, font: FontFace, size: number): number {
  const { ascent, descent } = fontFamilies[font]
  return (lineHeight - (ascent + descent) * size) / 2 + ascent * size
}
