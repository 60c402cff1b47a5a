import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { type Action, ActionReader, type HistoryReplay } from '@tavla/canvas/model'
import type { Clock } from '../../../platform/dom/clock.ts'
import { inSlices, type Pace, seek } from '../seek.ts'

/** The loaded part of a history as actions. */
export interface Story {
  /** Earliest first; grows while the history is read. */
  readonly actions: ReadonlySignal<readonly Action[]>
  readonly isReading: ReadonlySignal<boolean>
  /** Reads from this version to the newest in the background; continues if only the newest has changed. */
  read(past: HistoryReplay, begin: number): void
  dispose(): void
}

/** How often new actions are published while reading, ms. */
const announceEveryMs = 400

export function createStory(clock: Clock): Story {
  const actions = signal<readonly Action[]>([])
  const isReading = signal(false)
  let current = new AbortController()
  let known: {
    readonly past: HistoryReplay
    readonly begin: number
    readonly reader: ActionReader
    readonly on: HistoryReplay
  } | null

  async function follow(past: HistoryReplay, begin: number, own: AbortSignal): Promise<void> {
    let announced = clock.now()
    const quiet: Pace = { clock, signal: own, tell: () => undefined }
    if (known?.past !== past || known.begin !== begin) {
      known = null
      const on = await inSlices(past.fork(), quiet)
      await seek(on, begin, quiet)
      own.throwIfAborted()
      known = { past, begin, on, reader: new ActionReader(on) }
    }
    const { reader, on } = known
    const tell = (): void => {
      if (clock.now() - announced < announceEveryMs) return
      announced = clock.now()
      actions.value = reader.actions()
    }
    await seek(on, on.head, { ...quiet, tell }, (next) => reader.walk(next))
    own.throwIfAborted()
    actions.value = reader.actions()
  }

  return {
    actions,
    isReading,
    read(past, begin) {
      current.abort()
      const mine = (current = new AbortController())
      isReading.value = true
      follow(past, begin, mine.signal)
        .catch((error: unknown) => {
          if (mine.signal.aborted) return
          // The list of sessions and the time line work without it.
          known = null
          console.error('The history could not be read as acts', error)
        })
        .finally(() => {
          if (current === mine) isReading.value = false
        })
    },
    dispose: () => current.abort(),
  }
}

/** The action of a step of the time line. */
export function findAction(
  actions: readonly Action[],
  stop: { readonly uid: string; readonly seq: number } | undefined,
): Action | undefined {
  return (
    stop && actions.find(({ uid, first, last }) => uid === stop.uid && first <= stop.seq && stop.seq <= last)
  )
}
