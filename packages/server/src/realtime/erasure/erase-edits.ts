import {
  decodeAcceptedEdit,
  encodeAcceptedEdit,
  type AcceptedChange,
  type AcceptedEdit,
} from '@tavla/canvas/model'
import type { BatchQuery, Database } from '../../db/database.ts'
import { type JournalEntry, readJournal } from '../journal/journal.ts'
import { realtimeLimits } from '../realtime-limits.ts'

/** A person to erase on a board, and their placeholder. */
export interface DeletedAccount {
  readonly uid: string
  /** A placeholder uid that belongs to nobody. */
  readonly as: string
}

export interface ErasureTarget {
  readonly db: Database
  readonly wid: string
  readonly deletedAccount: DeletedAccount
}

/** Writes in one transaction, or throws and writes nothing. */
export type Commit = (queries: readonly BatchQuery[]) => Promise<unknown>

/** Tab of edits attributed to deleted accounts; no client uses it. */
const deletedTab = 'left'

/**
 * Removes a person from the edits after `after`: as author, and as author of restored records. Returns the
 * number of edits and the last one examined.
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

/** The new row; null when it does not name the person. */
function withoutAccount(
  { seq, uid, bytes }: JournalEntry,
  deletedAccount: DeletedAccount,
): ForgottenRow | null {
  const isTheirs = uid === deletedAccount.uid
  if (!isTheirs && !Buffer.from(bytes).includes(deletedAccount.uid)) return null
  const taken = decodeAcceptedEdit(bytes)
  const changes = taken.changes.map((change) => restoredWithout(change, deletedAccount))
  if (isTheirs) {
    // A unique tab name: two deleted accounts may have used the same one.
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
  // Undo marks are chosen by pages, so they are replaced as well.
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

/** Each slice fits into one transaction. */
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
