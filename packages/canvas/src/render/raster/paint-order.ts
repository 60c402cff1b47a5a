import type { DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'

export interface PaintOrderParts {
  readonly document: DocumentView
  readonly getSlot: (id: RecordId) => number | undefined
  /** Whether the element is a frame, which clips its children. */
  readonly clips: (slot: number) => boolean
}

/** Stacking order of the slots as sortable ranks; recomputed on the first read after a change. */
export function createPaintOrder({ document, getSlot, clips }: PaintOrderParts) {
  /** Rank of each slot; `atRank` is the inverse, -1 for removed slots. */
  let rankBySlot = new Int32Array(1024)
  let atRank = new Int32Array(1024)
  let ranks = 0
  /** Slot of the nearest enclosing frame, -1 for none. */
  let clipSlots = new Int32Array(1024)
  let isStale = true
  /** Whether the document has sorted the children of the page since then. */
  let isListed = false

  const give = (slot: number, clip: number): void => {
    if (ranks >= atRank.length) atRank = grown(atRank, ranks * 2)
    rankBySlot[slot] = ranks
    clipSlots[slot] = clip
    atRank[ranks++] = slot
  }
  const visitTree = (parent: RecordId, clip: number): void => {
    for (const id of document.childIds(parent)) {
      const slot = getSlot(id)
      if (slot !== undefined) give(slot, clip)
      visitTree(id, slot !== undefined && clips(slot) ? slot : clip)
    }
  }

  return {
    reserve(slots: number): void {
      if (slots <= rankBySlot.length) return
      const size = Math.max(slots, rankBySlot.length * 2)
      rankBySlot = grown(rankBySlot, size)
      clipSlots = grown(clipSlots, size)
    },
    /** Marks the order as stale. */
    invalidate(): void {
      isStale = true
      isListed = false
    },
    /** Does a part of what the next read would have to do first; whether nothing was left to do. */
    prepare(page: RecordId | undefined): boolean {
      if (!isStale || page === undefined) return true
      if (isListed) this.sortPending(page)
      else document.childIds(page)
      isListed = true
      return false
    },
    /** Adding an element on top, the common case, needs no recomputation. */
    add(slot: number, record: ElementRecord, page: RecordId | undefined): void {
      if (isStale) return
      if (page !== undefined && record.parent === page && document.childIds(page).at(-1) === record.id)
        give(slot, -1)
      else this.invalidate()
    },
    remove(slot: number): void {
      atRank[rankBySlot[slot]!] = -1
    },
    sortPending(page: RecordId | undefined): void {
      if (!isStale) return
      isStale = false
      ranks = 0
      if (page !== undefined) visitTree(page, -1)
    },
    /** Number of ranks, including removed slots. */
    get size() {
      return ranks
    },
    /** Slots by rank, -1 for removed ones; `size` entries. */
    get slots() {
      return atRank
    },
    /** -1 for a removed slot. */
    at: (rank: number): number => atRank[rank]!,
    getRank: (slot: number): number => rankBySlot[slot]!,
    getClip: (slot: number): number => clipSlots[slot]!,
  }
}

function grown(column: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const next = new Int32Array(size)
  next.set(column)
  return next
}
