import type { Replica } from '@tavla/canvas'
import { DiffSince } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import { pastReader, seek } from '../history/index.ts'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'

/** Time limit for the answer of history; after it the element is created again from what is known here. */
const answerWithinMs = 5_000

/**
 * Reads from history what others deleted under this person's changes, so that it can be brought back whole: with its
 * author and what was bound to it. A page that was loaded since then no longer knows it.
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
    // Offline, trimmed or not allowed to look back.
  } finally {
    cancel()
  }
}
