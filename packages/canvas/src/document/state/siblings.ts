import { compareOrder } from '../model/order-keys.ts'
import type { RecordId } from '../model/record.ts'

interface Ordered {
  readonly id: RecordId
  readonly z: string
}

/** Up to this many changes are inserted one by one; more are sorted and merged, which is faster. */
const FEW = 8

/**
 * Children of one container in `(z, id)` order. Changes are collected and sorted on the next read, so that a
 * thousand changes cost one pass.
 */
export class Siblings {
  #sorted: readonly RecordId[] = []
  readonly #removed = new Set<RecordId>()
  readonly #fresh = new Set<RecordId>()
  /** Added, and not in `fresh` yet: a list costs less than a set while a board loads, when nothing is removed. */
  #added: RecordId[] = []

  get count(): number {
    return this.#sorted.length - this.#removed.size + this.#fresh.size + this.#added.length
  }

  add(id: RecordId): void {
    this.#added.push(id)
  }

  remove(id: RecordId): void {
    for (const added of this.#added) this.#fresh.add(added)
    this.#added = []
    if (!this.#fresh.delete(id)) this.#removed.add(id)
  }

  /** The returned array is immutable and can be kept. */
  list(getRecord: (id: RecordId) => Ordered | undefined): readonly RecordId[] {
    const added = this.#fresh.size === 0 ? this.#added : [...this.#fresh, ...this.#added]
    const changed = this.#removed.size + added.length
    if (changed === 0) return this.#sorted
    this.#sorted = changed <= FEW ? this.#insertOneByOne(added, getRecord) : this.#mergeAll(added, getRecord)
    this.#removed.clear()
    this.#fresh.clear()
    this.#added = []
    return this.#sorted
  }

  #insertOneByOne(
    added: readonly RecordId[],
    getRecord: (id: RecordId) => Ordered | undefined,
  ): readonly RecordId[] {
    const list = [...this.#sorted]
    for (const id of this.#removed) list.splice(list.indexOf(id), 1)
    for (const id of added) {
      const record = getRecord(id)
      if (record) list.splice(getPosition(record, list, getRecord), 0, id)
    }
    return list
  }

  #mergeAll(
    added: readonly RecordId[],
    getRecord: (id: RecordId) => Ordered | undefined,
  ): readonly RecordId[] {
    const fresh: Ordered[] = []
    for (const id of added) {
      const record = getRecord(id)
      if (record) fresh.push(record)
    }
    fresh.sort(compareOrder)
    const removed = this.#removed
    const others = removed.size === 0 ? this.#sorted : this.#sorted.filter((id) => !removed.has(id))
    const list: RecordId[] = []
    let next = 0
    // A board that loads gets hundreds of records at a time among a hundred thousand, whose keys need not all be read.
    for (const record of fresh) {
      const position = getPosition(record, others, getRecord, next)
      while (next < position) list.push(others[next++]!)
      list.push(record.id)
    }
    while (next < others.length) list.push(others[next++]!)
    return list
  }
}

/** Where the record belongs in the list, not before `from`. */
function getPosition(
  record: Ordered,
  list: readonly RecordId[],
  getRecord: (id: RecordId) => Ordered | undefined,
  from = 0,
): number {
  let low = from
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = getRecord(list[middle]!)
    if (other && compareOrder(other, record) < 0) low = middle + 1
    else high = middle
  }
  return low
}
