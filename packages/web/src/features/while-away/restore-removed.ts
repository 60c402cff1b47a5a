import type { Replica } from '@tavla/canvas'
import { DiffSince } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import { pastReader, seek } from '../history/index.ts'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'

/** Time limit for the history request, ms; after it the element is created again from local data. */
const answerWithinMs = 5_000

/**
 * Reads elements that others deleted under this person's changes from history, so that they are restored
 * completely, with author and bindings. A page loaded since then no longer has them.
 */
export async function restoreRemoved(
  wid: string,
  cards: readonly UndecidedCard[],
  replica: Pick<Replica, 'replayCached'>,
): Promise<void> {
  const deletions = new Set(
    cards.flatMap((card) =>
      card.type === 'removed' && card.target.removedAt !== null ? [card.target.removedAt] : [],
    ),
  )
  const stop = new AbortController()
  const cancel = clock.after(answerWithinMs, () => stop.abort())
  const pace = { clock, signal: stop.signal, tell: () => undefined }
  try {
    for (const seq of deletions) {
      const reader = pastReader({ wid, calls: api.space, inflate })
      const past = await reader.read({ from: seq - 1, to: seq }, pace)
      await seek(past, seq - 1, pace)
      const since = new DiffSince(past)
      await seek(past, seq, pace, (next) => since.walk(next))
      replica.replayCached(since.gone.values())
    }
  } catch {
    // Offline, trimmed by the plan, or without access to the history.
  } finally {
    cancel()
  }
}
