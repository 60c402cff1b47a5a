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
import { inSlices, type Pace, getPart, seek } from './seek.ts'

/** Changes applied before the page gets its turn. */
const changesAtOnce = 1_000
/** Number of attempts if others change the board during the comparison; then it runs in one slice. */
const tries = 3

/** What to restore. */
export type RestoreScope =
  | { readonly of: 'board' }
  | { readonly of: 'region'; readonly page: string; readonly box: Box }
  | { readonly of: 'person'; readonly uid: string }
  | { readonly of: 'record'; readonly id: string }
  /** Only the record's text. */
  | { readonly of: 'recordText'; readonly id: string }

/** The changes of a restoration. */
export interface Prepared extends Restoration {
  readonly gone: ReadonlyMap<string, Removed>
}

/** What has to change on the current board to match a version. The replay must reach to the newest version. */
export async function prepare(
  past: HistoryReplay,
  version: number,
  replica: Pick<Replica, 'document' | 'actor' | 'seq'>,
  scope: RestoreScope,
  pace: Pace,
): Promise<Prepared> {
  const replay = await inSlices(past.fork(), getPart(pace, 0, 0.05))
  await seek(replay, version, getPart(pace, 0.05, 0.35))
  const then = await inSlices(replay.copyInSlices(), getPart(pace, 0.35, 0.4))
  const since = new DiffSince(replay, scope.of === 'person' ? scope.uid : null)
  await seek(replay, replay.head, getPart(pace, 0.4, 0.7), (next) => since.walk(next))
  pace.signal.throwIfAborted()
  const present = replica.document
  function* wanting(): SlicedTask<Target> {
    if (scope.of === 'person') return since.getTarget()
    if (scope.of === 'record') return getTargetRecord(scope.id, then, present)
    if (scope.of === 'recordText') return getTargetRecord(scope.id, then, present, new Set(['text']))
    return yield* scope.of === 'board' ? getWholeTarget(then, present) : getRegionTarget(scope, then, present)
  }
  const { gone } = since
  const actor = replica.actor.peek()
  function* finding(): SlicedTask<Restoration> {
    const wanted = yield* wanting()
    return yield* createRestoration({ present, kinds: past.kinds, actor, wanted, gone })
  }
  return { ...(await onOneBoard(replica, finding, getPart(pace, 0.7, 1))), gone }
}

/** The board can change between slices; then the result is discarded. */
async function onOneBoard<Result>(
  replica: Pick<Replica, 'seq'>,
  work: () => SlicedTask<Result>,
  pace: Pace,
): Promise<Result> {
  for (let tried = 0; tried < tries; tried += 1) {
    const at = replica.seq
    try {
      const result = await inSlices(work(), pace)
      if (replica.seq === at) return result
    } catch (error) {
      if (replica.seq === at || pace.signal.aborted) throw error
    }
  }
  return runToEnd(work())
}

/**
 * Applies the changes in parts, as one undo step. If one is refused, those before are undone. `tell` receives the
 * progress, from 0 to 1.
 */
export async function restore(
  replica: Pick<Replica, 'edit' | 'replayCached' | 'undo'>,
  { changes, gone }: Pick<Prepared, 'changes' | 'gone'>,
  mark: string,
  { clock, tell }: { readonly clock: Clock; tell(part: number): void },
): Promise<Refusal | undefined> {
  replica.replayCached(gone.values())
  for (let at = 0; at < changes.length; at += changesAtOnce) {
    if (at > 0) await sleep(0, clock)
    tell(at / changes.length)
    const refusal = replica.edit(changes.slice(at, at + changesAtOnce), mark)
    if (!refusal) continue
    if (at > 0) replica.undo()
    return refusal
  }
  return undefined
}
