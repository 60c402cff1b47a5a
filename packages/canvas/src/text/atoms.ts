import { getLevels, canRunLeft } from './bidi.ts'
import { listBreaks, getGraphemes, isSpace } from './breaks.ts'
import { isOurs, getSource } from './coverage.ts'
import { getFont, type TextStyle } from './text-style.ts'
import type { TextRun } from './rich.ts'
import type { FontFace, MeasureText } from './run.ts'
import { getWidths } from './widths.ts'

/** The smallest part of a line that lines are made of: a word, or spaces, of one set of looks and one direction. */
export interface Atom {
  readonly text: string
  readonly span: TextRun
  readonly level: number
  /** None of our fonts has these characters. */
  readonly system: boolean
  readonly space: boolean
  /** A new line may begin here. */
  readonly breakBefore: boolean
  /** Page units, on its own. */
  readonly width: number
  /** Page units by which it moves towards (below 0) or from the atom before when they stand on one line. */
  readonly kern: number
}

export function isTab(piece: { readonly text: string }): boolean {
  return piece.text === '\t'
}

/** Cuts a line's text wherever it may break and wherever looks, direction, origin or space change. */
export function getAtoms(
  runs: readonly TextRun[],
  base: 0 | 1,
  look: TextStyle,
  measure: MeasureText,
): Atom[] {
  const text = runs.map((span) => span.text).join('')
  const levels = base === 1 || canRunLeft(text) ? getLevels(text, base) : undefined
  const breaks = new Set(listBreaks(text))
  const atoms: Atom[] = []
  let offset = 0
  for (const span of runs) {
    const end = offset + span.text.length
    const run = getFont('', span, look)
    const foreign = listForeign(span.text, run.font)
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
      const width = part === '\t' ? 0 : widths.of(part) * run.size
      const kern = joined ? widths.between(before.text, part) * run.size : 0
      atoms.push({ text: part, span, level, system, space, width, kern, breakBefore: breaks.has(from) })
      from = to
    }
    offset = end
  }
  return atoms
}

const tab = 0x09

/** Which UTF-16 units belong to characters that none of our fonts has; undefined when all are ours. */
function listForeign(text: string, face: FontFace): Uint8Array | undefined {
  if (isOurs(text)) return undefined
  const found = new Uint8Array(text.length)
  let at = 0
  for (const character of getGraphemes(text)) {
    if (character !== '\t' && getSource(character, face) === undefined)
      found.fill(1, at, at + character.length)
    at += character.length
  }
  return found
}
