import { readdirSync, readFileSync } from 'node:fs'

/** What an attack cost the thread that serves everybody, since it was asked last. */
export interface Load {
  /** Longest turn of the event loop, in ms of processor time of the thread: what others on the machine do is not in it. */
  readonly longestBlockMs: number
  /** The same by the wall, without the time in which the thread waited for a processor. */
  readonly longestTurnMs: number
  /** Longest wait for a processor between two timers, ms; 0 where the system does not tell. */
  readonly longestWaitMs: number
  /** Part of the time in which the thread waited for a processor, from 0 to 1. */
  readonly waited: number
  readonly descriptors: number
  readonly rssMiB: number
}

const isLinux = process.platform === 'linux'

/** Time for which the main thread could run and no processor was free, ms. */
function getWaited(): number {
  if (!isLinux) return 0
  const [, nanoseconds = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** Watches the thread it is called in, which must be the main one. */
export function startLoadMeter(): () => Load {
  let longest = { block: 0, turn: 0, wait: 0 }
  let usage = process.threadCpuUsage()
  let at = performance.now()
  let waited = getWaited()
  let since = { at, waited }
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(usage)
    const now = performance.now()
    const waitedNow = getWaited()
    const wait = waitedNow - waited
    longest = {
      block: Math.max(longest.block, (user + system) / 1_000),
      turn: Math.max(longest.turn, now - at - wait),
      wait: Math.max(longest.wait, wait),
    }
    usage = process.threadCpuUsage()
    at = now
    waited = waitedNow
  }, 5)
  return () => {
    const { block, turn, wait } = longest
    const ran = performance.now() - since.at
    const load = {
      longestBlockMs: block,
      longestTurnMs: turn,
      longestWaitMs: wait,
      waited: (getWaited() - since.waited) / ran,
      descriptors: isLinux ? readdirSync('/proc/self/fd').length : 0,
      rssMiB: process.memoryUsage().rss / 2 ** 20,
    }
    longest = { block: 0, turn: 0, wait: 0 }
    since = { at: performance.now(), waited: getWaited() }
    return load
  }
}
