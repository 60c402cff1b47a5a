/**
 * Approximate LRU cache with two generations. When the recent one is full it becomes the old one, and unused
 * entries of the previous old one are dropped. Holds at most twice `size` entries.
 */
export class RecentCache<K, V> {
  #recent = new Map<K, V>()
  #old = new Map<K, V>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: K): V | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#recent.size >= this.#size) {
      this.#old = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  clear(): void {
    this.#recent.clear()
    this.#old.clear()
  }
}
