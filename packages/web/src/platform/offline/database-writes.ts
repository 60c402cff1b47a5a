import { waitForCommit } from './database.ts'

interface QueuedWrite {
  readonly write: (transaction: IDBTransaction) => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Writes to one database in order; writes in quick succession share a transaction. */
export class DatabaseWrites {
  readonly #database: IDBDatabase
  readonly #stores: readonly string[]
  #queue: QueuedWrite[] = []
  /** Pending transactions. */
  #runningWrites = 0

  constructor(database: IDBDatabase, stores: readonly string[]) {
    this.#database = database
    this.#stores = stores
  }

  /** Resolves when it is written. */
  enqueue(write: (transaction: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject })
      if (this.#runningWrites === 0) void this.#write()
    })
  }

  /**
   * Does not wait for the pending write: the browser runs transactions in the order in which they were
   * opened.
   */
  flush(): void {
    if (this.#queue.length > 0) void this.#write()
  }

  async #write(): Promise<void> {
    const batch = this.#queue
    this.#queue = []
    this.#runningWrites += 1
    try {
      // `relaxed` durability survives a browser crash. After a power cut within seconds the server still
      // has the edit.
      const transaction = this.#database.transaction(this.#stores, 'readwrite', { durability: 'relaxed' })
      for (const { write } of batch) write(transaction)
      // An explicit commit completes even if the page is closed before its puts are confirmed.
      transaction.commit()
      await waitForCommit(transaction)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#runningWrites -= 1
    if (this.#runningWrites === 0) this.flush()
  }
}
