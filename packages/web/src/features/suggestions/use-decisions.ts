import type { Refusal, Replica } from '@tavla/canvas'
import { acceptChanges } from '@tavla/canvas/model'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../platform/random.ts'
import { toasts } from '../../platform/toast.ts'
import { boardKinds, useBoard } from '../board-panels/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'

export interface Decisions {
  /** Accepts all; together one undo step. */
  accept(suggestions: readonly OpenSuggestion[]): void
  /** Rejects suggestions of others and withdraws own ones. */
  remove(suggestions: readonly OpenSuggestion[]): void
}

/** Actions on suggestions; a refusal is shown and leaves the suggestion open. */
export function useDecisions(): Decisions {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const showRefusal = (refusal: Refusal | undefined): void => {
    if (refusal) toasts.note(t(`board.refused.${refusal.refused}`))
  }
  return {
    accept: (suggestions) => showRefusal(acceptAll(suggestions, replica)),
    remove(suggestions) {
      const ids = suggestions.map(({ record }) => record.id)
      if (ids.length > 0) showRefusal(replica.edit([{ op: 'remove', ids }], randomId()))
    },
  }
}

/** Returns the first refusal; the others are accepted. */
export function acceptAll(
  suggestions: readonly Pick<OpenSuggestion, 'record'>[],
  replica: Pick<Replica, 'document' | 'edit'>,
): Refusal | undefined {
  const mark = randomId()
  const refusals: Refusal[] = []
  for (const { record } of suggestions) {
    const changes = acceptChanges(replica.document, boardKinds, record)
    const refusal = changes && replica.edit(changes, mark)
    if (refusal) refusals.push(refusal)
  }
  return refusals[0]
}
