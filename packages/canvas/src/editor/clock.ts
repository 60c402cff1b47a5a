/**
 * Time as the editor knows it: the browser's on screen, a fake one in tests. The editor asks for nothing
 * else that moves by itself.
 */
export interface Clock {
  /** Milliseconds from any fixed moment; only differences mean something. */
  now(): number
  /** Runs once before the next picture; the answer takes it back. */
  frame(run: (nowMs: number) => void): () => void
  /** Runs once after at least `delayMs`; the answer takes it back. */
  after(delayMs: number, run: () => void): () => void
}

/** Timers and frames that all end together, when the board does. */
export interface OwnedClock extends Clock {
  dispose(): void
}

/** Wraps a clock so that whatever is still pending at the end never runs. */
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

/** Lets a call through at most once per `everyMs`, the last one always. */
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
