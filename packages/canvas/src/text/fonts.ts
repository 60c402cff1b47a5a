import type { FontFace } from './run.ts'

interface FontFamily {
  /** CSS family list: the shipped font, followed by fallbacks. */
  readonly css: string
  /** Shipped fonts in fallback order. */
  readonly chain: readonly ShippedFontName[]
  /** Ascent and descent as fractions of the font size, from the font's tables. */
  readonly ascent: number
  readonly descent: number
}

export type ShippedFontName =
  | 'Inter'
  | 'Source Serif 4'
  | 'JetBrains Mono'
  | 'Shantell Sans'
  | 'Noto Sans Arabic'
  | 'Noto Sans Hebrew'
  | 'Noto Sans Thai'
  | 'Noto Sans Devanagari'

const standIns = [
  'Inter',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Devanagari',
] as const

/**
 * Fonts of large scripts, served by ourselves. Browsers load them when a text needs them, the server does not have
 * them: like the system's fonts they are scaled to fixed widths. Han characters that several have are drawn as in
 * Simplified Chinese.
 */
export const fallbackFonts = [
  'Noto Emoji',
  'Noto Sans SC Variable',
  'Noto Sans JP Variable',
  'Noto Sans KR Variable',
  'Noto Sans TC Variable',
] as const

/**
 * The system's emoji fonts first, because other fonts contain monochrome emoji. Ours is served to systems without any.
 */
const ofTheSystem = [
  ...['Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', ...fallbackFonts].map((name) => `'${name}'`),
  'system-ui',
  'sans-serif',
].join(', ')

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

/** Of the CSS weights of a font, those that boards use; the interface also uses others. */
export function getBoardWeights(weight: string): readonly ('400' | '700')[] {
  if (weight === 'normal') return ['400']
  if (weight === 'bold') return ['700']
  const [least, most = least] = weight.split(' ').map(Number)
  return (['400', '700'] as const).filter((each) => Number(each) >= least! && Number(each) <= most!)
}

/** Baseline position in a line of this height, as computed by browsers. */
export function getBaseline(lineHeight: number, font: FontFace, size: number): number {
  const { ascent, descent } = fontFamilies[font]
  return (lineHeight - (ascent + descent) * size) / 2 + ascent * size
}
