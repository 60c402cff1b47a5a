/** Offsets that parts of the tree may have; one search each. */
const maxGroups = 4

interface Group {
  readonly dx: number
  readonly dy: number
  count: number
}

/**
 * By which offset each slot has moved since the tree was packed. Slots with one offset are a group: the tree is
 * searched once for each group, at that offset, instead of being packed again after every move of many.
 */
export class OffsetGroups {
  #groupOf = new Uint8Array(1024)
  #groups: Group[] = [{ dx: 0, dy: 0, count: 0 }]

  get all(): readonly Readonly<Group>[] {
    return this.#groups
  }

  reserve(size: number): void {
    if (size <= this.#groupOf.length) return
    const next = new Uint8Array(size)
    next.set(this.#groupOf)
    this.#groupOf = next
  }

  /** All of `count` slots are where the tree has them. */
  reset(count: number): void {
    this.#groupOf.fill(0)
    this.#groups = [{ dx: 0, dy: 0, count }]
  }

  getGroup(slot: number): number {
    return this.#groupOf[slot]!
  }

  leave(slot: number): void {
    this.#groups[this.#groupOf[slot]!]!.count--
  }

  move(slot: number, to: number): void {
    this.leave(slot)
    this.#groups[to]!.count++
    this.#groupOf[slot] = to
  }

  /** The group of what is in `from` now and moves by an offset; -1 when there would be too many. */
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
