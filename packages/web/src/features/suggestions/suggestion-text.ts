import type { TFunction } from 'i18next'
import { getNoun } from '../history/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'

/** Describes a suggestion: "Change a sticky note". */
export function getSuggestionText({ record, kind }: OpenSuggestion, t: TFunction<'board'>): string {
  return t(`board:suggestions.what.${record.action}`, {
    thing: getNoun(kind, 1, t),
  })
}
