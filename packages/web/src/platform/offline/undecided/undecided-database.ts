import { answer } from '../outbox/outbox-database.ts'
import type { UndecidedItem } from './undecided-items.ts'

/** An undecided item under the person and the board that it belongs to; nobody else is shown it. */
export interface UndecidedRow extends UndecidedItem {
  readonly uid: string
  readonly wid: string
}

/** Of its own: an open tab of an older build would keep a new store out of the outbox's database. */
const databaseName = 'tavla-undecided'
export const undecidedStore = 'items'

/** Null where the browser keeps nothing (some private windows). */
export async function openUndecidedDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase | null> {
  if (!factory) return null
  try {
    const request = factory.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(undecidedStore, { keyPath: ['uid', 'wid', 'key'] })
    }
    const database = await answer(request)
    database.onversionchange = () => database.close()
    return database
  } catch {
    // Refused by the browser: items then live as long as the tab, and `keeps` says so.
    return null
  }
}

/** All of one person, or of one person on one board. */
export function getUndecided(uid: string, wid?: string): IDBKeyRange {
  const prefix = wid === undefined ? [uid] : [uid, wid]
  return IDBKeyRange.bound(prefix, [...prefix, []])
}

export function readRows(database: IDBDatabase, range: IDBKeyRange): Promise<UndecidedRow[]> {
  const rows = database.transaction(undecidedStore).objectStore(undecidedStore)
  return answer<UndecidedRow[]>(rows.getAll(range))
}
