import type { Box, Replica } from '@tavla/canvas'
import {
  createRestoration,
  runToEnd,
  type HistoryReplay,
  DiffSince,
  getRegionTarget,
  getTargetRecord,
  getWholeTarget,
} from '@tavla/canvas/model'
import type { Removed, Refusal, Restoration, SlicedTask, Target } from '@tavla/canvas/model'
import { type Clock, sleep } from '../../platform/dom/clock.ts'
import { runInSlices, type TaskContext, getSubtask, seek } from './seek.ts'

/** Changes applied before the page gets its turn. */
const changesPerSlice = 1_000
/** Number of attempts if others change the board during the comparison; then it runs in one slice. */
const maxAttempts = 3

/** What to restore. */
export type RestoreScope =
  | { readonly type: 'board' }
  | { readonly type: 'region'; readonly page: string; readonly box: Box }
  | { readonly type: 'person'; readonly uid: string }
  | { readonly type: 'record'; readonly id: string }
  /** Only the record's text. */
  | { readonly type: 'recordText'; readonly id: string }

/** The changes of a restoration. */
export interface PreparedRestoration extends Restoration {
  readonly removed: ReadonlyMap<string, Removed>
}

/** What has to change on the current board to match a version. The replay must reach to the newest version. */
export async function prepareRestoration(
  replay: HistoryReplay,
  version: number,
  replica: Pick<Replica, 'document' | 'actor' | 'seq'>,
  scope: RestoreScope,
  context: TaskContext,
): Promise<PreparedRestoration> {
  const versionReplay = await runInSlices(replay.fork(), getSubtask(context, 0, 0.05))
  await seek(versionReplay, version, getSubtask(context, 0.05, 0.35))
  const versionState = await runInSlices(versionReplay.copyInSlices(), getSubtask(context, 0.35, 0.4))
  const diffSince = new DiffSince(versionReplay, scope.type === 'person' ? scope.uid : null)
  await seek(versionReplay, versionReplay.head, getSubtask(context, 0.4, 0.7), (next) => diffSince.walk(next))
  context.signal.throwIfAborted()
  const present = replica.document
  function* computeTarget(): SlicedTask<Target> {
    if (scope.type === 'person') return diffSince.getTarget()
    if (scope.type === 'record') return getTargetRecord(scope.id, versionState, present)
    if (scope.type === 'recordText')
      return getTargetRecord(scope.id, versionState, present, new Set(['text']))
    return yield* scope.type === 'board'
      ? getWholeTarget(versionState, present)
      : getRegionTarget(scope, versionState, present)
  }
  const { removed } = diffSince
  const actor = replica.actor.peek()
  function* computeRestoration(): SlicedTask<Restoration> {
    const target = yield* computeTarget()
    return yield* createRestoration({ present, kinds: replay.kinds, actor, target, removedRecords: removed })
  }
  return { ...(await runOnUnchangedBoard(replica, computeRestoration, getSubtask(context, 0.7, 1))), removed }
}

/** The board can change between slices; then the result is discarded. */
async function runOnUnchangedBoard<Result>(
  replica: Pick<Replica, 'seq'>,
  task: () => SlicedTask<Result>,
  context: TaskContext,
): Promise<Result> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const startSeq = replica.seq
    try {
      const result = await runInSlices(task(), context)
      if (replica.seq === startSeq) return result
    } catch (error) {
      if (replica.seq === startSeq || context.signal.aborted) throw error
    }
  }
  return runToEnd(task())
}

/**
 * Applies the changes in parts, as one undo step. If one is refused, those before are undone. `onProgress` is given
 * the progress, from 0 to 1.
 */
export async function restore(
  replica: Pick<Replica, 'edit' | 'replayCached' | 'undo'>,
  { changes, removed }: Pick<PreparedRestoration, 'changes' | 'removed'>,
  mark: string,
  { clock, onProgress }: { readonly clock: Clock; onProgress(part: number): void },
): Promise<Refusal | undefined> {
  replica.replayCached(removed.values())
  for (let index = 0; index < changes.length; index += changesPerSlice) {
    if (index > 0) await sleep(0, clock)
    onProgress(index / changes.length)
    const refusal = replica.edit(changes.slice(index, index + changesPerSlice), mark)
    if (!refusal) continue
    if (index > 0) replica.undo()
    return refusal
  }
  return undefined
}
