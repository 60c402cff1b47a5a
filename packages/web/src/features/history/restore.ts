import type { Box, Replica } from '@tavla/canvas'
import { changesTowards, type Past, Since, wantedIn, wantedWhole } from '@tavla/canvas/model'
import type { Gone, Restoration } from '@tavla/canvas/model'
import { type Pace, partOf, travel } from './travel.ts'

/** What is to be as it was. */
export type RestoreScope =
  | { readonly of: 'board' }
  | { readonly of: 'region'; readonly page: string; readonly box: Box }
  | { readonly of: 'person'; readonly uid: string }

/** The changes that a restoration would make, ready to be made. */
export interface Prepared extends Restoration {
  readonly gone: ReadonlyMap<string, Gone>
}

/** What would have to change on the board as it is now, to be what it was at a moment. The past must reach to now. */
export async function prepare(
  past: Past,
  moment: number,
  replica: Pick<Replica, 'document' | 'actor'>,
  scope: RestoreScope,
  pace: Pace,
): Promise<Prepared> {
  const journey = past.fork()
  await travel(journey, moment, partOf(pace, 0, 0.4))
  const then = journey.copy()
  const since = new Since(journey, scope.of === 'person' ? scope.uid : null)
  await travel(journey, journey.head, partOf(pace, 0.4, 0.9), (next) => since.walk(next))
  pace.signal.throwIfAborted()
  const present = replica.document
  const wanted =
    scope.of === 'person'
      ? since.wanted()
      : scope.of === 'board'
        ? wantedWhole(then, present)
        : wantedIn(scope, then, present)
  const { gone } = since
  const actor = replica.actor.peek()
  return { ...changesTowards({ present, kinds: past.kinds, actor, wanted, gone }), gone }
}
