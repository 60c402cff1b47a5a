import type { OutboxEntry } from '@tavla/canvas/model'
import type { DatabaseDefinition } from '../database.ts'

/** One unsent edit, stored under person, space, tab and the edit's counter. */
export interface Row {
  readonly uid: string
  readonly wid: string
  readonly tab: string
  readonly counter: number
  /** Milliseconds since 1970 when it was written; missing in rows of older versions. */
  readonly at?: number
  readonly entry: OutboxEntry
}

export const store = 'edits'

export const outboxDatabase: DatabaseDefinition = {
  name: 'tavla-outbox',
  version: 1,
  upgrade(database) {
    database.createObjectStore(store, { keyPath: ['uid', 'wid', 'tab', 'counter'] })
  },
  // An open tab may still write edits that exist nowhere else.
  closesForNewer: false,
}

/** An edit's id is `<tab>:<counter>`. */
export function getParts(editId: string): { readonly tab: string; readonly counter: number } {
  const colon = editId.lastIndexOf(':')
  return { tab: editId.slice(0, colon), counter: Number(editId.slice(colon + 1)) }
}
