/** Shortest and longest time without zooming after which a zoom has ended, ms. */
const leastMs = 30
const mostMs = 90
/** Steps further apart than this do not belong to one zoom, ms. */
const apartMs = 300
/** A zoom has ended when its next step is later than this many times the usual time between two. */
const patience = 1.8
/** How much of the longest time between two steps counts after the next one; late frames are followed by others. */
const memory = 0.9

/**
 * Detects the end of a zoom, after which painting at the exact scale need not wait for another step. Fingers and
 * trackpads zoom with every frame, wheels in steps with pauses between them.
 */
export function createZoomRest() {
  let steppedAtMs = -Infinity
  let paceMs = 0
  return {
    /** The scale has changed in a frame. */
    step(nowMs: number): void {
      const sinceMs = nowMs - steppedAtMs
      paceMs = sinceMs > apartMs ? 0 : Math.max(sinceMs, paceMs * memory)
      steppedAtMs = nowMs
    },
    /** Time until the zoom has ended, 0 if it has, ms. */
    getWaitMs(nowMs: number): number {
      const restMs = Math.min(mostMs, Math.max(leastMs, paceMs * patience))
      return Math.max(0, restMs - (nowMs - steppedAtMs))
    },
  }
}
