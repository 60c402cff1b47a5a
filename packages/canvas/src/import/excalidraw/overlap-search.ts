import { unionOfAll, type Box } from '../../geometry/box.ts'

// A file's order of painting is one list; on a board what a group or a frame holds is painted together, where its topmost
// thing lies. What would thereby rise above a thing that touches it and lay over it cannot stay in its container.

/** Something that is painted: its place in the file's order, and where it is seen. */
export interface Painted {
  readonly order: number
  /** Null: it is see-through and hides nothing. */
  readonly bounds: Box | null
}

/** Pairs that are compared for a whole file; a hostile one has billions of them. */
const maxComparisons = 2_000_000

/** Counts comparisons; beyond the budget everything counts as touching, so that the order is kept in any case. */
export class OverlapSearch {
  readonly #all: readonly Painted[]
  #left = maxComparisons

  /** Of everything, by its order. */
  constructor(all: readonly Painted[]) {
    this.#all = all
  }

  /** Would these, painted at the higher place `to`, rise above anything but `own` that touches them and lay over them? */
  rises(members: readonly Painted[], own: ReadonlySet<Painted>, to: number): boolean {
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

  /** Boxes that only touch hide nothing of each other. */
  #overlap(a: Box | null, b: Box | null): boolean {
    this.#left -= 1
    if (this.#left < 0) return true
    if (a === null || b === null) return false
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  }
}
