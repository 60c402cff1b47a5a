import {
  decodeAcceptedEdit,
  encodeAcceptedEdit,
  type AcceptedChange,
  type AcceptedEdit,
} from '@tavla/canvas/model'
import type { BatchQuery, Database } from '../../db/database.ts'
import { type JournalEntry, readJournal } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** Somebody who is to be forgotten on a board, and who stands there instead. */
export interface DeletedAccount {
  readonly uid: string
  /** Leads to nobody. */
  readonly as: string
}

export interface ErasureTarget {
  readonly db: Database
  readonly wid: string
  readonly deletedAccount: DeletedAccount
}

/** Writes in one transaction, or throws and writes nothing. */
export type Commit = (queries: readonly BatchQuery[]) => Promise<unknown>

/** Tab that the edits of people who left are said to come from; nobody sends from it. */
const deletedTab = 'left'

/**
 * Takes somebody out of the edits after `after`: as their author, and where somebody brought their records back. Answers
 * how many edits that were and the number up to which it looked.
 */
export async function forgetEdits(
  { db, wid, deletedAccount }: ErasureTarget,
  after: number,
  commit: Commit,
): Promise<{ readonly edits: number; readonly seq: number }> {
  let edits = 0
  let seq = after
  for await (const page of readJournal(db, wid, after)) {
    const queries = page.flatMap((entry) => {
      const row = withoutAccount(entry, deletedAccount)
      if (!row) return []
      const query = db.sql.updateTable('journal').set(row).where('wid', '=', wid).where('seq', '=', entry.seq)
      return [{ query, size: row.bytes.length }]
    })
    for (const slice of slicesBySize(queries)) await commit(slice)
    edits += queries.length
    seq = page.at(-1)?.seq ?? seq
  }
  return { edits, seq }
}

type ForgottenRow = Pick<JournalEntry, 'bytes'> & Partial<Pick<JournalEntry, 'uid' | 'tab' | 'counter'>>

/** What the row says from now on; null when it does not name them. */
function withoutAccount(
  { seq, uid, bytes }: JournalEntry,
  deletedAccount: DeletedAccount,
): ForgottenRow | null {
  const isTheirs = uid === deletedAccount.uid
  if (!isTheirs && !Buffer.from(bytes).includes(deletedAccount.uid)) return null
  const taken = decodeAcceptedEdit(bytes)
  const changes = taken.changes.map((change) => restoredWithout(change, deletedAccount))
  if (isTheirs) {
    // Under a name of its own: two who left may have called their tabs alike.
    const name = { tab: deletedTab, counter: seq }
    return {
      uid: deletedAccount.as,
      ...name,
      bytes: encodeAcceptedEdit({ ...signed(taken, deletedAccount), changes }),
    }
  }
  const isSame = changes.every((change, index) => change === taken.changes[index])
  return isSame ? null : { bytes: encodeAcceptedEdit({ ...taken, changes }) }
}

function signed(taken: AcceptedEdit, { uid, as }: DeletedAccount): AcceptedEdit {
  const id = `${deletedTab}:${taken.seq}`
  // Marks are made up by pages: random, but nobody checks.
  const mark = taken.mark.includes(uid) ? id : taken.mark
  return { ...taken, by: as, id, mark }
}

function restoredWithout(change: AcceptedChange, { uid, as }: DeletedAccount): AcceptedChange {
  if (change.op !== 'restore' || !change.entries.some(({ record }) => record.by === uid)) return change
  const entries = change.entries.map((entry) =>
    entry.record.by === uid ? { ...entry, record: { ...entry.record, by: as } } : entry,
  )
  return { ...change, entries }
}

/** Each small enough for one transaction. */
function slicesBySize<T extends { readonly size: number }>(all: readonly T[]): readonly (readonly T[])[] {
  const slices: T[][] = []
  let room = 0
  for (const one of all) {
    const last = slices.at(-1)
    if (!last || one.size > room || last.length >= realtimeLimits.trimSlice) {
      slices.push([one])
      room = realtimeLimits.checkpointSlice - one.size
    } else {
      last.push(one)
      room -= one.size
    }
  }
  return slices
}
