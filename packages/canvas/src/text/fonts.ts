import type { FontFace } from './run.ts'

interface FontFamily {
  /** CSS family list; the first name is the font we ship, the rest are fallbacks for characters it lacks. */
  readonly css: string
  /** Names of shipped fonts, in the order in which they are searched for a character. */
  readonly chain: readonly ShippedFontName[]
  /** Share of the size above and below the baseline, from the font's own tables. */
  readonly ascent: number
  readonly descent: number
}

export type ShippedFontName =
  'Inter' | 'Source Serif 4' | 'JetBrains Mono' | 'Shantell Sans' | 'Noto Sans Arabic' | 'Noto Sans Hebrew'

const standIns = ['Inter', 'Noto Sans Arabic', 'Noto Sans Hebrew'] as const
/** Emoji before all else: many a system's own font draws some of them in black. */
const ofTheSystem = `'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', system-ui, 'Noto Sans CJK SC', sans-serif`

function family(first: ShippedFontName, ascent: number, descent: number): FontFamily {
  const chain = [...new Set([first, ...standIns])]
  const names = chain.map((name) => (name.includes(' ') ? `'${name}'` : name))
  return { css: `${names.join(', ')}, ${ofTheSystem}`, chain, ascent, descent }
}

export const fontFamilies: Readonly<Record<FontFace, FontFamily>> = {
  sans: family('Inter', 0.969, 0.241),
  serif: family('Source Serif 4', 1.036, 0.335),
  mono: family('JetBrains Mono', 1.02, 0.3),
  hand: family('Shantell Sans', 1.02, 0.32),
}

/** The CSS `font` shorthand of a run, at its own or another size. */
export function cssFont(
  run: { readonly font: FontFace; readonly size: number; readonly bold: boolean; readonly italic: boolean },
  size = run.size,
): string {
  return `${run.italic ? 'italic ' : ''}${run.bold ? '700 ' : '400 '}${size}px ${fontFamilies[run.font].css}`
}

/** Position of the baseline in a line of this height, as browsers place it. */
export function getBaseline(lineHeight: number, font: FontFace, size: number): number {
  const { ascent, descent } = fontFamilies[font]
  return (lineHeight - (ascent + descent) * size) / 2 + ascent * size
}
