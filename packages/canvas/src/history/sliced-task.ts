/** Cooperative task that yields its progress (0 to 1), so that the caller can let other work run. */
export type SlicedTask<Result> = Generator<number, Result, undefined>

/** Steps between two yields, a few milliseconds at most. */
const stride = 500

/** Visits all items in slices. `count` is their number; `from` and `to` are the range of the progress. */
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

/** Maps the progress of a subtask to a range. */
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
