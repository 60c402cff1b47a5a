/** Time source: the browser's on screen, a fake one in tests. The editor uses no other timers. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; only differences are meaningful. */
  now(): number
  /** Runs once before the next frame; returns a function that cancels it. */
  frame(run: (nowMs: number) => void): () => void
  /** Runs once after at least `delayMs`; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
}

/** A clock whose timers and frame callbacks are all cancelled by `dispose`. */
export interface OwnedClock extends Clock {
  dispose(): void
}

/** Wraps a clock so that pending callbacks can be cancelled together. */
export function ownClock(clock: Clock): OwnedClock {
  const pending = new Set<() => void>()
  let over = false
  const keep = (start: (done: () => void) => () => void): (() => void) => {
    if (over) return () => {}
    const cancel = start(() => pending.delete(stop))
    const stop = (): void => {
      pending.delete(stop)
      cancel()
    }
    pending.add(stop)
    return stop
  }
  return {
    now: () => clock.now(),
    frame: (run) =>
      keep((done) =>
        clock.frame((nowMs) => {
          done()
          run(nowMs)
        }),
      ),
    after: (delayMs, run) =>
      keep((done) =>
        clock.after(delayMs, () => {
          done()
          run()
        }),
      ),
    dispose() {
      over = true
      for (const stop of [...pending]) stop()
    },
  }
}

/** Calls `run` at most once per `everyMs`, including a trailing call. */
export function throttle(clock: Clock, everyMs: number, run: () => void): { call(): void; cancel(): void } {
  let last = -Infinity
  let cancel: (() => void) | undefined
  const fire = (): void => {
    cancel = undefined
    last = clock.now()
    run()
  }
  return {
    call() {
      if (cancel) return
      const wait = last + everyMs - clock.now()
      if (wait <= 0) fire()
      else cancel = clock.after(wait, fire)
    },
    cancel() {
      cancel?.()
      cancel = undefined
    },
  }
}
