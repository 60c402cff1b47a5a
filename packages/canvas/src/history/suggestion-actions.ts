import type { Entry } from '../document/model/change.ts'
import { isSuggestion, type SuggestionRecord } from '../document/kinds/suggestion.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'

export type SuggestionVerb = 'suggest' | 'accept' | 'reject' | 'withdraw'

export interface SuggestionAction {
  readonly verb: SuggestionVerb
  readonly suggestion: SuggestionRecord
}

interface Step {
  /** The touched records before the edit. */
  readonly before: ReadonlyMap<RecordId, Entry | undefined>
  readonly by: string
  /** Records after the edit. */
  get(id: RecordId): BoardRecord | undefined
}

/** Actions of an edit on suggestions. A suggestion removed together with a change of its element was accepted. */
export function listSuggestionActions({ before, by, get }: Step): SuggestionAction[] {
  const actions: SuggestionAction[] = []
  const renewed = new Set<RecordId>()
  for (const id of before.keys()) {
    const is = get(id)
    if (!isSuggestion(is) || before.get(id) || is.by !== by) continue
    actions.push({ verb: 'suggest', suggestion: is })
    renewed.add(is.target)
  }
  for (const [id, was] of before) {
    const suggestion = was?.record
    // Removed with its page: neither accepted nor rejected.
    if (!isSuggestion(suggestion) || get(id) || !get(suggestion.parent)) continue
    const isOwn = suggestion.by === by
    // Replaced by a newer suggestion of the same user.
    if (isOwn && renewed.has(suggestion.target)) continue
    const verb = before.has(suggestion.target) ? 'accept' : isOwn ? 'withdraw' : 'reject'
    actions.push({ verb, suggestion })
  }
  return actions
}
