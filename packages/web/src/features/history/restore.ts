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

/** Changes that are made before the page gets its turn. */
const changesAtOnce = 1_000
/** So often is it tried again when others change the board while it is looked through; then in one go. */
const tries = 3

/** What is to be as it was. */
export type RestoreScope =
  | { readonly of: 'board' }
  | { readonly of: 'region'; readonly page: string; readonly box: Box }
  | { readonly of: 'person'; readonly uid: string }
  | { readonly of: 'record'; readonly id: string }
  /** Of the record nothing but its text. */
  | { readonly of: 'recordText'; readonly id: string }

/** The changes that a restoration would make, ready to be made. */
export interface Prepared extends Restoration {
  readonly gone: ReadonlyMap<string, Removed>
}

/** What would have to change on the board as it is now, to be what it was at a moment. The past must reach to now. */
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

/** What comes in slices may see the board change in between; then it is of no use. */
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
 * Makes the changes as one step of undo, a part at a time. When one of them is refused, those before are taken back.
 * `tell` receives the progress, from 0 to 1.
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
