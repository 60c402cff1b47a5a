import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { type Action, ActionReader, type HistoryReplay } from '@tavla/canvas/model'
import type { Clock } from '../../../platform/dom/clock.ts'
import { runInSlices, type TaskContext, seek } from '../seek.ts'

/** The loaded part of a history as actions. */
export interface ActionLog {
  /** Earliest first; grows while the history is read. */
  readonly actions: ReadonlySignal<readonly Action[]>
  readonly isReading: ReadonlySignal<boolean>
  /** Reads from this version to the newest in the background; continues if only the newest has changed. */
  read(replay: HistoryReplay, earliestSeq: number): void
  dispose(): void
}

/** How often new actions are published while reading, ms. */
const publishEveryMs = 400

export function createActionLog(clock: Clock): ActionLog {
  const actions = signal<readonly Action[]>([])
  const isReading = signal(false)
  let current = new AbortController()
  let lastRead: {
    readonly replay: HistoryReplay
    readonly earliestSeq: number
    readonly reader: ActionReader
    readonly actionReplay: HistoryReplay
  } | null

  async function readActions(
    replay: HistoryReplay,
    earliestSeq: number,
    abortSignal: AbortSignal,
  ): Promise<void> {
    let publishedAt = clock.now()
    const context: TaskContext = { clock, signal: abortSignal, onProgress: () => undefined }
    if (lastRead?.replay !== replay || lastRead.earliestSeq !== earliestSeq) {
      lastRead = null
      const actionReplay = await runInSlices(replay.fork(), context)
      await seek(actionReplay, earliestSeq, context)
      abortSignal.throwIfAborted()
      lastRead = { replay, earliestSeq, actionReplay, reader: new ActionReader(actionReplay) }
    }
    const { reader, actionReplay } = lastRead
    const onProgress = (): void => {
      if (clock.now() - publishedAt < publishEveryMs) return
      publishedAt = clock.now()
      actions.value = reader.actions()
    }
    await seek(actionReplay, actionReplay.head, { ...context, onProgress }, (next) => reader.walk(next))
    abortSignal.throwIfAborted()
    actions.value = reader.actions()
  }

  return {
    actions,
    isReading,
    read(replay, earliestSeq) {
      current.abort()
      const controller = (current = new AbortController())
      isReading.value = true
      readActions(replay, earliestSeq, controller.signal)
        .catch((error: unknown) => {
          if (controller.signal.aborted) return
          // The list of sessions and the time line work without it.
          lastRead = null
          console.error('The history could not be read as actions', error)
        })
        .finally(() => {
          if (current === controller) isReading.value = false
        })
    },
    dispose: () => current.abort(),
  }
}

/** The action of a step of the time line. */
export function findAction(
  actions: readonly Action[],
  step: { readonly uid: string; readonly seq: number } | undefined,
): Action | undefined {
  return (
    step && actions.find(({ uid, first, last }) => uid === step.uid && first <= step.seq && step.seq <= last)
  )
}
