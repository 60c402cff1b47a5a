import type { Mapping, StepMap } from 'prosemirror-transform'

/** A range of document positions; `to` is exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Maximum number of ranges times steps; more would block the room. */
const MOST_LOOKED_AT = 2_000_000

/** Characters that are still adjacent, and the index of the step they are mapped to. */
interface TextPiece extends TextRange {
  readonly at: number
}

/** A replaced range and the start of its replacement. */
interface ReplacedRange extends TextRange {
  readonly newFrom: number
  /** Offset of the content that follows. */
  readonly shift: number
}

/**
 * Current positions of the characters of a range, as ordered subranges; text between them was inserted by others.
 * Characters that were deleted and restored are found at their restored position. Undefined if the computation
 * would be too expensive.
 */
export function getSurvivingRanges(
  { from, to }: TextRange,
  mapping: Mapping,
): readonly TextRange[] | undefined {
  const known: (readonly ReplacedRange[])[] = []
  const changesAt = (step: number): readonly ReplacedRange[] =>
    (known[step] ??= listReplacedRanges(mapping.maps[step]!))
  const carried: TextRange[] = []
  const open: TextPiece[] = [{ from, to, at: mapping.from }]
  let visited = 0
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if (piece.at >= mapping.to) {
      carried.push(piece)
      continue
    }
    const there = changesAt(piece.at)
    visited += 1 + there.length
    if (visited > MOST_LOOKED_AT) return undefined
    const mirror = mapping.getMirror(piece.at)
    const isBack = mirror !== undefined && mirror > piece.at && mirror < mapping.to
    const back = isBack ? { changes: changesAt(mirror), at: mirror + 1 } : undefined
    open.push(...mapPiece(piece, there, back))
  }
  return mergeRanges(carried)
}

function listReplacedRanges(map: StepMap): readonly ReplacedRange[] {
  const all: ReplacedRange[] = []
  map.forEach((from, to, newFrom, newTo) => all.push({ from, to, newFrom, shift: newTo - to }))
  return all
}

interface RestoredContent {
  readonly changes: readonly ReplacedRange[]
  readonly at: number
}

/** What remains of the piece after one foreign step, including characters that a later step restores. */
function mapPiece(
  { from, to, at }: TextPiece,
  changes: readonly ReplacedRange[],
  back: RestoredContent | undefined,
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
    // A one-for-one replacement, such as a paragraph that changes its type, keeps its position.
    const isOneForOne = change.to - change.from === 1 && change.shift === change.newFrom - change.from
    if (change.to > begin && (!isOneForOne || brought)) {
      keep(Math.max(begin, change.from))
      const removed = { from: Math.max(begin, change.from), to: Math.min(to, change.to) }
      const moved = brought ? brought.newFrom - change.from : 0
      if (back && brought && removed.from < removed.to)
        pieces.push({ from: removed.from + moved, to: removed.to + moved, at: back.at })
      begin = removed.to
    }
    shift = change.shift
  }
  keep(to)
  return pieces
}

function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const all: { from: number; to: number }[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}
