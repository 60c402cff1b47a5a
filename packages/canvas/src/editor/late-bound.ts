/** A part that is made after those who use it. It must be there before anybody acts. */
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
