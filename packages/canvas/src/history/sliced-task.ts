/** Long work that stops now and then, so that anyone who does it can let others have a turn; says which part is done, from 0 to 1. */
export type SlicedTask<Result> = Generator<number, Result, undefined>

/** Steps between two stops: some milliseconds at most. */
const stride = 500

/** Visits one after the other; `count` is how many there are, `from` and `to` which part of a longer work this is. */
export function* forEachSliced<Item>(
  items: Iterable<Item>,
  count: number,
  visit: (item: Item) => void,
  [from, to]: readonly [number, number] = [0, 1],
): SlicedTask<void> {
  let done = 0
  for (const item of items) {
    visit(item)
    done += 1
    if (done % stride === 0) yield from + (to - from) * Math.min(1, done / Math.max(1, count))
  }
}

/** As a part of longer work. */
export function* scaleProgress<Result>(
  work: SlicedTask<Result>,
  from: number,
  to: number,
): SlicedTask<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    yield from + (to - from) * step.value
  }
}
