import type { App } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { getVoiceMonth } from '../billing/index.ts'

/** One person's stay in a voice room. */
export interface VoiceStay {
  readonly id: string
  readonly owner: string
  readonly wid: string
  readonly uid: string
  readonly engine: string
  readonly startedAt: number
}

/** How much of a plan's minutes this month was used before a debit and after it. */
export interface UsedMinutes {
  readonly wid: string
  readonly owner: string
  readonly beforeMs: number
  readonly afterMs: number
}

/** Part of the transaction in which minutes are written. */
export type OnUsed = (tx: Tx, used: UsedMinutes) => Promise<void>

/** Why a stay ended. */
export type StayEnd = 'left' | 'removed' | 'replaced' | 'quota' | 'stopped' | 'lost'

interface Line extends VoiceStay {
  /** Counted and in no debit yet, ms. */
  pending: number
  lastEvidenceAt: number
  ended: { readonly at: number; readonly cause: StayEnd } | null
  /** Number of the newest debit that was tried. */
  debits: number
  /** It is not known whether this one was written; it is tried again exactly as it was. */
  open: Debit | null
}

interface Debit {
  readonly number: number
  readonly ms: number
  readonly month: string
  /** The stay has ended, and this is all of it. */
  readonly isLast: boolean
}

/**
 * Minutes on their way into the database. Every debit has a number and is written once, also when the answer to the first
 * try was lost; what could not be written is kept and tried again.
 */
export class VoiceLedger {
  readonly #db: Pick<Database, 'transaction'>
  readonly #clock: Clock
  readonly #onUsed: OnUsed
  readonly #lines = new Map<string, Line>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(db: Pick<Database, 'transaction'>, clock: Clock, onUsed: OnUsed = () => Promise.resolve()) {
    this.#db = db
    this.#clock = clock
    this.#onUsed = onUsed
  }

  begin(stay: VoiceStay): void {
    const fresh = { pending: 0, lastEvidenceAt: stay.startedAt, ended: null, debits: 0, open: null }
    this.#lines.set(stay.id, { ...stay, ...fresh })
  }

  add(id: string, ms: number, lastEvidenceAt: number): void {
    const line = this.#lines.get(id)
    if (!line) return
    line.pending += ms
    line.lastEvidenceAt = Math.max(line.lastEvidenceAt, lastEvidenceAt)
  }

  end(id: string, cause: StayEnd): void {
    const line = this.#lines.get(id)
    if (line) line.ended ??= { at: line.lastEvidenceAt, cause }
  }

  /** Writes what is due; throws when an owner's debits could not be written, after it has tried those of the others. */
  flush(): Promise<void> {
    const mine = this.#last.then(() => this.#flush())
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #flush(): Promise<void> {
    const failures: unknown[] = []
    for (const lines of Map.groupBy(this.#lines.values(), ({ owner }) => owner).values()) {
      try {
        // What was left open goes first, exactly as it was; what has come since follows as a debit of its own.
        await this.#write(lines.filter(({ open }) => open !== null))
        await this.#write(lines.filter((line) => this.#openDebit(line)))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** False where nothing is due. */
  #openDebit(line: Line): boolean {
    if (line.pending === 0 && !line.ended) return false
    line.debits += 1
    const month = getVoiceMonth(this.#clock.now())
    line.open = { number: line.debits, ms: Math.round(line.pending), month, isLast: line.ended !== null }
    line.pending = 0
    return true
  }

  async #write(lines: readonly Line[]): Promise<void> {
    const debits = lines.flatMap(({ open, ...line }) => (open ? [{ ...line, ...open }] : []))
    if (debits.length === 0) return
    await writeDebits(this.#db, debits, this.#onUsed)
    for (const line of lines) {
      if (line.open?.isLast) this.#lines.delete(line.id)
      line.open = null
    }
  }
}

type WrittenDebit = Omit<Line, 'open' | 'pending'> & Debit

/** The stays and what they cost, in one transaction; a debit that is there already costs nothing. */
async function writeDebits(
  db: Pick<Database, 'transaction'>,
  debits: readonly WrittenDebit[],
  onUsed: OnUsed,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const debit of debits) {
      const { id, owner, wid, uid, engine, ended, number, ms, month } = debit
      await tx
        .insertInto('voice_stays')
        .values({
          ...{ id, owner, wid, uid, engine, started_at: debit.startedAt, last_evidence_at: debit.startedAt },
          ...{ ended_at: null, cause: null, billed_ms: 0, debits: 0 },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const written = await tx
        .updateTable('voice_stays')
        .set((eb) => ({
          billed_ms: eb('billed_ms', '+', ms),
          debits: number,
          last_evidence_at: debit.lastEvidenceAt,
          ended_at: debit.isLast ? (ended?.at ?? null) : null,
          cause: debit.isLast ? (ended?.cause ?? null) : null,
        }))
        .where('id', '=', id)
        .where('debits', '<', number)
        .executeTakeFirst()
      if (written.numUpdatedRows === 0n || ms === 0) continue
      const { used_ms: afterMs } = await tx
        .insertInto('voice_usage')
        .values({ owner, month, used_ms: ms })
        .onConflict((conflict) =>
          conflict
            .columns(['owner', 'month'])
            .doUpdateSet((eb) => ({ used_ms: eb('voice_usage.used_ms', '+', ms) })),
        )
        .returning('used_ms')
        .executeTakeFirstOrThrow()
      await onUsed(tx, { wid, owner, beforeMs: afterMs - ms, afterMs })
    }
  })
}

/** A server that ended without a word leaves stays open; they end where their last evidence was. */
const LOST_AFTER_MS = 60_000
/** Long enough to answer questions about a month's minutes. */
const KEPT_MS = 90 * 24 * 60 * 60_000

export async function cleanUpVoice({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await db.sql
    .updateTable('voice_stays')
    .set((eb) => ({ ended_at: eb.ref('last_evidence_at'), cause: 'lost' as const }))
    .where('ended_at', 'is', null)
    .where('last_evidence_at', '<', now - LOST_AFTER_MS)
    .execute()
  await db.sql
    .deleteFrom('voice_stays')
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', now - KEPT_MS),
        eb('uid', 'not in', eb.selectFrom('accounts').select('accounts.uid')),
      ]),
    )
    .execute()
  await db.sql
    .deleteFrom('voice_usage')
    .where('owner', 'not in', (eb) => eb.selectFrom('accounts').select('accounts.uid'))
    .execute()
}
