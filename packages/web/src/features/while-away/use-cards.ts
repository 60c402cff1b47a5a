import { useMemo } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import { getCards, type UndecidedCard } from '../../platform/offline/undecided/cards.ts'

/** Pending decisions and information about this person's edits of the board, oldest first. */
export function useCards(): readonly UndecidedCard[] {
  const { undecided } = useBoard()
  const items = useSignal(undecided.items)
  return useMemo(() => getCards(items), [items])
}

/** Number of cards and failed uploads that need a decision; the same everywhere. */
export function useUndecidedCount(): number {
  const { files } = useBoard()
  const failed = useSignal(files.failed)
  return useCards().filter(({ type }) => type !== 'kept').length + failed.length
}
