/** Extends a view with further properties and keeps its getters, which spreading would evaluate once. */
export function extend<Base extends object, More extends object>(base: Base, more: More): Base & More {
  return Object.defineProperties(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)),
    Object.getOwnPropertyDescriptors(more),
  ) as Base & More
}
