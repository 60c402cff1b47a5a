import type { BoardKey } from './cached-boards-database.ts'
import {
  type DatabaseDefinition,
  getPrefixRange,
  waitForCommit,
  waitForRequest,
  withDatabase,
} from './database.ts'

/** A file that was chosen for a board and is not on it yet. */
export interface PendingFile {
  /** Sorts the files of a board. */
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  /** The folder in which its board is made; missing if there is a board already, or no folder. */
  readonly folder?: string
  /** Begins the ids of its records, if the restoration of its versions has begun. */
  readonly restoration?: string
}

/** Files that a reload must not lose, by board; `wid` can be any name of a list that has no board yet. */
export interface PendingImports {
  /** Rejects if the browser does not store them. */
  write(key: BoardKey, files: readonly PendingFile[]): Promise<void>
  /** In the order of their ids. */
  list(key: BoardKey): Promise<readonly PendingFile[]>
  remove(key: BoardKey, id: string): Promise<void>
  clear(key: BoardKey): Promise<void>
}

export interface PendingImportsHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Row = PendingFile & BoardKey & { readonly at: number }

/** A person who has not come back by then has chosen the files again. */
const keepMs = 24 * 3600_000

const storeName = 'files'
const importsDatabase: DatabaseDefinition = {
  name: 'tavla-imports',
  version: 1,
  upgrade(database) {
    database.createObjectStore(storeName, { keyPath: ['uid', 'wid', 'id'] })
  },
  closesForNewer: true,
}

export function createPendingImports({ indexedDB, now }: PendingImportsHost): PendingImports {
  const change = (run: (rows: IDBObjectStore) => void | Promise<void>) =>
    withDatabase(indexedDB, importsDatabase, async (database) => {
      const transaction = database.transaction(storeName, 'readwrite')
      await run(transaction.objectStore(storeName))
      await waitForCommit(transaction)
    })
  return {
    async write(key, files) {
      await change(async (rows) => {
        const old = (await waitForRequest<Row[]>(rows.getAll())).filter(({ at }) => now() - at > keepMs)
        for (const { uid, wid, id } of old) rows.delete([uid, wid, id])
        for (const file of files) rows.put({ ...key, ...file, at: now() } satisfies Row)
      })
    },
    async list({ uid, wid }) {
      const rows = await withDatabase(indexedDB, importsDatabase, (database) =>
        waitForRequest<Row[]>(
          database.transaction(storeName).objectStore(storeName).getAll(getPrefixRange(uid, wid)),
        ),
      )
      return (rows ?? []).filter(({ at }) => now() - at <= keepMs)
    },
    async remove({ uid, wid }, id) {
      await change((rows) => void rows.delete([uid, wid, id]))
    },
    async clear({ uid, wid }) {
      await change((rows) => void rows.delete(getPrefixRange(uid, wid)))
    },
  }
}
