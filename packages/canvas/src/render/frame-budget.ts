import type { Meter } from './raster/raster-job.ts'

/** Time per frame for rasterization, ms; less during gestures, which need time themselves. */
const staticMs = 13
const gestureMs = 6
const leastMs = 2
/** Frames longer than this are late, ms; at rest nobody sees a missed frame. */
const gestureLateMs = 20
const staticLateMs = 35

/**
 * Time budget for rasterization, adapted to actual frame times. Canvases defer drawing, so measuring the calls
 * alone underestimates the cost.
 */
export function createFrameBudget() {
  let fraction = 1
  let last: number | undefined
  let lateMs = staticLateMs
  return {
    /** Starts a frame. `isBusy`: a gesture is in progress; `hasPainted`: the last frame rasterized. */
    start(nowMs: number, isBusy: boolean, hasPainted: boolean): number {
      const took = last === undefined ? 0 : nowMs - last
      last = nowMs
      if (hasPainted && took > lateMs && took < 250) fraction = Math.max(0.3, fraction * 0.8)
      else fraction = Math.min(1, fraction + 0.05)
      lateMs = isBusy ? gestureLateMs : staticLateMs
      return Math.max(leastMs, (isBusy ? gestureMs : staticMs) * fraction)
    },
    /** Idle: the time until the next frame does not count as a late frame. */
    rest(): void {
      last = undefined
    },
  }
}

/** Uses the maximum of measured time and estimated cost. */
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
