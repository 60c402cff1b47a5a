import { isBelow, type Ordered } from '../model/order-keys.ts'
import type { RecordId } from '../model/record.ts'

/** Up to this many changes are inserted one by one; more are sorted and merged, which is faster. */
const FEW = 8
const NONE: readonly never[] = []

/**
 * Children of one container in `(z, id)` order. Changes are collected and sorted on the next read, so that a
 * thousand changes cost one pass.
 */
export class Siblings {
  #ids: readonly RecordId[] = NONE
  /** Order keys of `ids`: looking up a hundred thousand records takes longer than sorting them. */
  #keys: readonly string[] = NONE
  #removed: Set<RecordId> | undefined
  /** Added, and looked up by a removal. */
  #fresh: Map<RecordId, string> | undefined
  /** Added, and not in `fresh` yet: lists cost less than a map while a board loads, when nothing is removed. */
  #addedIds: RecordId[] = []
  #addedKeys: string[] = []

  get count(): number {
    return this.#ids.length - this.#removedCount + (this.#fresh?.size ?? 0) + this.#addedIds.length
  }

  add({ id, z }: Ordered): void {
    this.#addedIds.push(id)
    this.#addedKeys.push(z)
  }

  remove(id: RecordId): void {
    if (this.#addedIds.length > 0) {
      this.#fresh ??= new Map()
      for (let i = 0; i < this.#addedIds.length; i++) this.#fresh.set(this.#addedIds[i]!, this.#addedKeys[i]!)
      this.#addedIds = []
      this.#addedKeys = []
    }
    if (this.#fresh?.delete(id) !== true) (this.#removed ??= new Set()).add(id)
  }

  /** The returned array is immutable and can be kept. */
  list(): readonly RecordId[] {
    if (this.#fresh && this.#fresh.size > 0) {
      this.#addedIds = [...this.#fresh.keys(), ...this.#addedIds]
      this.#addedKeys = [...this.#fresh.values(), ...this.#addedKeys]
    }
    const changed = this.#removedCount + this.#addedIds.length
    if (changed === 0) return this.#ids
    if (changed <= FEW) this.#insertOneByOne()
    else this.#mergeAll()
    this.#removed = undefined
    this.#fresh = undefined
    this.#addedIds = []
    this.#addedKeys = []
    return this.#ids
  }

  get #removedCount(): number {
    return this.#removed?.size ?? 0
  }

  #insertOneByOne(): void {
    const ids = [...this.#ids]
    const keys = [...this.#keys]
    for (const id of this.#removed ?? NONE) {
      const at = ids.indexOf(id)
      ids.splice(at, 1)
      keys.splice(at, 1)
    }
    for (const [i, id] of this.#addedIds.entries()) {
      const z = this.#addedKeys[i]!
      const at = findPosition(id, z, ids, keys, 0)
      ids.splice(at, 0, id)
      keys.splice(at, 0, z)
    }
    this.#ids = ids
    this.#keys = keys
  }

  #mergeAll(): void {
    const [freshIds, freshKeys] = [this.#addedIds, this.#addedKeys]
    const [otherIds, otherKeys] = this.#listRemaining()
    const ids: RecordId[] = []
    const keys: string[] = []
    let next = 0
    const copyUntil = (end: number): void => {
      for (; next < end; next++) {
        ids.push(otherIds[next]!)
        keys.push(otherKeys[next]!)
      }
    }
    for (const i of sortIndices(freshIds, freshKeys)) {
      const id = freshIds[i]!
      const z = freshKeys[i]!
      copyUntil(findPosition(id, z, otherIds, otherKeys, next))
      ids.push(id)
      keys.push(z)
    }
    copyUntil(otherIds.length)
    this.#ids = ids
    this.#keys = keys
  }

  /** Ids and keys of the last list without what was removed. */
  #listRemaining(): readonly [readonly RecordId[], readonly string[]] {
    const removed = this.#removed
    if (!removed) return [this.#ids, this.#keys]
    const isHere = (_: string, i: number): boolean => !removed.has(this.#ids[i]!)
    return [this.#ids.filter(isHere), this.#keys.filter(isHere)]
  }
}

/** Indices instead of pairs, of which a hundred thousand would be garbage afterwards. */
function sortIndices(ids: readonly RecordId[], keys: readonly string[]): readonly number[] {
  const indices = ids.map((_, i) => i)
  return indices.sort((a, b) => (isBelow(ids[a]!, keys[a]!, ids[b]!, keys[b]!) ? -1 : 1))
}

/** Where the record belongs in the list, not before `from`. */
function findPosition(
  id: RecordId,
  z: string,
  ids: readonly RecordId[],
  keys: readonly string[],
  from: number,
): number {
  let low = from
  let high = from
  // Steps that double find what is near soon, and what is far with a few steps more than halving the whole list.
  for (let step = 1; high < ids.length && isBelow(ids[high]!, keys[high]!, id, z); step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, ids.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(ids[middle]!, keys[middle]!, id, z)) low = middle + 1
    else high = middle
  }
  return low
}
