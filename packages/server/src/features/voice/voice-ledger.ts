import type { App } from '../../context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { getVoiceMonth } from '../billing/index.ts'

/** One participant's time in a voice room. */
export interface VoiceStay {
  readonly id: string
  readonly owner: string
  readonly wid: string
  readonly uid: string
  readonly engine: string
  readonly startedAt: number
}

/** Minutes of a plan used this month, before and after a debit. */
export interface UsedMinutes {
  readonly wid: string
  readonly owner: string
  readonly beforeMs: number
  readonly afterMs: number
}

/** Runs in the transaction that stores minutes. */
export type OnMinutesUsed = (tx: Tx, used: UsedMinutes) => Promise<void>

/** Why a stay ended. */
export type StayEnd = 'left' | 'removed' | 'replaced' | 'quota' | 'stopped' | 'lost'

interface LedgerEntry extends VoiceStay {
  /** Counted but not yet part of a debit, ms. */
  pendingMs: number
  lastEvidenceAt: number
  ended: { readonly at: number; readonly cause: StayEnd } | null
  /** Number of the newest debit. */
  debits: number
  /** A debit whose result is unknown; it is retried unchanged. */
  openDebit: Debit | null
}

interface Debit {
  readonly number: number
  readonly ms: number
  readonly month: string
  /** The last debit of an ended stay. */
  readonly isLast: boolean
}

/**
 * Buffers minutes and stores them. Debits are numbered, so that each is stored exactly once even when the answer to the first
 * attempt was lost; failed ones are retried.
 */
export class VoiceLedger {
  readonly #db: Pick<Database, 'transaction'>
  readonly #clock: Clock
  readonly #onMinutesUsed: OnMinutesUsed
  readonly #entries = new Map<string, LedgerEntry>()
  #lastFlush: Promise<unknown> = Promise.resolve()

  constructor(
    db: Pick<Database, 'transaction'>,
    clock: Clock,
    onMinutesUsed: OnMinutesUsed = () => Promise.resolve(),
  ) {
    this.#db = db
    this.#clock = clock
    this.#onMinutesUsed = onMinutesUsed
  }

  begin(stay: VoiceStay): void {
    const fresh = { pendingMs: 0, lastEvidenceAt: stay.startedAt, ended: null, debits: 0, openDebit: null }
    this.#entries.set(stay.id, { ...stay, ...fresh })
  }

  add(id: string, ms: number, lastEvidenceAt: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    entry.pendingMs += ms
    entry.lastEvidenceAt = Math.max(entry.lastEvidenceAt, lastEvidenceAt)
  }

  end(id: string, cause: StayEnd): void {
    const entry = this.#entries.get(id)
    if (entry) entry.ended ??= { at: entry.lastEvidenceAt, cause }
  }

  /** Stores all pending minutes. Throws when debits of an owner failed, after trying those of all others. */
  flush(): Promise<void> {
    const mine = this.#lastFlush.then(() => this.#flush())
    this.#lastFlush = mine.catch(() => undefined)
    return mine
  }

  async #flush(): Promise<void> {
    const failures: unknown[] = []
    for (const entries of Map.groupBy(this.#entries.values(), ({ owner }) => owner).values()) {
      try {
        // Unconfirmed debits are retried unchanged first; newer minutes follow as separate debits.
        await this.#write(entries.filter(({ openDebit }) => openDebit !== null))
        await this.#write(entries.filter((entry) => this.#openDebit(entry)))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** False when there is nothing to store. */
  #openDebit(entry: LedgerEntry): boolean {
    if (entry.pendingMs === 0 && !entry.ended) return false
    entry.debits += 1
    const month = getVoiceMonth(this.#clock.now())
    entry.openDebit = {
      number: entry.debits,
      ms: Math.round(entry.pendingMs),
      month,
      isLast: entry.ended !== null,
    }
    entry.pendingMs = 0
    return true
  }

  async #write(entries: readonly LedgerEntry[]): Promise<void> {
    const debits = entries.flatMap(({ openDebit, ...entry }) =>
      openDebit ? [{ ...entry, ...openDebit }] : [],
    )
    if (debits.length === 0) return
    await writeDebits(this.#db, debits, this.#onMinutesUsed)
    for (const entry of entries) {
      if (entry.openDebit?.isLast) this.#entries.delete(entry.id)
      entry.openDebit = null
    }
  }
}

type WrittenDebit = Omit<LedgerEntry, 'openDebit' | 'pendingMs'> & Debit

/** Stores stays and their minutes in one transaction. A debit that is already stored is skipped. */
async function writeDebits(
  db: Pick<Database, 'transaction'>,
  debits: readonly WrittenDebit[],
  onMinutesUsed: OnMinutesUsed,
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
      await onMinutesUsed(tx, { wid, owner, beforeMs: afterMs - ms, afterMs })
    }
  })
}

/** Stays left open by a crashed server end at their last evidence. */
const LOST_AFTER_MS = 60_000
/** Long enough to answer questions about a month's minutes. */
const RETENTION_MS = 90 * 24 * 60 * 60_000

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
        eb('ended_at', '<', now - RETENTION_MS),
        eb('uid', 'not in', eb.selectFrom('accounts').select('accounts.uid')),
      ]),
    )
    .execute()
  await db.sql
    .deleteFrom('voice_usage')
    .where('owner', 'not in', (eb) => eb.selectFrom('accounts').select('accounts.uid'))
    .execute()
}
