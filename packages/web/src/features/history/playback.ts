import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '../../platform/dom/clock.ts'

/** Multiples of normal speed. */
export const speeds = [0.5, 1, 2, 4, 8, 16] as const
export type Speed = (typeof speeds)[number]

/** How long each change is shown at normal speed, ms. */
const changeDurationMs = 600
/** Minimum time between frames, ms; at high speed several changes are shown together. */
const minStepMs = 60

export interface Playback {
  readonly playing: ReadonlySignal<boolean>
  readonly speed: ReadonlySignal<Speed>
  /** Plays from the current version, or from the start if it is the last. */
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
}

interface PlaybackSteps {
  count(): number
  stepNumber(): number
  goTo(stepNumber: number): Promise<void>
}

/** Steps until the last change. */
export function createPlayback(clock: Clock, playbackSteps: PlaybackSteps): Playback {
  const playing = signal(false)
  const speed = signal<Speed>(1)
  let cancel = (): void => undefined
  /** Fraction of a change that is due but not shown yet. */
  let due = 0
  const pause = (): void => {
    cancel()
    playing.value = false
  }
  const tick = (): void => {
    if (playbackSteps.stepNumber() >= playbackSteps.count()) return pause()
    const everyMs = Math.max(minStepMs, changeDurationMs / speed.peek())
    cancel = clock.after(everyMs, () => {
      due += (everyMs * speed.peek()) / changeDurationMs
      const steps = Math.floor(due + 1e-9)
      due -= steps
      if (steps > 0) void playbackSteps.goTo(playbackSteps.stepNumber() + steps)
      tick()
    })
  }
  return {
    playing,
    speed,
    play() {
      if (playbackSteps.count() === 0) return
      if (playbackSteps.stepNumber() >= playbackSteps.count()) void playbackSteps.goTo(0)
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
