import { distance, midpoint, type Vec } from '../../geometry/vec.ts'
import type { Camera } from '../view/camera.ts'

interface Finger {
  at: Vec
  readonly downAt: Vec
}

/** Maximum duration and movement of a multi-finger tap. */
const tapMs = 300
const tapDistance = 12

/** Multi-touch: two fingers pan and zoom; a two-finger tap undoes, a three-finger tap redoes. */
export function createMultiTouch(camera: Camera, act: { undo(): void; redo(): void }) {
  const fingers = new Map<number, Finger>()
  let most = 0
  let startMs = 0
  let still = true

  const firstTwo = (): readonly [Finger, Finger] | undefined => {
    const [a, b] = fingers.values()
    return a && b ? [a, b] : undefined
  }

  return {
    get count() {
      return fingers.size
    },
    has: (pointer: number): boolean => fingers.has(pointer),
    down(pointer: number, at: Vec, timeMs: number): void {
      if (fingers.size === 0) {
        most = 0
        startMs = timeMs
        still = true
      }
      fingers.set(pointer, { at, downAt: at })
      most = Math.max(most, fingers.size)
    },
    move(pointer: number, at: Vec): void {
      const finger = fingers.get(pointer)
      if (!finger) return
      const before = firstTwo()?.map((one) => one.at)
      finger.at = at
      if (distance(at, finger.downAt) > tapDistance) still = false
      const two = firstTwo()
      if (!two) return
      const [a, b] = before as [Vec, Vec]
      const from = midpoint(a, b)
      const to = midpoint(two[0].at, two[1].at)
      camera.panBy(to.x - from.x, to.y - from.y)
      const gap = distance(a, b)
      // At small distances the ratio is dominated by noise.
      if (gap > 8) camera.zoomBy(distance(two[0].at, two[1].at) / gap, to)
    },
    up(pointer: number, timeMs: number): void {
      if (!fingers.delete(pointer) || fingers.size > 0) return
      if (!still || timeMs - startMs > tapMs) return
      if (most === 2) act.undo()
      else if (most === 3) act.redo()
    },
    lose(pointer: number): void {
      fingers.delete(pointer)
      still = false
    },
  }
}
