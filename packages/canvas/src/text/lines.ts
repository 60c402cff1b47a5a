import { baseLevel, levelsOf, mayRunLeft } from './bidi.ts'
import { breaksIn, graphemesOf, isSpace } from './breaks.ts'
import { fontOf, type TextLook } from './look.ts'
import type { Paragraph, Span } from './rich.ts'
import type { MeasureText } from './run.ts'

/** A stretch of a line with one set of looks and one direction. */
export interface Piece {
  readonly text: string
  readonly span: Span
  readonly level: number
  readonly width: number
}

/** A broken line before it is aligned; pieces in reading order. */
export interface RawLine {
  readonly pieces: readonly Piece[]
  readonly width: number
  readonly indent: number
  readonly rtl: boolean
  readonly marker?: string
}

interface Atom extends Piece {
  /** A new line may begin here. */
  readonly breakBefore: boolean
  readonly space: boolean
}

/** Breaks one paragraph into lines, in reading order, and adds them to `into`. */
export function fillLines(
  paragraph: Paragraph,
  look: TextLook,
  indentPerLevel: number,
  measure: MeasureText,
  into: RawLine[],
): void {
  const text = paragraph.spans.map((span) => span.text).join('')
  const level = baseLevel(text)
  const indent = paragraph.depth * indentPerLevel
  const room = look.width === null ? Infinity : Math.max(look.size, look.width - indent)
  let { marker } = paragraph
  for (const spans of splitAtBreaks(paragraph.spans)) {
    for (const pieces of wrap(atomsOf(spans, level, look, measure), room, look, measure)) {
      into.push({ ...trimmed(pieces), indent, rtl: level === 1, ...(marker !== undefined && { marker }) })
      marker = undefined
    }
  }
}

/** The spans of each line that the writer ended by hand. */
function splitAtBreaks(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    span.text.split('\n').forEach((text, i) => {
      if (i > 0) lines.push([])
      if (text !== '') lines[lines.length - 1]!.push({ ...span, text: text.replaceAll('\t', '    ') })
    })
  }
  return lines
}

/** Cuts a line's text wherever it may break and wherever looks, direction or space change. */
function atomsOf(spans: readonly Span[], base: 0 | 1, look: TextLook, measure: MeasureText): Atom[] {
  const text = spans.map((span) => span.text).join('')
  const levels = base === 1 || mayRunLeft(text) ? levelsOf(text, base) : undefined
  const breaks = new Set(breaksIn(text))
  const atoms: Atom[] = []
  let offset = 0
  for (const span of spans) {
    const end = offset + span.text.length
    for (let from = offset; from < end;) {
      let to = from + 1
      const space = isSpace(text.charCodeAt(from))
      const level = levels?.[from] ?? 0
      while (
        to < end &&
        !breaks.has(to) &&
        isSpace(text.charCodeAt(to)) === space &&
        (levels?.[to] ?? 0) === level
      )
        to++
      const part = text.slice(from, to)
      const width = measure(fontOf(part, span, look))
      atoms.push({ text: part, span, level, width, space, breakBefore: breaks.has(from) })
      from = to
    }
    offset = end
  }
  return atoms
}

/** Fills lines greedily; spaces hang over the edge, a word wider than the room is cut between letters. */
function wrap(atoms: readonly Atom[], room: number, look: TextLook, measure: MeasureText): Piece[][] {
  const lines: Piece[][] = []
  let line: Piece[] = []
  let used = 0
  for (let i = 0; i < atoms.length;) {
    let next = i + 1
    while (next < atoms.length && !atoms[next]!.breakBefore) next++
    const word = atoms.slice(i, next)
    const inked = widthOf(trimEnd(word))
    if (used + inked > room + 0.01 && line.length > 0) {
      lines.push(line)
      line = []
      used = 0
    }
    if (inked > room + 0.01) {
      const cut = cutLongWord(word, room, look, measure)
      lines.push(...cut.slice(0, -1))
      line = cut[cut.length - 1]!
      used = widthOf(line)
    } else {
      line.push(...word)
      used += widthOf(word)
    }
    i = next
  }
  lines.push(line)
  return lines
}

function cutLongWord(word: readonly Atom[], room: number, look: TextLook, measure: MeasureText): Piece[][] {
  const lines: Piece[][] = [[]]
  let used = 0
  for (const atom of word) {
    let part = ''
    let partWidth = 0
    for (const letter of atom.space ? [atom.text] : graphemesOf(atom.text)) {
      const width = measure(fontOf(letter, atom.span, look))
      if (!atom.space && used + partWidth + width > room && used + partWidth > 0) {
        if (part !== '') lines[lines.length - 1]!.push({ ...atom, text: part, width: partWidth })
        lines.push([])
        part = ''
        partWidth = 0
        used = 0
      }
      part += letter
      partWidth += width
    }
    lines[lines.length - 1]!.push({ ...atom, text: part, width: partWidth })
    used += partWidth
  }
  return lines
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.width, 0)
}

function trimEnd<P extends Piece>(pieces: readonly P[]): readonly P[] {
  let end = pieces.length
  while (end > 0 && isSpace(pieces[end - 1]!.text.charCodeAt(0))) end--
  return pieces.slice(0, end)
}

/** The line without the spaces at its end, neighbours of the same looks and direction joined. */
function trimmed(pieces: readonly Piece[]): { readonly pieces: readonly Piece[]; readonly width: number } {
  const joined: Piece[] = []
  for (const piece of trimEnd(pieces)) {
    const last = joined[joined.length - 1]
    if (last && last.span === piece.span && last.level === piece.level) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
    } else joined.push(piece)
  }
  return { pieces: joined, width: widthOf(joined) }
}
