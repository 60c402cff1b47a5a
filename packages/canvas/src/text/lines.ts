import { getAtoms, isTab, type Atom } from './atoms.ts'
import { baseLevel } from './bidi.ts'
import { getGraphemes } from './breaks.ts'
import { getFont, tabStop, type TextStyle } from './text-style.ts'
import type { Paragraph, TextRun } from './rich.ts'
import type { MeasureText } from './run.ts'
import { getWidths } from './widths.ts'

/** A part of a line with one style and direction. */
export interface LineSegment {
  readonly text: string
  readonly span: TextRun
  readonly level: number
  readonly width: number
  /** Drawn with a system font. */
  readonly system: boolean
  readonly space: boolean
}

/** A line before alignment; segments in reading order. */
export interface RawLine {
  readonly pieces: readonly LineSegment[]
  readonly width: number
  readonly indent: number
  readonly rtl: boolean
  readonly marker?: string
  readonly checked?: boolean
  /** Font size as a multiple of the text's. */
  readonly scale: number
  /** Index of its first character in the paragraph. */
  readonly from: number
}

/** Tolerance for rounding of summed widths, page units. */
const slack = 0.01

/** Breaks a paragraph into lines in reading order and adds them to `into`. */
export function fillLines(
  paragraph: Paragraph,
  base: TextStyle,
  indentPerLevel: number,
  measure: MeasureText,
  into: RawLine[],
): void {
  const text = paragraph.runs.map((span) => span.text).join('')
  const level = baseLevel(text)
  const scale = paragraph.scale ?? 1
  const style = scale === 1 ? base : { ...base, size: base.size * scale }
  const indent = paragraph.depth * indentPerLevel
  const room = style.width === null ? Infinity : Math.max(style.size, style.width - indent)
  let { marker, checked } = paragraph
  let from = 0
  for (const runs of splitAtBreaks(paragraph.runs)) {
    const filling = new LineFiller(style, room, measure)
    filling.fill(getAtoms(runs, level, style, measure))
    for (const pieces of filling.lines) {
      into.push({
        ...trimmed(pieces),
        indent,
        rtl: level === 1,
        scale,
        from,
        ...(marker !== undefined && { marker }),
        ...(checked !== undefined && { checked }),
      })
      marker = checked = undefined
      for (const piece of pieces) from += piece.text.length
    }
    // The hard break.
    from++
  }
}

/** Splits a paragraph at hard line breaks. */
function splitAtBreaks(runs: readonly TextRun[]): TextRun[][] {
  const lines: TextRun[][] = [[]]
  for (const span of runs) {
    span.text.split('\n').forEach((text, i) => {
      if (i > 0) lines.push([])
      if (text !== '') lines[lines.length - 1]!.push({ ...span, text })
    })
  }
  return lines
}

/** Greedy line filling. Spaces hang over the edge; words wider than the line are broken between characters. */
class LineFiller {
  readonly lines: LineSegment[][] = [[]]
  readonly #style: TextStyle
  readonly #room: number
  readonly #measure: MeasureText
  #used = 0

  constructor(style: TextStyle, room: number, measure: MeasureText) {
    this.#style = style
    this.#room = room
    this.#measure = measure
  }

  fill(atoms: readonly Atom[]): void {
    for (let i = 0; i < atoms.length;) {
      let next = i + 1
      while (next < atoms.length && !atoms[next]!.breakBefore) next++
      this.#add(atoms.slice(i, next))
      i = next
    }
  }

  #add(word: readonly Atom[]): void {
    const inked = getWordWidth(trimEnd(word))
    const lead = this.#used > 0 ? word[0]!.kern : 0
    if (this.#used + lead + inked > this.#room + slack && this.#used > 0) this.#newLine()
    if (inked > this.#room + slack) for (const atom of word) this.#cut(atom)
    else for (const atom of word) this.#put(atom)
  }

  #newLine(): void {
    this.lines.push([])
    this.#used = 0
  }

  #put(atom: Atom): void {
    const line = this.lines[this.lines.length - 1]!
    const width = isTab(atom) ? this.#toTabStop(atom) : (line.length > 0 ? atom.kern : 0) + atom.width
    line.push({ ...atom, width })
    this.#used += width
  }

  #toTabStop(atom: Atom): number {
    const { size } = this.#style
    const step = tabStop * getWidths(getFont(' ', atom.span, this.#style), this.#measure).getWidth(' ') * size
    const left = step - (this.#used % step)
    // Like browsers: a tab stop closer than half a space is skipped.
    return left < step / (2 * tabStop) ? left + step : left
  }

  /** Breaks a word that is wider than a line, with at least one character per line. */
  #cut(atom: Atom): void {
    if (atom.space) return this.#put(atom)
    const run = getFont('', atom.span, this.#style)
    const widths = getWidths(run, this.#measure)
    let characters = getGraphemes(atom.text)
    while (characters.length > 0) {
      const line = this.lines[this.lines.length - 1]!
      const lead = line.length > 0 ? atom.kern : 0
      const room = (this.#room + slack - this.#used - lead) / run.size
      let count = countFitting(characters, room, (text) => widths.measureUncached(text))
      if (count === 0 && this.#used > 0) {
        this.#newLine()
        continue
      }
      count = Math.max(1, count)
      const text = characters.slice(0, count).join('')
      const width = lead + widths.measureUncached(text) * run.size
      line.push({ ...atom, text, width })
      this.#used += width
      characters = characters.slice(count)
      if (characters.length > 0) this.#newLine()
    }
  }
}

/** Number of characters that fit into the width. */
function countFitting(
  characters: readonly string[],
  room: number,
  getWidth: (text: string) => number,
): number {
  let fits = 0
  let tooMany = characters.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (getWidth(characters.slice(0, middle).join('')) <= room) fits = middle
    else tooMany = middle
  }
  return fits
}

/** Width of consecutive atoms, without kerning to the previous one. */
function getWordWidth(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom, i) => sum + atom.width + (i > 0 ? atom.kern : 0), 0)
}

function trimEnd<P extends { readonly space: boolean }>(pieces: readonly P[]): readonly P[] {
  let end = pieces.length
  while (end > 0 && pieces[end - 1]!.space) end--
  return pieces.slice(0, end)
}

/** The line without trailing spaces; neighbours with the same style and direction are merged. */
function trimmed(pieces: readonly LineSegment[]): {
  readonly pieces: readonly LineSegment[]
  readonly width: number
} {
  const joined: LineSegment[] = []
  let width = 0
  for (const piece of trimEnd(pieces)) {
    width += piece.width
    const last = joined[joined.length - 1]
    if (last && sameRun(last, piece)) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
    } else joined.push(piece)
  }
  return { pieces: joined, width }
}

/** The width of a tab depends on its position, so it is never merged. */
function sameRun(a: LineSegment, b: LineSegment): boolean {
  return a.span === b.span && a.level === b.level && a.system === b.system && !isTab(a) && !isTab(b)
}
