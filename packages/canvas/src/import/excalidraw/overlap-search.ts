import { unionOfAll, type Box } from '../../geometry/box.ts'

// The format has one flat stacking order, whereas a board draws the contents of a group or frame together, at
// the position of the topmost one. Members that would thereby move above an overlapping element must leave
// their container.

/** A drawn element: its position in the stacking order, and its bounds. */
export interface DrawnElement {
  readonly order: number
  /** Null for a transparent element, which covers nothing. */
  readonly bounds: Box | null
}

/** Maximum comparisons per file; a malicious file could cause billions. */
const maxComparisons = 2_000_000

/**
 * Limits the number of comparisons. Beyond the limit everything counts as overlapping, which preserves the
 * stacking order.
 */
export class OverlapSearch {
  readonly #all: readonly DrawnElement[]
  #left = maxComparisons

  /** All elements in stacking order. */
  constructor(all: readonly DrawnElement[]) {
    this.#all = all
  }

  /** Whether moving these to position `to` would put them above an overlapping element that is not in `own`. */
  rises(members: readonly DrawnElement[], own: ReadonlySet<DrawnElement>, to: number): boolean {
    const sorted = members.toSorted((a, b) => a.order - b.order)
    const reach = unionOfAll(sorted.flatMap(({ bounds }) => bounds ?? [])) ?? null
    const from = sorted[0]?.order ?? to
    for (let order = from + 1; order < to; order += 1) {
      const other = this.#all[order]!
      if (own.has(other)) continue
      if (!this.#overlap(reach, other.bounds)) continue
      for (const member of sorted) {
        if (member.order > order) break
        if (this.#overlap(member.bounds, other.bounds)) return true
      }
    }
    return false
  }

  /** Boxes that only touch do not overlap. */
  #overlap(a: Box | null, b: Box | null): boolean {
    this.#left -= 1
    if (this.#left < 0) return true
    if (a === null || b === null) return false
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  }
}
