import type { UndoHistory, UndoStore } from '@tavla/canvas'

const databaseName = 'tavla-undo'
const store = 'steps'
/** One row a space would grow for ever; those not touched for this long are forgotten at the next visit. */
const ttlMs = 30 * 86_400_000

interface Row {
  readonly place: string
  readonly at: number
  readonly history: UndoHistory
}

/** Keeps a person's undo steps of one space across reloads, where the browser keeps anything at all. */
export function openUndoStore(
  { uid, wid }: { readonly uid: string; readonly wid: string },
  host: { readonly indexedDB: IDBFactory | undefined; now(): number },
): UndoStore {
  const place = `${uid} ${wid}`
  const opened = host.indexedDB ? open(host.indexedDB) : Promise.resolve(null)
  return {
    async load() {
      const database = await opened
      if (!database) return undefined
      const row = await answered<Row | undefined>(database.transaction(store).objectStore(store).get(place))
      await forgetOld(database, host.now() - ttlMs)
      return row?.history
    },
    async save(history) {
      const database = await opened
      if (!database) return
      const row: Row = { place, at: host.now(), history }
      const transaction = database.transaction(store, 'readwrite')
      const put = answered(transaction.objectStore(store).put(row))
      // Said by hand, it is done even when the page ends right now.
      transaction.commit()
      await put
    },
  }
}

/** Forgets the steps of everybody but this person; null: of everybody. They show what was on the boards. */
export async function forgetOthersUndo(
  uid: string | null,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  const database = factory ? await open(factory) : null
  if (!database) return
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  for (const key of await answered(rows.getAllKeys()))
    if (uid === null || !String(key).startsWith(`${uid} `)) rows.delete(key)
  database.close()
}

async function open(factory: IDBFactory): Promise<IDBDatabase | null> {
  try {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath: 'place' }).createIndex('at', 'at')
    }
    return await answered(request)
  } catch {
    // Refused by the browser: steps then end with the page, as the person is used to from elsewhere.
    return null
  }
}

async function forgetOld(database: IDBDatabase, before: number): Promise<void> {
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  for (const key of await answered(rows.index('at').getAllKeys(IDBKeyRange.upperBound(before))))
    rows.delete(key)
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The undo steps could not be read'))
  })
}
