import { answer, completed, openDatabase, store } from './outbox-database.ts'
import type { Row } from './outbox-database.ts'
import { unsentInMemory } from './outbox.ts'

/** Edits on one board that the server has not acknowledged. */
export interface Unsent {
  readonly wid: string
  readonly count: number
  /** They stay in this browser when the page goes; else they are lost with it. */
  readonly kept: boolean
}

/** Unsent edits of this person on all boards, those of closed tabs too: asked before logging out by hand. */
export async function unsentEdits(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<readonly Unsent[]> {
  const stored = await withDatabase(factory, (database) => countsBySpace(database, uid))
  return [
    ...[...(stored ?? [])].map(([wid, count]) => ({ wid, count, kept: true })),
    ...[...unsentInMemory(uid)].map(([wid, count]) => ({ wid, count, kept: false })),
  ]
}

/** Throws away what this person could not send. Pages that are open still have it: they must be left at once. */
export async function discardUnsent(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, async (database) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.objectStore(store).delete(ofPerson(uid))
    await completed(transaction)
  })
}

const ofPerson = (uid: string): IDBKeyRange => IDBKeyRange.bound([uid], [uid, []])

async function countsBySpace(database: IDBDatabase, uid: string): Promise<ReadonlyMap<string, number>> {
  const rows = database.transaction(store).objectStore(store).getAll(ofPerson(uid))
  const counts = new Map<string, number>()
  for (const { wid } of await answer<Row[]>(rows)) counts.set(wid, (counts.get(wid) ?? 0) + 1)
  return counts
}

/** Null where the browser keeps nothing. */
async function withDatabase<T>(
  factory: IDBFactory | undefined,
  read: (database: IDBDatabase) => Promise<T>,
): Promise<T | null> {
  const database = factory ? await openDatabase(factory) : null
  if (!database) return null
  try {
    return await read(database)
  } finally {
    database.close()
  }
}
