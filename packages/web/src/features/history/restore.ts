import type { Box, Replica } from '@tavla/canvas'
import { changesTowards, Since, wantedIn, wantedWhole } from '@tavla/canvas/model'
import type { Gone, Restoration } from '@tavla/canvas/model'
import type { History } from './history.ts'

/** What is to be as it was. */
export type RestoreScope =
  | { readonly of: 'board' }
  | { readonly of: 'region'; readonly page: string; readonly box: Box }
  | { readonly of: 'person'; readonly uid: string }

/** The changes that a restoration would make, ready to be made. */
export interface Prepared extends Restoration {
  readonly gone: ReadonlyMap<string, Gone>
}

/** What would have to change on the board as it is now, to be what it was at the moment shown. */
export function prepare(history: History, replica: Replica, scope: RestoreScope): Prepared | undefined {
  return history.visit((past) => {
    const moment = history.seq.peek()
    past.go(moment)
    const then = past.copy()
    const since = new Since(past, moment, scope.of === 'person' ? scope.uid : null)
    const present = replica.document
    const wanted =
      scope.of === 'person'
        ? since.wanted()
        : scope.of === 'board'
          ? wantedWhole(then, present)
          : wantedIn(scope, then, present)
    const actor = replica.actor.peek()
    const { gone } = since
    return { ...changesTowards({ present, kinds: past.kinds, actor, wanted, gone }), gone }
  })
}
