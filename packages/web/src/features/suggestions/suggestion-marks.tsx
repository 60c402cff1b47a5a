import { useMemo } from 'react'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { lazyElement } from '../../platform/chunks/lazy-element.tsx'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import { useOpenSuggestions } from './open-suggestions.ts'

/** Preloaded by the board: suggestions can be made and decided offline. */
export const pageSuggestions = lazyCode(
  'page-suggestions',
  async () => (await import('./page-suggestions.tsx')).PageSuggestions,
)
const PageSuggestions = lazyElement(pageSuggestions)

/**
 * Suggestions on the visible page: the suggested element, an outline in the person's colour, and a tag with
 * buttons.
 */
export function SuggestionMarks() {
  const { board } = useBoard()
  const suggestions = useOpenSuggestions()
  const page = useSignal(board.state.page)
  const editing = useSignal(board.state.editing)
  const pageSuggestions = useMemo(
    () =>
      suggestions.filter(({ page: on, box, isOwn, record }) => {
        // The text being typed replaces the user's earlier suggestion.
        const isReplaced = isOwn && record.target === editing
        return on === page && box && !isReplaced
      }),
    [suggestions, page, editing],
  )
  return pageSuggestions.length === 0 ? null : <PageSuggestions suggestions={pageSuggestions} />
}
