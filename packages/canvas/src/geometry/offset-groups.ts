/** Maximum number of different offsets; each needs a separate tree search. */
const maxGroups = 4

interface Group {
  readonly dx: number
  readonly dy: number
  count: number
}

/**
 * The offset by which each slot has moved since the tree was built. Slots with the same offset form a group that
 * is searched with that offset, so that large moves need no rebuild.
 */
export class OffsetGroups {
  #groupBySlot = new Uint8Array(1024)
  #groups: Group[] = [{ dx: 0, dy: 0, count: 0 }]

  get all(): readonly Readonly<Group>[] {
    return this.#groups
  }

  reserve(size: number): void {
    if (size <= this.#groupBySlot.length) return
    const next = new Uint8Array(size)
    next.set(this.#groupBySlot)
    this.#groupBySlot = next
  }

  /** Resets `count` slots to offset zero. */
  reset(count: number): void {
    this.#groupBySlot.fill(0)
    this.#groups = [{ dx: 0, dy: 0, count }]
  }

  getGroup(slot: number): number {
    return this.#groupBySlot[slot]!
  }

  leave(slot: number): void {
    this.#groups[this.#groupBySlot[slot]!]!.count--
  }

  move(slot: number, to: number): void {
    this.leave(slot)
    this.#groups[to]!.count++
    this.#groupBySlot[slot] = to
  }

  /** The group for slots of `from` after a further offset; -1 if there would be too many groups. */
  findMoved(from: number, dx: number, dy: number): number {
    const group = this.#groups[from]!
    const at = { dx: group.dx + dx, dy: group.dy + dy, count: 0 }
    const same = this.#groups.findIndex((known) => known.dx === at.dx && known.dy === at.dy)
    if (same >= 0) return same
    const unused = this.#groups.findIndex((known) => known.count === 0)
    if (unused >= 0) {
      this.#groups[unused] = at
      return unused
    }
    return this.#groups.length < maxGroups ? this.#groups.push(at) - 1 : -1
  }
}
