import { listSuggestionActions } from '@tavla/canvas/model'
import type { Applied, BoardState, Entry } from '@tavla/canvas/model'
import type { SuggestionEvent } from '../../ports/boards/port.ts'

/** The effect of a just applied edit on suggestions; empty for nearly all edits. */
export function getSuggestionEvents(
  applied: Applied,
  actor: string,
  state: BoardState,
): readonly SuggestionEvent[] {
  const isAboutSome =
    applied.removed.some(({ record }) => record.kind === 'suggestion') ||
    applied.taken.some(
      (change) =>
        (change.op === 'put' && change.record.kind === 'suggestion') ||
        (change.op === 'restore' && change.entries.some(({ record }) => record.kind === 'suggestion')),
    )
  if (!isAboutSome) return []
  const before = new Map<string, Entry | undefined>()
  for (const step of applied.revert.steps)
    if ('id' in step && !before.has(step.id)) before.set(step.id, step.entry)
  const get = (id: string) => state.get(id)
  return listSuggestionActions({ before, by: actor, get }).map(({ verb, suggestion }) => {
    const author = (before.get(suggestion.target)?.record ?? state.get(suggestion.target))?.by
    return { verb, actor, suggester: suggestion.by, ...(author === undefined ? {} : { author }) }
  })
}
