import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { waitingUploadLimits } from '@tavla/contract'
import type { BoardKey } from './cached-boards-database.ts'
import {
  waitForRequest,
  waitForCommit,
  type DatabaseDefinition,
  getPrefixRange,
  openDatabase,
  withDatabase,
} from './database.ts'

/** A file on the board that still has to be uploaded. */
export interface WaitingFile {
  /** The id in the record until the file has been uploaded; see `isLocalFile`. */
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  /** Milliseconds since 1970. */
  readonly at: number
  /** The stored file's id once it is uploaded; the records still have to be updated. */
  readonly fileId: string | null
  /** Why the server refused it; null while it can be retried. */
  readonly refused: { readonly code: number; readonly data: unknown } | null
}

/** Pending uploads of one person on one board: the same in every tab, across reloads. */
export interface WaitingFiles {
  /** Oldest first. */
  readonly list: ReadonlySignal<readonly WaitingFile[]>
  /** False if pending files are lost with this tab. */
  readonly isDurable: ReadonlySignal<boolean>
  /** Returns the id for the record at once. Rejects above the limit of one browser. */
  add(bytes: Blob, name: string): Promise<string>
  change(id: string, changed: Partial<Pick<WaitingFile, 'fileId' | 'refused'>>): Promise<void>
  remove(id: string): Promise<void>
  close(): void
}

export interface WaitingFilesHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomId: () => string
}

type Row = WaitingFile & BoardKey

const storeName = 'files'
const uploadsDatabase: DatabaseDefinition = {
  name: 'tavla-uploads',
  version: 1,
  upgrade(database) {
    database.createObjectStore(storeName, { keyPath: ['uid', 'wid', 'id'] })
  },
  closesForNewer: true,
}

const localPrefix = 'local:'

/** Whether a record refers to a file that only its author's browser has. */
export function isLocalFile(fileId: string): boolean {
  return fileId.startsWith(localPrefix)
}

export async function openWaitingFiles(boardKey: BoardKey, host: WaitingFilesHost): Promise<WaitingFiles> {
  const files = new StoredWaitingFiles(boardKey, await openDatabase(host.indexedDB, uploadsDatabase), host)
  await files.read()
  return files
}

class StoredWaitingFiles implements WaitingFiles {
  readonly list = signal<readonly WaitingFile[]>([])
  readonly isDurable: Signal<boolean>
  readonly #boardKey: BoardKey
  readonly #database: IDBDatabase | null
  readonly #host: WaitingFilesHost
  readonly #channel: BroadcastChannel
  /** Files that could not be written. */
  readonly #unwritten = new Map<string, WaitingFile>()

  constructor(boardKey: BoardKey, database: IDBDatabase | null, host: WaitingFilesHost) {
    this.#boardKey = boardKey
    this.#database = database
    this.#host = host
    this.isDurable = signal(database !== null)
    this.#channel = new BroadcastChannel(`tavla-uploads:${boardKey.uid}:${boardKey.wid}`)
    this.#channel.onmessage = () => void this.read()
  }

  async read(): Promise<void> {
    const { uid, wid } = this.#boardKey
    let written: readonly WaitingFile[] = []
    try {
      const rows = this.#database?.transaction(storeName).objectStore(storeName)
      if (rows) written = await waitForRequest<Row[]>(rows.getAll(getPrefixRange(uid, wid)))
    } catch {
      // Closed meanwhile: the known files stay.
      return
    }
    this.list.value = [...written, ...this.#unwritten.values()].toSorted((a, b) => a.at - b.at)
  }

  async add(bytes: Blob, name: string): Promise<string> {
    const waiting = this.list.peek()
    const total = waiting.reduce((sum, file) => sum + file.bytes.size, bytes.size)
    if (waiting.length >= waitingUploadLimits.files || total > waitingUploadLimits.bytes)
      throw new RangeError('Too many files wait to be uploaded')
    const id = localPrefix + this.#host.randomId()
    await this.#put({ id, name, bytes, at: this.#host.now(), fileId: null, refused: null })
    return id
  }

  async change(id: string, changed: Partial<WaitingFile>): Promise<void> {
    const file = this.list.peek().find((each) => each.id === id)
    if (file) await this.#put({ ...file, ...changed })
  }

  async remove(id: string): Promise<void> {
    this.#unwritten.delete(id)
    this.list.value = this.list.peek().filter((file) => file.id !== id)
    await this.#write((rows) => rows.delete([this.#boardKey.uid, this.#boardKey.wid, id])).catch(
      () => undefined,
    )
  }

  close(): void {
    this.#channel.close()
    this.#database?.close()
  }

  /** Without storage space the file is held in memory, and `isDurable` is false. */
  async #put(file: WaitingFile): Promise<void> {
    try {
      if (!this.#database || this.#unwritten.has(file.id)) throw new Error('Nothing is kept here')
      await this.#write((rows) => rows.put({ ...this.#boardKey, ...file } satisfies Row))
    } catch {
      this.#unwritten.set(file.id, file)
      this.isDurable.value = false
    }
    await this.read()
  }

  async #write(write: (rows: IDBObjectStore) => void): Promise<void> {
    const transaction = this.#database?.transaction(storeName, 'readwrite')
    if (!transaction) return
    write(transaction.objectStore(storeName))
    await waitForCommit(transaction)
    this.#channel.postMessage(null)
  }
}

/** Pending uploads of one person, by board. */
export async function waitingFilesByBoard(
  uid: string,
  factory: IDBFactory | undefined,
): Promise<ReadonlyMap<string, readonly WaitingFile[]>> {
  const files = await withDatabase(factory, uploadsDatabase, (database) =>
    waitForRequest<Row[]>(database.transaction(storeName).objectStore(storeName).getAll(getPrefixRange(uid))),
  )
  return Map.groupBy(files ?? [], ({ wid }) => wid)
}

/** Deletes the pending files of this person on all boards. */
export async function discardWaitingFiles(uid: string, factory: IDBFactory | undefined): Promise<void> {
  await withDatabase(factory, uploadsDatabase, async (database) => {
    const transaction = database.transaction(storeName, 'readwrite')
    transaction.objectStore(storeName).delete(getPrefixRange(uid))
    await waitForCommit(transaction)
  })
}
