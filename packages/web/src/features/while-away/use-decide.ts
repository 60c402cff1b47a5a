import type { Refusal } from '@tavla/canvas'
import { randomId } from '../../platform/random.ts'
import { useBoard } from '../board-panels/index.ts'
import type { RejectedCard, UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import { type Decision, keepBoth, keepTheirs, applyMine } from './decide.ts'
import { restoreRemoved } from './restore-removed.ts'
import { suggestInstead } from './suggest-instead.ts'

export interface DecideActions {
  /** Applies this person's side to the board; returns the first refusal, whose card stays. */
  mine(cards: readonly UndecidedCard[]): Promise<Refusal | null>
  theirs(cards: readonly UndecidedCard[]): Refusal | null
  both(cards: readonly UndecidedCard[]): Refusal | null
  /** Sends refused edits as suggestions. */
  suggest(cards: readonly RejectedCard[]): Refusal | null
}

/** Decides one card, or several of the same kind. */
export function useDecide(): DecideActions {
  const { replica, space, undecided } = useBoard()
  const applyDecisions = (results: readonly Decision[]): Refusal | null => {
    const keys = results.flatMap((result) => result.keys)
    // If it could not be removed from storage, it is shown again after a reload and can be decided again.
    if (keys.length > 0) void undecided.discard(keys).catch(() => undefined)
    return results.find((result) => result.refusal)?.refusal ?? null
  }
  return {
    async mine(cards) {
      await restoreRemoved(space.wid, cards, replica)
      return applyDecisions(cards.map((card) => applyMine(card, replica, randomId)))
    },
    theirs: (cards) => applyDecisions(cards.map(keepTheirs)),
    suggest: (cards) => applyDecisions(cards.map((card) => suggestInstead(card, replica))),
    both: (cards) => applyDecisions(cards.map((card) => keepBoth(card, replica, randomId))),
  }
}
