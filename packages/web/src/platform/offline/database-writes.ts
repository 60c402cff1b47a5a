import { completed } from './database.ts'

interface Write {
  readonly act: (transaction: IDBTransaction) => void
  readonly kept: () => void
  readonly failed: (error: unknown) => void
}

/** Writes to one database in order; writes in quick succession share a transaction. */
export class DatabaseWrites {
  readonly #database: IDBDatabase
  readonly #stores: readonly string[]
  #waiting: Write[] = []
  /** Pending transactions. */
  #writing = 0

  constructor(database: IDBDatabase, stores: readonly string[]) {
    this.#database = database
    this.#stores = stores
  }

  /** Resolves when it is written. */
  soon(act: (transaction: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ act, kept: resolve, failed: reject })
      if (this.#writing === 0) void this.#write()
    })
  }

  /**
   * Does not wait for the pending write: the browser runs transactions in the order in which they were
   * opened.
   */
  storeNow(): void {
    if (this.#waiting.length > 0) void this.#write()
  }

  async #write(): Promise<void> {
    const writing = this.#waiting
    this.#waiting = []
    this.#writing += 1
    try {
      // `relaxed` durability survives a browser crash. After a power cut within seconds the server still
      // has the edit.
      const transaction = this.#database.transaction(this.#stores, 'readwrite', { durability: 'relaxed' })
      for (const { act } of writing) act(transaction)
      // An explicit commit completes even if the page is closed before its puts are confirmed.
      transaction.commit()
      await completed(transaction)
      for (const { kept } of writing) kept()
    } catch (error) {
      for (const { failed } of writing) failed(error)
    }
    this.#writing -= 1
    if (this.#writing === 0) this.storeNow()
  }
}
