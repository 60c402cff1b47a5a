import { waitForRequest, waitForCommit, getPrefixRange, withDatabase } from './database.ts'
import { outboxDatabase, store } from './outbox/outbox-database.ts'
import type { Row } from './outbox/outbox-database.ts'
import { getUnsentInMemory } from './outbox/outbox.ts'
import { discardDrafts, draftsByBoard } from './suggestion-drafts.ts'
import { discardUndecided, undecidedByBoard } from './undecided/undecided-store.ts'
import { asRefused, asRefusedItems, countItems } from './unsent-work.ts'
import { discardWaitingFiles, waitingFilesByBoard } from './waiting-files.ts'

/** Unsent work on one board, counted in elements. */
export interface Unsent {
  readonly wid: string
  /** Elements to send: changed by unacknowledged edits, or files to upload. */
  readonly count: number
  /** Pending decisions, refused files and unsent suggestions; they are never sent automatically. */
  readonly undecided: number
  /** Whether they stay in this browser when the page closes; else they are lost with it. */
  readonly isStored: boolean
}

/** Unsent and undecided work of this person on all boards, closed tabs included: checked before signing out. */
export async function unsentEdits(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<readonly Unsent[]> {
  const [stored, files, undecided, drafts] = await Promise.all([
    withDatabase(factory, outboxDatabase, (database) => editsByBoard(database, uid)),
    waitingFilesByBoard(uid, factory),
    undecidedByBoard(uid, factory),
    draftsByBoard(uid, factory),
  ])
  const boards = new Set([...(stored?.keys() ?? []), ...files.keys(), ...undecided.keys(), ...drafts.keys()])
  return [
    ...[...boards].map((wid) => {
      const { waiting = [], refused = [] } = Object.groupBy(files.get(wid) ?? [], (file) =>
        file.refused === null ? 'waiting' : 'refused',
      )
      const items = asRefusedItems(stored?.get(wid) ?? [])
      return {
        wid,
        count: countItems({ items, files: waiting }),
        undecided:
          countItems({ items: undecided.get(wid) ?? [], files: [] }) +
          refused.length +
          (drafts.get(wid) ?? 0),
        isStored: true,
      }
    }),
    ...[...getUnsentInMemory(uid)].map(([wid, entries]) => {
      const items = entries.map((entry) => asRefused(entry, 0))
      return { wid, count: countItems({ items, files: [] }), undecided: 0, isStored: false }
    }),
  ]
}

/**
 * Deletes unsent and undecided work of this person. Open pages still have it in memory, so they must be left at
 * once.
 */
export async function discardUnsent(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, outboxDatabase, async (database) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.objectStore(store).delete(getPrefixRange(uid))
    await waitForCommit(transaction)
  })
  await Promise.all([
    discardUndecided(uid, factory),
    discardDrafts(uid, undefined, factory),
    discardWaitingFiles(uid, factory),
  ])
}

async function editsByBoard(
  database: IDBDatabase,
  uid: string,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = database.transaction(store).objectStore(store).getAll(getPrefixRange(uid))
  return Map.groupBy(await waitForRequest<Row[]>(rows), ({ wid }) => wid)
}
