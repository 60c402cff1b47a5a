import type { Replica } from '@tavla/canvas'
import type { Change, RefusalReason } from '@tavla/canvas/model'
import { canSuggestInstead, suggest } from '../board-panels/index.ts'
import type { RejectedCard } from '../../platform/offline/undecided/cards.ts'
import type { Decision } from './decide.ts'

type SuggestingReplica = Pick<Replica, 'actor' | 'document' | 'edit'>

/** Reasons about who can do it, not whether it can be done. */
const suggestibleReasons: ReadonlySet<RefusalReason> = new Set([
  'role',
  'not_yours',
  'locked',
  'frame',
  'contents',
  'only_own',
])

export function canSuggest(card: RejectedCard, replica: SuggestingReplica): boolean {
  return suggestibleReasons.has(card.reason) && canSuggestInstead(getChanges(card), replica)
}

/** People who can make the change see the suggestion on the board and decide; here it is decided. */
export function suggestInstead(card: RejectedCard, replica: SuggestingReplica): Decision {
  const refusal = suggest(getChanges(card), replica)
  return refusal ? { keys: [], refusal } : { keys: [...card.keys, ...card.also] }
}

function getChanges({ outcomes }: RejectedCard): readonly Change[] {
  return outcomes.flatMap(({ changes }) => changes)
}
