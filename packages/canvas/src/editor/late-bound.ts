/** A dependency that is set after its users are created. Throws if it is read before. */
export class LateBound<T> {
  #value: T | undefined

  get = (): T => {
    if (this.#value === undefined) throw new Error('this part of the editor is not made yet')
    return this.#value
  }

  set(value: T): void {
    this.#value = value
  }
}
