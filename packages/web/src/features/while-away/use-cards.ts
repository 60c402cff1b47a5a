import { useMemo } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import { getCards, type UndecidedCard } from '../../platform/offline/undecided/cards.ts'

/** What this person's edits of this board left to decide or to know, the oldest first. */
export function useCards(): readonly UndecidedCard[] {
  const { undecided } = useBoard()
  const items = useSignal(undecided.items)
  return useMemo(() => getCards(items), [items])
}

/** How many cards and failed uploads wait for a decision: the same number wherever it is shown. */
export function useUndecidedCount(): number {
  const { files } = useBoard()
  const failed = useSignal(files.failed)
  return useCards().filter(({ type }) => type !== 'kept').length + failed.length
}
