import { cachedBoards } from '@tavla/contract'
import { boardsDatabase, imageStoreName, type BoardKey, type ImageRow } from './cached-boards-database.ts'
import { waitForRequest, waitForCommit, openDatabase } from './database.ts'

/**
 * Cached images of one board that this person has seen. Files are immutable, so an image is cached once.
 */
export interface ImageStore {
  /** Null when it is not cached. */
  read(file: string): Promise<Blob | null>
  /** Images that are too large or do not fit are not cached. */
  write(file: string, bytes: Blob): Promise<void>
  close(): void
}

export interface ImageStoreHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function openImageStore({ uid, wid }: BoardKey, host: ImageStoreHost): ImageStore {
  const opened = openDatabase(host.indexedDB, boardsDatabase)
  return {
    async read(file) {
      const database = await opened
      if (!database) return null
      const rows = database.transaction(imageStoreName).objectStore(imageStoreName)
      return (await waitForRequest<ImageRow | undefined>(rows.get([uid, wid, file])))?.bytes ?? null
    },
    async write(file, bytes) {
      const database = await opened
      if (!database || bytes.size > cachedBoards.largestPictureBytes) return
      const transaction = database.transaction(imageStoreName, 'readwrite')
      const rows = transaction.objectStore(imageStoreName)
      rows.put({ uid, wid, file, at: host.now(), bytes } satisfies ImageRow)
      for (const { uid, wid, file } of listExcess(await waitForRequest<ImageRow[]>(rows.getAll())))
        rows.delete([uid, wid, file])
      await waitForCommit(transaction)
    },
    close: () => void opened.then((database) => database?.close()),
  }
}

/** Deletes the least recently used images. */
function listExcess(rows: readonly ImageRow[]): readonly ImageRow[] {
  let remainingBytes: number = cachedBoards.pictureBytes
  return rows.toSorted((a, b) => b.at - a.at).filter(({ bytes }) => (remainingBytes -= bytes.size) < 0)
}
