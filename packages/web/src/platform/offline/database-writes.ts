import { completed } from './database.ts'

interface Write {
  readonly act: (transaction: IDBTransaction) => void
  readonly kept: () => void
  readonly failed: (error: unknown) => void
}

/** Writes to one database strictly in order; what comes in quick succession shares a transaction. */
export class DatabaseWrites {
  readonly #database: IDBDatabase
  readonly #stores: readonly string[]
  #waiting: Write[] = []
  /** Transactions under way. */
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

  /** Does not wait for the write under way: the browser runs transactions in the order in which they were opened. */
  storeNow(): void {
    if (this.#waiting.length > 0) void this.#write()
  }

  async #write(): Promise<void> {
    const writing = this.#waiting
    this.#waiting = []
    this.#writing += 1
    try {
      // Relaxed: survives the browser's death. A power cut within seconds is covered by the server, which has the edit by then.
      const transaction = this.#database.transaction(this.#stores, 'readwrite', { durability: 'relaxed' })
      for (const { act } of writing) act(transaction)
      // Committed explicitly, it completes even when the page is closed before its puts are confirmed.
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
