import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Levels below the server's own priority: on a core that the server needs whole, the thread gets a tenth. */
const lower = 10

/**
 * Lets everything else in this process go first. Linux has a priority for each thread; elsewhere nothing happens, since
 * the whole process would be slower.
 */
export function lowerThreadPriority(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/')[2])
    if (threadId > 0) setPriority(threadId, Math.min(getPriority() + lower, constants.priority.PRIORITY_LOW))
  } catch {
    // Not Linux, or a container that does not allow it.
  }
}
