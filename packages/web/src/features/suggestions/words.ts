import type { TFunction } from 'i18next'
import { nounOf } from '../history/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'

/** What would happen: "Change a sticky note". */
export function suggestionWords({ record, kind }: OpenSuggestion, t: TFunction<'board'>): string {
  return t(`board:suggestions.what.${record.action}`, {
    thing: t(`board:history.things.${nounOf(kind)}`, { count: 1 }),
  })
}
