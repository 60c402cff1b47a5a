import { fontFamilies } from '../text/fonts.ts'
import type { FontFace } from '../text/run.ts'
import type { UsedFont } from './text-pen.ts'

/** One file of a font: a part of the characters of one style of a family. */
export interface FontFile {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  /** Code points it holds, each from and to, both included. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
  /** `unicode-range` as CSS says it. */
  readonly unicodeRange: string
  /** Its bytes. WOFF 2 is smaller, WOFF is what programs besides browsers unpack without much ado. */
  read(as: 'woff' | 'woff2'): Promise<Uint8Array<ArrayBuffer>>
}

/** Fonts that ship with the app, in the order in which their families are tried. */
export type ListFonts = () => readonly FontFile[]

/** Names of the families of a face, the first one first, as CSS lists them. */
export function getFamilies(font: FontFace): readonly string[] {
  return fontFamilies[font].css.split(',').map((name) => name.trim().replace(/^'(.*)'$/, '$1'))
}

export function holds({ ranges }: FontFile, character: number): boolean {
  return ranges.some(([from, to]) => character >= from && character <= to)
}

/** The files that could draw this cut, first choice first; a family without the cut offers what it has. */
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

/** Files that the text needs: for each character the first that contains it. */
export function filesNeeded(written: readonly UsedFont[], files: readonly FontFile[]): ReadonlySet<FontFile> {
  const needed = new Set<FontFile>()
  for (const face of written) {
    const choice = getFiles(face, files)
    for (const character of face.characters) {
      const file = choice.find((each) => holds(each, character))
      if (file) needed.add(file)
    }
  }
  return needed
}

/** `@font-face` rules with the fonts themselves in them. A file that cannot be loaded is left out: its characters use fallback fonts. */
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
