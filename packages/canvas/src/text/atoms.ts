import { getLevels, hasRightToLeft } from './bidi.ts'
import { listBreaks, getGraphemes, isSpace } from './breaks.ts'
import { isFullyCovered, getSource } from './coverage.ts'
import { getFont, type TextStyle } from './text-style.ts'
import type { TextRun } from './rich.ts'
import type { FontFace, MeasureText } from './run.ts'
import { getWidths } from './widths.ts'

/** Smallest unit of line breaking: a word or white space with one style and direction. */
export interface Atom {
  readonly text: string
  readonly span: TextRun
  readonly level: number
  /** Drawn with a system font. */
  readonly system: boolean
  readonly space: boolean
  /** A line break is allowed before it. */
  readonly breakBefore: boolean
  /** Width on its own, page units. */
  readonly width: number
  /** Kerning with the previous atom on the same line, page units; negative moves them closer. */
  readonly kern: number
}

export function isTab(piece: { readonly text: string }): boolean {
  return piece.text === '\t'
}

/** Splits a text at possible line breaks and at changes of style, direction, font source and white space. */
export function getAtoms(
  runs: readonly TextRun[],
  base: 0 | 1,
  style: TextStyle,
  measure: MeasureText,
): Atom[] {
  const text = runs.map((span) => span.text).join('')
  const levels = base === 1 || hasRightToLeft(text) ? getLevels(text, base) : undefined
  const breaks = new Set(listBreaks(text))
  const atoms: Atom[] = []
  let offset = 0
  for (const span of runs) {
    const end = offset + span.text.length
    const run = getFont('', span, style)
    const foreign = markSystemCharacters(span.text, run.font)
    const widths = getWidths(run, measure)
    for (let from = offset; from < end;) {
      const space = isSpace(text.charCodeAt(from))
      const level = levels?.[from] ?? 0
      const system = foreign?.[from - offset] === 1
      let to = from + 1
      while (
        to < end &&
        !breaks.has(to) &&
        isSpace(text.charCodeAt(to)) === space &&
        text.charCodeAt(from) !== tab &&
        text.charCodeAt(to) !== tab &&
        (levels?.[to] ?? 0) === level &&
        (foreign?.[to - offset] === 1) === system
      )
        to++
      const part = text.slice(from, to)
      const before = atoms[atoms.length - 1]
      const joined = before?.span === span && before.level === level && !before.system && !system
      const width = part === '\t' ? 0 : widths.getWidth(part) * run.size
      const kern = joined ? widths.getKerning(before.text, part) * run.size : 0
      atoms.push({ text: part, span, level, system, space, width, kern, breakBefore: breaks.has(from) })
      from = to
    }
    offset = end
  }
  return atoms
}

const tab = 0x09

/** Marks UTF-16 units of characters outside of the shipped fonts; undefined if there are none. */
function markSystemCharacters(text: string, face: FontFace): Uint8Array | undefined {
  if (isFullyCovered(text)) return undefined
  const found = new Uint8Array(text.length)
  let at = 0
  for (const character of getGraphemes(text)) {
    if (character !== '\t' && getSource(character, face) === undefined)
      found.fill(1, at, at + character.length)
    at += character.length
  }
  return found
}
