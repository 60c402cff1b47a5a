import {
  type DatabaseDefinition,
  getPrefixRange,
  waitForCommit,
  waitForRequest,
  withDatabase,
} from './database.ts'

/** A drawing that this person has kept to place it on boards. */
export interface StoredStamp {
  readonly id: string
  readonly name: string
  /** Name of the file that it came with. */
  readonly library: string
  /** A file in Excalidraw's format. */
  readonly text: string
}

/** The library of one person, in this browser. */
export interface StampStore {
  /** Rejects if the browser does not store them. */
  add(uid: string, stamps: readonly StoredStamp[]): Promise<void>
  /** Those that were added last come first. */
  list(uid: string): Promise<readonly StoredStamp[]>
  remove(uid: string, ids: readonly string[]): Promise<void>
}

export interface StampStoreHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Row = StoredStamp & { readonly uid: string; readonly at: number; readonly order: number }

const storeName = 'stamps'
const stampsDatabase: DatabaseDefinition = {
  name: 'tavla-stamps',
  version: 1,
  upgrade(database) {
    database.createObjectStore(storeName, { keyPath: ['uid', 'id'] })
  },
  closesForNewer: true,
}

export function createStampStore({ indexedDB, now }: StampStoreHost): StampStore {
  const change = async (run: (rows: IDBObjectStore) => void) => {
    const done = await withDatabase(indexedDB, stampsDatabase, async (database) => {
      const transaction = database.transaction(storeName, 'readwrite')
      run(transaction.objectStore(storeName))
      await waitForCommit(transaction)
      return true
    })
    if (!done) throw new Error('This browser stores nothing')
  }
  return {
    add: (uid, stamps) =>
      change((rows) => {
        for (const [order, stamp] of stamps.entries())
          rows.put({ ...stamp, uid, at: now(), order } satisfies Row)
      }),
    async list(uid) {
      const rows = await withDatabase(indexedDB, stampsDatabase, (database) =>
        waitForRequest<Row[]>(
          database.transaction(storeName).objectStore(storeName).getAll(getPrefixRange(uid)),
        ),
      )
      return (rows ?? []).toSorted((a, b) => b.at - a.at || a.order - b.order)
    },
    remove: (uid, ids) =>
      change((rows) => {
        for (const id of ids) rows.delete([uid, id])
      }),
  }
}
