import type { Refusal, Replica } from '@tavla/canvas'
import { acceptChanges } from '@tavla/canvas/model'
import { useTranslation } from 'react-i18next'
import { randomId } from '../../platform/random.ts'
import { toasts } from '../../platform/toast.ts'
import { boardKinds, useBoard } from '../board-panels/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'

export interface Decisions {
  /** One edit for each, together one step of undo. */
  accept(suggestions: readonly OpenSuggestion[]): void
  /** Rejects those of others and withdraws one's own. */
  remove(suggestions: readonly OpenSuggestion[]): void
}

/** What may be done with suggestions; a refusal is said and leaves the suggestion where it is. */
export function useDecisions(): Decisions {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const say = (refusal: Refusal | undefined): void => {
    if (refusal) toasts.note(t(`board.refused.${refusal.refused}`))
  }
  return {
    accept: (suggestions) => say(acceptAll(suggestions, replica)),
    remove(suggestions) {
      const ids = suggestions.map(({ record }) => record.id)
      if (ids.length > 0) say(replica.edit([{ op: 'remove', ids }], randomId()))
    },
  }
}

/** The first refusal; what can be accepted is. */
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
