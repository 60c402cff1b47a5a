import type { DraftStore } from '@tavla/canvas'
import type { RichText } from '@tavla/canvas/model'
import { DatabaseWrites } from './database-writes.ts'
import type { BoardKey } from './cached-boards-database.ts'
import {
  waitForRequest,
  waitForCommit,
  type DatabaseDefinition,
  getPrefixRange,
  openDatabase,
  withDatabase,
} from './database.ts'

/** A text typed as a suggestion that was neither sent nor discarded. */
export interface SuggestionDraft {
  /** By element and tab: two tabs that type for one element keep both texts. */
  readonly key: string
  /** Id of the element. */
  readonly target: string
  readonly text: RichText
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Drafts of one person on one board, stored while they are typed. A draft of another tab is offered when its text
 * is opened, newest first, and belongs to this tab from the first change.
 */
export interface SuggestionDrafts extends DraftStore {
  /** Oldest first. */
  list(): readonly SuggestionDraft[]
  close(): Promise<void>
}

export interface SuggestionDraftsHost {
  readonly indexedDB: IDBFactory | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Id of this page load. */
  readonly tab: string
}

/** `target` is the key; rows of older versions have only the element's id. */
type Row = Omit<SuggestionDraft, 'key'> & BoardKey

const storeName = 'texts'
const draftsDatabase: DatabaseDefinition = {
  name: 'tavla-drafts',
  version: 1,
  upgrade(database) {
    database.createObjectStore(storeName, { keyPath: ['uid', 'wid', 'target'] })
  },
  closesForNewer: true,
}

export async function openSuggestionDrafts(
  boardKey: BoardKey,
  { indexedDB, now, tab }: SuggestionDraftsHost,
): Promise<SuggestionDrafts> {
  const database = await openDatabase(indexedDB, draftsDatabase)
  const writes = database && new DatabaseWrites(database, [storeName])
  const known = new Map<string, SuggestionDraft>()
  const rows = database ? await readRows(database, boardKey.uid, boardKey.wid).catch(() => []) : []
  for (const { target: key, text, at } of rows) known.set(key, { key, target: getElementId(key), text, at })
  /** The draft that was offered last for an element. */
  const offered = new Map<string, string>()
  const { uid, wid } = boardKey
  const write = (...keys: readonly string[]): void => {
    // If writing fails, the draft lives as long as the page.
    void writes
      ?.enqueue((transaction) => {
        const texts = transaction.objectStore(storeName)
        for (const key of keys) {
          const draft = known.get(key)
          if (draft) texts.put({ uid, wid, target: key, text: draft.text, at: draft.at } satisfies Row)
          else texts.delete([uid, wid, key])
        }
      })
      .catch(() => undefined)
    // Flushed at once: a reload can come between two characters.
    writes?.flush()
  }
  return {
    get(target) {
      const ownDraft = known.get(getKey(target, tab))
      const others = [...known.values()].filter((draft) => draft.target === target)
      const draft = ownDraft ?? others.toSorted((a, b) => b.at - a.at)[0]
      if (draft) offered.set(target, draft.key)
      return draft?.text
    },
    set(target, text) {
      const key = getKey(target, tab)
      const before = offered.get(target)
      offered.delete(target)
      const deleted = [key, before].filter((candidate) => candidate !== undefined && known.delete(candidate))
      if (text !== null) known.set(key, { key, target, text, at: now() })
      else if (deleted.length === 0) return
      write(key, ...(before === undefined ? [] : [before]))
    },
    list: () => [...known.values()].toSorted((a, b) => a.at - b.at),
    async close() {
      await writes?.enqueue(() => undefined).catch(() => undefined)
      database?.close()
    },
  }
}

const getKey = (target: string, tab: string): string => `${target} ${tab}`

function getElementId(key: string): string {
  return key.split(' ', 1)[0] ?? key
}

/** Number of drafts of one person, by board. */
export async function draftsByBoard(
  uid: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<ReadonlyMap<string, number>> {
  const rows = await withDatabase(factory, draftsDatabase, (database) => readRows(database, uid))
  return new Map([...Map.groupBy(rows ?? [], ({ wid }) => wid)].map(([wid, { length }]) => [wid, length]))
}

/** Deletes them, of all boards or of one. */
export async function discardDrafts(
  uid: string,
  wid?: string,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  await withDatabase(factory, draftsDatabase, async (database) => {
    const transaction = database.transaction(storeName, 'readwrite')
    transaction
      .objectStore(storeName)
      .delete(wid === undefined ? getPrefixRange(uid) : getPrefixRange(uid, wid))
    await waitForCommit(transaction)
  })
}

function readRows(database: IDBDatabase, ...prefix: readonly string[]): Promise<Row[]> {
  const rows = database.transaction(storeName).objectStore(storeName)
  return waitForRequest<Row[]>(rows.getAll(getPrefixRange(...prefix)))
}
