import { waitForRequest, type DatabaseDefinition } from '../database.ts'
import type { UndecidedItem } from './undecided-items.ts'

/** A pending decision, stored by person and board; nobody else can see it. */
export interface UndecidedRow extends UndecidedItem {
  readonly uid: string
  readonly wid: string
}

export const undecidedStore = 'items'

export const undecidedDatabase: DatabaseDefinition = {
  // A separate database, since an open tab of an older build would block an upgrade of the outbox's.
  name: 'tavla-undecided',
  version: 1,
  upgrade(database) {
    database.createObjectStore(undecidedStore, { keyPath: ['uid', 'wid', 'key'] })
  },
  closesForNewer: true,
}

export function readRows(database: IDBDatabase, range: IDBKeyRange): Promise<UndecidedRow[]> {
  const rows = database.transaction(undecidedStore).objectStore(undecidedStore)
  return waitForRequest<UndecidedRow[]>(rows.getAll(range))
}
