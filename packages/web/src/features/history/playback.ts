import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { Clock } from '../../platform/clock.ts'

/** A whole play takes about this long, ms, in steps neither too quick to see nor too slow to wait for. */
const playFor = 12_000
const stepMs = { least: 50, most: 700 }

export interface Playback {
  readonly playing: ReadonlySignal<boolean>
  /** From here, or from the beginning when this is the end. */
  play(): void
  pause(): void
}

interface Stops {
  count(): number
  place(): number
  goTo(place: number): Promise<void>
}

/** Goes from stop to stop until the last one. */
export function playback(clock: Clock, stops: Stops): Playback {
  const playing = signal(false)
  let callOff = (): void => undefined
  const pause = (): void => {
    callOff()
    playing.value = false
  }
  const tick = (): void => {
    const count = stops.count()
    if (stops.place() >= count) return pause()
    const everyMs = Math.min(stepMs.most, Math.max(stepMs.least, playFor / count))
    callOff = clock.after(everyMs, () => {
      void stops.goTo(stops.place() + Math.max(1, Math.round((count * everyMs) / playFor)))
      tick()
    })
  }
  return {
    playing,
    play() {
      if (stops.count() === 0) return
      if (stops.place() >= stops.count()) void stops.goTo(0)
      playing.value = true
      tick()
    },
    pause,
  }
}
