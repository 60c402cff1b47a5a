import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { waitingUploadLimits } from '@tavla/contract'
import type { BoardPlace } from './cached-boards-database.ts'
import {
  answer,
  completed,
  type DatabaseDefinition,
  getKeysUnder,
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
  readonly keeps: ReadonlySignal<boolean>
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

type Row = WaitingFile & BoardPlace

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

export async function openWaitingFiles(place: BoardPlace, host: WaitingFilesHost): Promise<WaitingFiles> {
  const files = new Files(place, await openDatabase(host.indexedDB, uploadsDatabase), host)
  await files.read()
  return files
}

class Files implements WaitingFiles {
  readonly list = signal<readonly WaitingFile[]>([])
  readonly keeps: Signal<boolean>
  readonly #place: BoardPlace
  readonly #database: IDBDatabase | null
  readonly #host: WaitingFilesHost
  readonly #channel: BroadcastChannel
  /** Files that could not be written. */
  readonly #unwritten = new Map<string, WaitingFile>()

  constructor(place: BoardPlace, database: IDBDatabase | null, host: WaitingFilesHost) {
    this.#place = place
    this.#database = database
    this.#host = host
    this.keeps = signal(database !== null)
    this.#channel = new BroadcastChannel(`tavla-uploads:${place.uid}:${place.wid}`)
    this.#channel.onmessage = () => void this.read()
  }

  async read(): Promise<void> {
    const { uid, wid } = this.#place
    let written: readonly WaitingFile[] = []
    try {
      const rows = this.#database?.transaction(storeName).objectStore(storeName)
      if (rows) written = await answer<Row[]>(rows.getAll(getKeysUnder(uid, wid)))
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
    await this.#write((rows) => rows.delete([this.#place.uid, this.#place.wid, id])).catch(() => undefined)
  }

  close(): void {
    this.#channel.close()
    this.#database?.close()
  }

  /** Without storage space the file is held in memory, and `keeps` is false. */
  async #put(file: WaitingFile): Promise<void> {
    try {
      if (!this.#database || this.#unwritten.has(file.id)) throw new Error('Nothing is kept here')
      await this.#write((rows) => rows.put({ ...this.#place, ...file } satisfies Row))
    } catch {
      this.#unwritten.set(file.id, file)
      this.keeps.value = false
    }
    await this.read()
  }

  async #write(act: (rows: IDBObjectStore) => void): Promise<void> {
    const transaction = this.#database?.transaction(storeName, 'readwrite')
    if (!transaction) return
    act(transaction.objectStore(storeName))
    await completed(transaction)
    this.#channel.postMessage(null)
  }
}

/** Pending uploads of one person, by board. */
export async function waitingFilesByBoard(
  uid: string,
  factory: IDBFactory | undefined,
): Promise<ReadonlyMap<string, readonly WaitingFile[]>> {
  const files = await withDatabase(factory, uploadsDatabase, (database) =>
    answer<Row[]>(database.transaction(storeName).objectStore(storeName).getAll(getKeysUnder(uid))),
  )
  return Map.groupBy(files ?? [], ({ wid }) => wid)
}

/** Deletes the pending files of this person on all boards. */
export async function discardWaitingFiles(uid: string, factory: IDBFactory | undefined): Promise<void> {
  await withDatabase(factory, uploadsDatabase, async (database) => {
    const transaction = database.transaction(storeName, 'readwrite')
    transaction.objectStore(storeName).delete(getKeysUnder(uid))
    await completed(transaction)
  })
}
