import type { UndoHistory, UndoStore } from '@tavla/canvas'
import { waitForRequest, type DatabaseDefinition, openDatabase, withDatabase } from './database.ts'

const store = 'steps'
const undoDatabase: DatabaseDefinition = {
  name: 'tavla-undo',
  version: 1,
  upgrade(database) {
    database.createObjectStore(store, { keyPath: 'place' }).createIndex('at', 'at')
  },
  closesForNewer: false,
}

/**
 * Steps of spaces not opened for this long are deleted at the next visit, so that the database does not grow
 * forever.
 */
const ttlMs = 30 * 86_400_000

interface Row {
  readonly place: string
  readonly at: number
  readonly history: UndoHistory
}

/** Stores a person's undo steps of one space across reloads, if the browser stores anything. */
export function openUndoStore(
  { uid, wid }: { readonly uid: string; readonly wid: string },
  host: { readonly indexedDB: IDBFactory | undefined; now(): number },
): UndoStore {
  const place = `${uid} ${wid}`
  const opened = openDatabase(host.indexedDB, undoDatabase)
  return {
    async load() {
      const database = await opened
      if (!database) return undefined
      const row = await waitForRequest<Row | undefined>(
        database.transaction(store).objectStore(store).get(place),
      )
      await deleteExpired(database, host.now() - ttlMs)
      return row?.history
    },
    async save(history) {
      const database = await opened
      if (!database) return
      const row: Row = { place, at: host.now(), history }
      const transaction = database.transaction(store, 'readwrite')
      const put = waitForRequest(transaction.objectStore(store).put(row))
      // An explicit commit completes even if the page is closed right now.
      transaction.commit()
      await put
    },
  }
}

/** Deletes the steps of everybody but this person; null: of everybody. They contain board content. */
export async function deleteOtherUsersUndo(
  uid: string | null,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, undoDatabase, async (database) => {
    const rows = database.transaction(store, 'readwrite').objectStore(store)
    for (const key of await waitForRequest(rows.getAllKeys()))
      if (uid === null || !String(key).startsWith(`${uid} `)) rows.delete(key)
  })
}

async function deleteExpired(database: IDBDatabase, before: number): Promise<void> {
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  for (const key of await waitForRequest(rows.index('at').getAllKeys(IDBKeyRange.upperBound(before))))
    rows.delete(key)
}
