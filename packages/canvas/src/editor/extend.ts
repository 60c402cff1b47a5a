/** A view with everything on it: copying it with spread would freeze its answers. */
export function extend<Base extends object, More extends object>(base: Base, more: More): Base & More {
  return Object.defineProperties(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)),
    Object.getOwnPropertyDescriptors(more),
  ) as Base & More
}
