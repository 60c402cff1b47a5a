import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '../../platform/dom/clock.ts'

/** Times the ordinary speed. */
export const speeds = [0.5, 1, 2, 4, 8, 16] as const
export type Speed = (typeof speeds)[number]

/** So long each change is shown at the ordinary speed, in ms: long enough to see what it was. */
const changeMs = 600
/** Never more often than this, in ms; where that is too slow, several changes come at once. */
const leastStepMs = 60

export interface Playback {
  readonly playing: ReadonlySignal<boolean>
  readonly speed: ReadonlySignal<Speed>
  /** From here, or from the beginning when this is the end. */
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
}

interface PlaybackSteps {
  count(): number
  place(): number
  goTo(place: number): Promise<void>
}

/** Goes from stop to stop until the last one. */
export function playback(clock: Clock, playbackSteps: PlaybackSteps): Playback {
  const playing = signal(false)
  const speed = signal<Speed>(1)
  let cancel = (): void => undefined
  /** Parts of a change that are due but not shown yet. */
  let due = 0
  const pause = (): void => {
    cancel()
    playing.value = false
  }
  const tick = (): void => {
    if (playbackSteps.place() >= playbackSteps.count()) return pause()
    const everyMs = Math.max(leastStepMs, changeMs / speed.peek())
    cancel = clock.after(everyMs, () => {
      due += (everyMs * speed.peek()) / changeMs
      const steps = Math.floor(due + 1e-9)
      due -= steps
      if (steps > 0) void playbackSteps.goTo(playbackSteps.place() + steps)
      tick()
    })
  }
  return {
    playing,
    speed,
    play() {
      if (playbackSteps.count() === 0) return
      if (playbackSteps.place() >= playbackSteps.count()) void playbackSteps.goTo(0)
      due = 0
      playing.value = true
      tick()
    },
    pause,
    setSpeed(next) {
      speed.value = next
      if (!playing.peek()) return
      cancel()
      tick()
    },
  }
}
