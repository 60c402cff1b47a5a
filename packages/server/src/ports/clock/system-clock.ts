import type { Clock } from './port.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  nextTask: () => new Promise((resolve) => setImmediate(resolve)),
}
