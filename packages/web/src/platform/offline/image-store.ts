import { cachedBoards } from '@tavla/contract'
import { boardsDatabase, pictures, type BoardPlace, type ImageRow } from './cached-boards-database.ts'
import { answer, completed, openDatabase } from './database.ts'

/**
 * Cached images of one board that this person has seen. Files are immutable, so an image is cached once.
 */
export interface ImageStore {
  /** Null when it is not cached. */
  read(file: string): Promise<Blob | null>
  /** Images that are too large or do not fit are not cached. */
  keep(file: string, bytes: Blob): Promise<void>
  close(): void
}

export interface ImageStoreHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function openImageStore({ uid, wid }: BoardPlace, host: ImageStoreHost): ImageStore {
  const opened = openDatabase(host.indexedDB, boardsDatabase)
  return {
    async read(file) {
      const database = await opened
      if (!database) return null
      const rows = database.transaction(pictures).objectStore(pictures)
      return (await answer<ImageRow | undefined>(rows.get([uid, wid, file])))?.bytes ?? null
    },
    async keep(file, bytes) {
      const database = await opened
      if (!database || bytes.size > cachedBoards.largestPictureBytes) return
      const transaction = database.transaction(pictures, 'readwrite')
      const rows = transaction.objectStore(pictures)
      rows.put({ uid, wid, file, at: host.now(), bytes } satisfies ImageRow)
      for (const { uid, wid, file } of tooMany(await answer<ImageRow[]>(rows.getAll())))
        rows.delete([uid, wid, file])
      await completed(transaction)
    },
    close: () => void opened.then((database) => database?.close()),
  }
}

/** Deletes the least recently used images. */
function tooMany(rows: readonly ImageRow[]): readonly ImageRow[] {
  let room: number = cachedBoards.pictureBytes
  return rows.toSorted((a, b) => b.at - a.at).filter(({ bytes }) => (room -= bytes.size) < 0)
}
