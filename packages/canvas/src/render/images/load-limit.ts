import type { Clock } from '../../editor/clock.ts'
import { createLoadQueue, type ImageNeed } from './load-queue.ts'

/** Loads at the same time: enough that a worker always has the next file. */
const maxLoads = 6
/** A load that takes longer waits for the network, and costs the page nothing meanwhile. */
const slowMs = 2_000

/**
 * Runs a few loads at a time, because files that all arrive at once take the page's processor time from drawing. While
 * any takes long there is no limit, so that what does not come holds up no other for more than this.
 */
export function createLoadLimit(
  clock: Clock,
): <T>(getNeed: () => ImageNeed, load: () => Promise<T>) => Promise<T> {
  const queue = createLoadQueue()
  let running = 0
  let slow = 0
  const startNext = (): void => {
    while (queue.size > 0 && (slow > 0 || running < maxLoads)) {
      running++
      queue.startNext()
    }
  }
  return async (getNeed, load) => {
    const turn = queue.wait(getNeed)
    startNext()
    await turn
    let isSlow = false
    const cancel = clock.after(slowMs, () => {
      isSlow = true
      slow++
      startNext()
    })
    try {
      return await load()
    } finally {
      cancel()
      running--
      if (isSlow) slow--
      startNext()
    }
  }
}
