import type { Mapping, StepMap } from 'prosemirror-transform'

/** Positions in a text; `to` is behind the last character. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Stretches times steps; a passage in more pieces, over more of others' steps, would hold up a room. */
const MOST_LOOKED_AT = 2_000_000

/** Characters of the passage that are still adjacent, and how far they have moved. */
interface TextPiece extends TextRange {
  readonly at: number
}

/** One change of a text: what was there, and where what came in its place begins. */
interface Replaced extends TextRange {
  readonly newFrom: number
  /** How far what follows it moves. */
  readonly shift: number
}

/**
 * Where the characters of a passage are now, each range by itself and in order; text between them came from others. Characters
 * that were taken away and brought back again are where they were brought. Undefined: too much to look at.
 */
export function getCharacters({ from, to }: TextRange, mapping: Mapping): readonly TextRange[] | undefined {
  const known: (readonly Replaced[])[] = []
  const changesAt = (step: number): readonly Replaced[] => (known[step] ??= replacedBy(mapping.maps[step]!))
  const carried: TextRange[] = []
  const open: TextPiece[] = [{ from, to, at: mapping.from }]
  let looked = 0
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if (piece.at >= mapping.to) {
      carried.push(piece)
      continue
    }
    const there = changesAt(piece.at)
    looked += 1 + there.length
    if (looked > MOST_LOOKED_AT) return undefined
    const mirror = mapping.getMirror(piece.at)
    const isBack = mirror !== undefined && mirror > piece.at && mirror < mapping.to
    const back = isBack ? { changes: changesAt(mirror), at: mirror + 1 } : undefined
    open.push(...carryOver(piece, there, back))
  }
  return joined(carried)
}

function replacedBy(map: StepMap): readonly Replaced[] {
  const all: Replaced[] = []
  map.forEach((from, to, newFrom, newTo) => all.push({ from, to, newFrom, shift: newTo - to }))
  return all
}

interface Back {
  readonly changes: readonly Replaced[]
  readonly at: number
}

/** What is left of the piece after one step of others, and what a later one brings back. */
function carryOver(
  { from, to, at }: TextPiece,
  changes: readonly Replaced[],
  back: Back | undefined,
): TextPiece[] {
  const pieces: TextPiece[] = []
  let begin = from
  let shift = 0
  const keep = (end: number): void => {
    if (begin < end) pieces.push({ from: begin + shift, to: end + shift, at: at + 1 })
  }
  for (const [index, change] of changes.entries()) {
    if (change.from >= to) break
    const brought = back?.changes[index]
    // A mark of a paragraph that became another one is still that paragraph's.
    const isOneForOne = change.to - change.from === 1 && change.shift === change.newFrom - change.from
    if (change.to > begin && (!isOneForOne || brought)) {
      keep(Math.max(begin, change.from))
      const gone = { from: Math.max(begin, change.from), to: Math.min(to, change.to) }
      const moved = brought ? brought.newFrom - change.from : 0
      if (back && brought && gone.from < gone.to)
        pieces.push({ from: gone.from + moved, to: gone.to + moved, at: back.at })
      begin = gone.to
    }
    shift = change.shift
  }
  keep(to)
  return pieces
}

function joined(ranges: readonly TextRange[]): readonly TextRange[] {
  const all: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}
