import { distance, type Vec } from '../../geometry/vec.ts'
import type { PointerInput, PointerSample, RawPointer } from '../input-events.ts'

/** Distance in CSS pixels beyond which a press is a drag. Touch is less steady. */
const dragThreshold = { mouse: 4, pen: 4, touch: 8 } as const
/** Maximum time and distance between the clicks of a double click. */
const clickMs = 400
const clickDistance = { mouse: 6, pen: 12, touch: 24 } as const

interface PressState {
  readonly screen: Vec
  readonly clicks: number
  dragged: boolean
  /** Page point of the press; unchanged if the camera moves under the pointer. */
  readonly origin: Vec
}

/** Converts host events of the pointer that controls the tool to tool events. */
export function createPointer(toPage: (screen: Vec) => Vec) {
  let pressed: PressState | undefined
  let lastClick: { screen: Vec; timeMs: number; clicks: number } | undefined
  let last: RawPointer | undefined

  const input = (raw: RawPointer): PointerInput => {
    const newest = raw.samples.at(-1)!
    const point = toPage(newest.at)
    return {
      device: raw.device,
      point,
      screen: newest.at,
      origin: pressed?.origin ?? point,
      dragged: pressed?.dragged ?? false,
      clicks: pressed?.clicks ?? 0,
      path: raw.samples.map((sample) => pageSample(sample, toPage)),
      pressure: newest.pressure,
      timeMs: newest.timeMs,
      modifiers: raw.modifiers,
    }
  }

  return {
    get isDown() {
      return pressed !== undefined
    },
    /** Last position, CSS pixels of the view. */
    get screen(): Vec | undefined {
      return last?.samples.at(-1)?.at
    },
    down(raw: RawPointer): PointerInput {
      const { at, timeMs } = raw.samples.at(-1)!
      const again =
        lastClick !== undefined &&
        timeMs - lastClick.timeMs <= clickMs &&
        distance(at, lastClick.screen) <= clickDistance[raw.device]
      const clicks = again ? (lastClick!.clicks % 3) + 1 : 1
      pressed = { screen: at, clicks, dragged: false, origin: toPage(at) }
      lastClick = { screen: at, timeMs, clicks }
      last = raw
      return input(raw)
    },
    move(raw: RawPointer): PointerInput {
      if (pressed && !pressed.dragged) {
        pressed.dragged = raw.samples.some(
          ({ at }) => distance(at, pressed!.screen) > dragThreshold[raw.device],
        )
        if (pressed.dragged) lastClick = undefined
      }
      last = raw
      return input(raw)
    },
    up(raw: RawPointer): PointerInput {
      const result = input(raw)
      last = raw
      pressed = undefined
      return result
    },
    /** The pointer was lost, so no click follows. */
    lose(): void {
      pressed = undefined
      lastClick = undefined
    },
    /** Repeats the last position with other modifiers or another camera; undefined before the first event. */
    again(modifiers = last?.modifiers): PointerInput | undefined {
      const newest = last?.samples.at(-1)
      if (!last || !newest || !modifiers) return undefined
      last = { ...last, type: 'move', modifiers, samples: [newest] }
      return input(last)
    },
  }
}

function pageSample(
  { at, pressure, timeMs }: PointerSample,
  toPage: (screen: Vec) => Vec,
): PointerInput['path'][number] {
  return { ...toPage(at), pressure, timeMs }
}
