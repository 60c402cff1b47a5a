import { answer, type DatabaseDefinition } from '../database.ts'
import type { UndecidedItem } from './undecided-items.ts'

/** An undecided item under the person and the board that it belongs to; nobody else is shown it. */
export interface UndecidedRow extends UndecidedItem {
  readonly uid: string
  readonly wid: string
}

export const undecidedStore = 'items'

export const undecidedDatabase: DatabaseDefinition = {
  // Of its own: an open tab of an older build would keep a new store out of the outbox's database.
  name: 'tavla-undecided',
  version: 1,
  upgrade(database) {
    database.createObjectStore(undecidedStore, { keyPath: ['uid', 'wid', 'key'] })
  },
  closesForNewer: true,
}

export function readRows(database: IDBDatabase, range: IDBKeyRange): Promise<UndecidedRow[]> {
  const rows = database.transaction(undecidedStore).objectStore(undecidedStore)
  return answer<UndecidedRow[]>(rows.getAll(range))
}
