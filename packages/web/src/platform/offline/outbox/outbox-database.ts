import type { OutboxEntry } from '@tavla/canvas/model'

/** One edit in the browser's database, under person, space, tab and the edit's number in that tab. */
export interface Row {
  readonly uid: string
  readonly wid: string
  readonly tab: string
  readonly counter: number
  /** Milliseconds since 1970 when it was written; rows of older versions have none. */
  readonly at?: number
  readonly entry: OutboxEntry
}

const databaseName = 'tavla-outbox'
export const store = 'edits'

/** Null where the browser keeps nothing (some private windows). */
export async function openDatabase(factory: IDBFactory): Promise<IDBDatabase | null> {
  try {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath: ['uid', 'wid', 'tab', 'counter'] })
    }
    return await answer(request)
  } catch {
    // Refused by the browser: the tab's memory is all there is, and `keeping` says so.
    return null
  }
}

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The outbox could not be read'))
  })
}

export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The outbox could not be written'))
  })
}

/** An edit's id is `<tab>:<counter>`. */
export function getParts(editId: string): { readonly tab: string; readonly counter: number } {
  const colon = editId.lastIndexOf(':')
  return { tab: editId.slice(0, colon), counter: Number(editId.slice(colon + 1)) }
}
