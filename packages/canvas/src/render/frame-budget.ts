import type { Meter } from './raster/raster-job.ts'

/** Time a frame may spend on rastering, ms: less while a gesture runs, so that its own work fits beside it. */
const staticMs = 9
const gestureMs = 6
const leastMs = 2
/** A frame that took longer than this was late. */
const lateMs = 20

/**
 * How long to raster in this frame. A canvas only records what is drawn and pays for it later, so the clock around
 * the calls says too little; what the frames really took says the rest.
 */
export function createFrameBudget() {
  let fraction = 1
  let last: number | undefined
  return {
    /** Starts a frame; `moving` while a gesture runs, `worked` if the last frame rastered. */
    start(nowMs: number, moving: boolean, worked: boolean): number {
      const took = last === undefined ? 0 : nowMs - last
      last = nowMs
      if (worked && took > lateMs && took < 250) fraction = Math.max(0.3, fraction * 0.8)
      else fraction = Math.min(1, fraction + 0.05)
      return Math.max(leastMs, (moving ? gestureMs : staticMs) * fraction)
    },
    /** Nothing to do: the time until the next frame is not a late frame. */
    rest(): void {
      last = undefined
    },
  }
}

/** Measures by the clock and by what painters say they spend, whichever is more. */
export function createMeter(allowanceMs: number, now: () => number): Meter {
  const startMs = now()
  let spentMs = 0
  return {
    spend(ms) {
      spentMs += ms
    },
    isOver: () => spentMs > allowanceMs || now() - startMs > allowanceMs,
  }
}
