/**
 * Remembers what was used lately, in two generations: when the young one is full
 * it becomes the old one and what nobody asked for since is forgotten. At most twice `size` entries are held.
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
