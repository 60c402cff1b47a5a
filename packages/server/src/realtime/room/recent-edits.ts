import { frameLimits } from '@tavla/contract/realtime'
import { decodeAcceptedEdit, type AcceptedEdit } from '@tavla/canvas/model'
import type { Database } from '../../db/database.ts'
import type { Committed } from '../edits/edit-queue.ts'
import { readJournal } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import type { WorkTurn } from '../work-turn.ts'

/** Recent edits in memory, so that a tab that was briefly disconnected gets only what it missed. */
export class RecentEdits {
  readonly #edits: Committed[] = []
  #bytes = 0

  add({ taken, size, chain }: Committed): void {
    this.#edits.push({ taken, size, chain })
    this.#bytes += size
    while (this.#bytes > 2 * frameLimits.tail) this.#bytes -= this.#edits.shift()?.size ?? 0
  }

  /** Chain hash at a number, if that edit is still in memory. */
  getChain(seq: number): string | undefined {
    const first = this.#edits[0]
    return first && this.#edits[seq - first.taken.seq]?.chain
  }

  /** Whether everything after `seq` is in memory. */
  reaches(seq: number): boolean {
    const first = this.#edits[0]
    return first !== undefined && first.taken.seq <= seq + 1
  }

  /**
   * The edits after `seq` up to `last`; `earlier` are those read from the journal. Null when they are too
   * many or have a gap.
   */
  between(seq: number, last: number, earlier: readonly Committed[] = []): readonly AcceptedEdit[] | null {
    const known = earlier.at(-1)?.taken.seq ?? seq
    const later = this.#edits.filter(({ taken }) => taken.seq > known)
    const all = [...earlier, ...later].filter(({ taken }) => taken.seq <= last)
    const size = all.reduce((sum, edit) => sum + edit.size, 0)
    const whole = all.length === last - seq && all.every(({ taken }, index) => taken.seq === seq + 1 + index)
    return whole && size <= frameLimits.tail ? all.map(({ taken }) => taken) : null
  }
}

/** The turn and budget for decoding earlier edits. */
export interface DecodeBudget {
  readonly turn: WorkTurn
  /** Charges work units; false when the budget is too low. */
  readonly pays: (units: number) => boolean
}

/**
 * Reads edits after `seq` from the journal; stops when there are too many or the budget is too low: the
 * board is then sent in chunks.
 */
export async function readEarlier(
  db: Database,
  wid: string,
  seq: number,
  { turn, pays }: DecodeBudget,
): Promise<readonly Committed[]> {
  const earlier: Committed[] = []
  let size = 0
  for await (const page of readJournal(db, wid, seq, frameLimits.tail)) {
    const pageSize = page.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (!pays(pageSize * realtimeLimits.byteWork + page.length * realtimeLimits.editWork)) return []
    for (const { bytes, chain } of page) {
      if (size > frameLimits.tail) return earlier
      await turn.yieldWhenSpent()
      turn.spend(bytes.length * realtimeLimits.byteWork + realtimeLimits.editWork)
      earlier.push({ taken: decodeAcceptedEdit(bytes), size: bytes.length, chain })
      size += bytes.length
    }
  }
  return earlier
}
