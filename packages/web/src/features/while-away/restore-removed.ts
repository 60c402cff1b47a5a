import type { Replica } from '@tavla/canvas'
import { DiffSince } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import { createHistoryReader, seek } from '../history/index.ts'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'

/** Time limit for the history request, ms; after it the element is created again from local data. */
const requestTimeoutMs = 5_000

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
  const controller = new AbortController()
  const cancel = clock.after(requestTimeoutMs, () => controller.abort())
  const context = { clock, signal: controller.signal, onProgress: () => undefined }
  try {
    for (const seq of deletions) {
      const reader = createHistoryReader({ wid, calls: api.space, inflate })
      const replay = await reader.read({ from: seq - 1, to: seq }, context)
      await seek(replay, seq - 1, context)
      const diffSince = new DiffSince(replay)
      await seek(replay, seq, context, (next) => diffSince.walk(next))
      replica.replayCached(diffSince.removed.values())
    }
  } catch {
    // Offline, trimmed by the plan, or without access to the history.
  } finally {
    cancel()
  }
}
