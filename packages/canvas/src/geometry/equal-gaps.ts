import type { Box } from './box.ts'
import type { Vec } from './vec.ts'

/** The distance between two neighbours that equals another one; page units. */
export interface Gap {
  readonly from: Vec
  readonly to: Vec
  readonly size: number
}

/** A box along one axis, with its extent across it. */
interface Extent {
  readonly low: number
  readonly high: number
  readonly acrossLow: number
  readonly acrossHigh: number
}

export type Axis = 'x' | 'y'

const toExtent = (axis: Axis, { x, y, w, h }: Box): Extent =>
  axis === 'x'
    ? { low: x, high: x + w, acrossLow: y, acrossHigh: y + h }
    : { low: y, high: y + h, acrossLow: x, acrossHigh: x + w }

const overlaps = (a: Extent, b: Extent): boolean => a.acrossLow < b.acrossHigh && b.acrossLow < a.acrossHigh

/** Equal up to rounding. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.01

interface Pair {
  readonly before: Extent
  readonly after: Extent
  readonly gap: number
}

/** Pairs of neighbours in a row, with the gap between them; overlapping boxes have none. */
function listPairs(row: readonly Extent[]): Pair[] {
  return row.flatMap((before) => {
    const after = row
      .filter((other) => other.low >= before.high && overlaps(before, other))
      .reduce<Extent | undefined>((best, other) => (best && best.low <= other.low ? best : other), undefined)
    return after && after.low > before.high ? [{ before, after, gap: after.low - before.high }] : []
  })
}

interface Row {
  readonly box: Extent
  readonly before: Extent | undefined
  readonly after: Extent | undefined
  readonly pairs: readonly Pair[]
}

/** The boxes beside `moved`, and the gaps among them. */
function getRow(axis: Axis, moved: Box, near: readonly Box[], reach: number): Row {
  const box = toExtent(axis, moved)
  const row = near.map((other) => toExtent(axis, other)).filter((other) => overlaps(other, box))
  const nearest = (list: readonly Extent[], distance: (other: Extent) => number): Extent | undefined =>
    list.reduce<Extent | undefined>(
      (best, one) => (best && distance(best) <= distance(one) ? best : one),
      undefined,
    )
  return {
    box,
    before: nearest(
      row.filter(({ high }) => high <= box.low + reach),
      ({ high }) => -high,
    ),
    after: nearest(
      row.filter(({ low }) => low >= box.high - reach),
      ({ low }) => low,
    ),
    pairs: listPairs(row),
  }
}

/** The smallest move along the axis that makes the gap to a neighbour equal to another gap; undefined if none is within reach. */
export function findGapOffset(
  axis: Axis,
  moved: Box,
  near: readonly Box[],
  reach: number,
): number | undefined {
  const { box, before, after, pairs } = getRow(axis, moved, near, reach)
  const offsets: number[] = []
  if (before && after && after.low - before.high >= box.high - box.low)
    offsets.push((before.high + after.low - box.low - box.high) / 2)
  for (const { gap } of pairs) {
    if (before) offsets.push(before.high + gap - box.low)
    if (after) offsets.push(after.low - gap - box.high)
  }
  return offsets
    .filter((offset) => Math.abs(offset) <= reach)
    .reduce<number | undefined>(
      (best, offset) => (best !== undefined && Math.abs(best) <= Math.abs(offset) ? best : offset),
      undefined,
    )
}

/** The gap between the box and a neighbour and all gaps equal to it; empty if it is the only one of its size. */
export function listEqualGaps(axis: Axis, moved: Box, near: readonly Box[]): readonly Gap[] {
  const { box, before, after, pairs } = getRow(axis, moved, near, 0.01)
  const own: Pair[] = []
  if (before && before.high < box.low) own.push({ before, after: box, gap: box.low - before.high })
  if (after && after.low > box.high) own.push({ before: box, after, gap: after.low - box.high })
  const equal = (gap: number): readonly Pair[] => [...own, ...pairs].filter((pair) => isSame(pair.gap, gap))
  const found = new Set(own.flatMap(({ gap }) => (equal(gap).length > 1 ? equal(gap) : [])))
  // The gap between the neighbours is the one that the box has just filled.
  return [...found]
    .filter((pair) => pair.after === box || pair.before === box || !contains(pair, box))
    .map((pair) => toGap(axis, pair))
}

const contains = ({ before, after }: Pair, box: Extent): boolean =>
  before.high <= box.low && after.low >= box.high

function toGap(axis: Axis, { before, after, gap }: Pair): Gap {
  const low = Math.max(before.acrossLow, after.acrossLow)
  const high = Math.min(before.acrossHigh, after.acrossHigh)
  const across = (low + high) / 2
  const at = (along: number) => (axis === 'x' ? { x: along, y: across } : { x: across, y: along })
  return { from: at(before.high), to: at(after.low), size: gap }
}
