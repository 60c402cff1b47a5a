import { afterPause } from '../dom/clock.ts'

const queue: (() => void)[] = []
let holds = 0
let isScheduled = false

/**
 * Runs work in order when the page has nothing else to do, and none of it while a first view is loading
 * (`holdIdleWork`). The returned function cancels it.
 */
export function whenIdle(work: () => void): () => void {
  queue.push(work)
  schedule()
  return () => {
    const at = queue.indexOf(work)
    if (at >= 0) queue.splice(at, 1)
  }
}

/** Lets the work of `whenIdle` wait for something more urgent, until the returned function is called. */
export function holdIdleWork(): () => void {
  holds += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holds -= 1
    schedule()
  }
}

function schedule(): void {
  if (isScheduled || holds > 0 || queue.length === 0) return
  isScheduled = true
  afterPause((isLong) => {
    isScheduled = false
    try {
      do {
        if (holds > 0) return
        queue.shift()?.()
      } while (queue.length > 0 && isLong())
    } finally {
      schedule()
    }
  })
}
