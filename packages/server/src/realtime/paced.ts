import type { Clock } from '../ports/clock/port.ts'

/**
 * Runs `act` for work that arrives at any pace: never two at once, starts at least `everyMs()` apart, and at once while it
 * is quiet. What arrives during a run is seen by the next one.
 */
export function createPaced(
  clock: Clock,
  everyMs: () => number,
  act: () => Promise<void>,
): { poke(): void; stop(): void; idle(): Promise<void> } {
  let running: Promise<void> | null = null
  let wanted = false
  let startedAt = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | null = null
  let stopped = false

  function poke(): void {
    if (stopped) return
    wanted = true
    if (running || callOff) return
    const wait = startedAt + everyMs() - clock.now()
    if (wait > 0) {
      callOff = clock.after(wait, () => {
        callOff = null
        start()
      })
    } else start()
  }

  function start(): void {
    if (stopped) return
    wanted = false
    startedAt = clock.now()
    running = act().finally(() => {
      running = null
      if (wanted) poke()
    })
  }

  async function idle(): Promise<void> {
    while (running || wanted) {
      if (callOff) {
        callOff()
        callOff = null
        start()
      }
      await running
    }
  }

  return {
    poke,
    idle,
    stop() {
      stopped = true
      callOff?.()
    },
  }
}
