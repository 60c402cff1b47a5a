import type { Refusal, Replica } from '@tavla/canvas'
import { boardSchemas, createReducer, authorizeSuggesting, suggestEdit } from '@tavla/canvas/model'
import type { Change, Kinds } from '@tavla/canvas/model'
import { randomId } from '../../../platform/random.ts'

/** The schemas of a board, for validating and creating changes outside the replica. */
export const boardKinds: Kinds = createReducer(boardSchemas).kinds

type SuggestingReplica = Pick<Replica, 'actor' | 'document' | 'edit'>

/** Whether this person can suggest this change here. Local files cannot be suggested before they are uploaded. */
export function canSuggestInstead(changes: readonly Change[], replica: SuggestingReplica): boolean {
  return getEdit(changes, replica).some(({ op }) => op === 'put')
}

/** Sends the changes as suggestions, one per element, in one undo step. */
export function suggest(changes: readonly Change[], replica: SuggestingReplica): Refusal | undefined {
  const edit = getEdit(changes, replica)
  if (edit.length === 0) return { refused: 'invalid', message: 'nothing of it can be suggested' }
  return replica.edit(edit, randomId())
}

function getEdit(changes: readonly Change[], { actor, document }: SuggestingReplica): readonly Change[] {
  const { uid, role } = actor.peek()
  if (authorizeSuggesting(document, role)) return []
  const edit = suggestEdit(changes, { view: document, kinds: boardKinds, uid, newId: randomId })
  return JSON.stringify(edit).includes('"local:') ? [] : edit
}
