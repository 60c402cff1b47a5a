import { fontFamilies } from '../text/fonts.ts'
import type { FontFace } from '../text/run.ts'
import type { UsedFont } from './text-pen.ts'

/** One font file: a subset of the characters of one style of a family. */
export interface FontFile {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  /** Inclusive ranges of code points. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
  /** The CSS `unicode-range`. */
  readonly unicodeRange: string
  /** The file's bytes. WOFF 2 is smaller; WOFF is easier to unpack outside of browsers. */
  read(as: 'woff' | 'woff2'): Promise<Uint8Array<ArrayBuffer>>
}

/** The shipped fonts in fallback order of their families. */
export type ListFonts = () => readonly FontFile[]

/** Family names of a font face in CSS order. */
export function getFamilies(font: FontFace): readonly string[] {
  return fontFamilies[font].css.split(',').map((name) => name.trim().replace(/^'(.*)'$/, '$1'))
}

export function hasCharacter({ ranges }: FontFile, character: number): boolean {
  return ranges.some(([from, to]) => character >= from && character <= to)
}

/** Files for this style in order of preference; a family without the style offers the styles it has. */
export function getFiles(
  { font, bold, italic }: Pick<UsedFont, 'font' | 'bold' | 'italic'>,
  files: readonly FontFile[],
): readonly FontFile[] {
  return getFamilies(font).flatMap((family) => {
    const own = files.filter((file) => file.family === family)
    const cuts = [
      own.filter((file) => file.bold === bold && file.italic === italic),
      own.filter((file) => file.bold === bold),
      own,
    ]
    return cuts.find((cut) => cut.length > 0) ?? []
  })
}

/** The files needed for a text: for each character the first file that contains it. */
export function filesNeeded(written: readonly UsedFont[], files: readonly FontFile[]): ReadonlySet<FontFile> {
  const needed = new Set<FontFile>()
  for (const face of written) {
    const choice = getFiles(face, files)
    for (const character of face.characters) {
      const file = choice.find((each) => hasCharacter(each, character))
      if (file) needed.add(file)
    }
  }
  return needed
}

/**
 * `@font-face` rules with embedded fonts. Files that fail to load are skipped, so their characters use fallback
 * fonts.
 */
export async function fontFaceRules(needed: Iterable<FontFile>): Promise<string> {
  const rules = await Promise.all(
    [...needed].map(async (file) => {
      try {
        const data = base64(await file.read('woff2'))
        return (
          `@font-face{font-family:'${file.family}';font-weight:${file.bold ? 700 : 400};` +
          `font-style:${file.italic ? 'italic' : 'normal'};unicode-range:${file.unicodeRange};` +
          `src:url(data:font/woff2;base64,${data}) format('woff2')}`
        )
      } catch {
        return ''
      }
    }),
  )
  return rules.join('')
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
