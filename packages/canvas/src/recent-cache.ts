/**
 * Remembers what was used lately, in two generations: when the young one is full
 * it becomes the old one and what nobody asked for since is forgotten. At most twice `size` entries are held.
 */
export class RecentCache<K, V> {
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
