import type { Change, OutboxEntry } from '@tavla/canvas/model'
import { listEnteredContent } from '@tavla/canvas/model'
import type { BoardKey } from './cached-boards-database.ts'
import { waitForRequest, waitForCommit, getPrefixRange, withDatabase } from './database.ts'
import { outboxDatabase, store, type Row } from './outbox/outbox-database.ts'
import { sortByTime } from './outbox/outbox-order.ts'
import { discardDrafts, openSuggestionDrafts, type SuggestionDraft } from './suggestion-drafts.ts'
import { getCards } from './undecided/cards.ts'
import { openUndecided } from './undecided/undecided-store.ts'
import type { UndecidedItem } from './undecided/undecided-items.ts'
import { isLocalFile, openWaitingFiles, type WaitingFile } from './waiting-files.ts'

/** Unsent work of a person on one board, readable without the board. */
export interface UnsentWork {
  /** Undecided items; unsent edits as if they had been refused, since they cannot be sent. */
  readonly items: readonly UndecidedItem[]
  readonly files: readonly WaitingFile[]
}

/** Reads what this browser stores of one person and one board. */
export async function readUnsentWork(
  boardKey: BoardKey,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<UnsentWork> {
  const host = { indexedDB: factory, now: () => 0, randomId: () => '' }
  const [undecided, waiting, drafts] = await Promise.all([
    openUndecided(boardKey, host),
    openWaitingFiles(boardKey, host),
    openSuggestionDrafts(boardKey, { ...host, tab: '' }),
  ])
  const work = {
    items: [
      ...(await unsentItems(boardKey, factory)),
      ...undecided.items.peek(),
      ...drafts.list().map(draftAsRefused),
    ],
    files: waiting.list.peek(),
  }
  await drafts.close()
  waiting.close()
  await undecided.close()
  return work
}

/** Number of elements: all edits of a note are one, and an image is one with its file. */
export function countItems({
  items,
  files,
}: {
  items: UnsentWork['items']
  files: readonly Pick<WaitingFile, 'id'>[]
}): number {
  const placedFiles = new Set(files.length > 0 ? items.flatMap(getFiles) : [])
  const cards = getCards(items).filter(({ type }) => type !== 'kept')
  return cards.length + files.filter(({ id }) => !placedFiles.has(id)).length
}

/** Local files that the records of an unsent edit refer to. */
function getFiles({ outcome }: UndecidedItem): readonly string[] {
  const entered = outcome.type === 'rejected' ? outcome.entered : []
  return entered.flatMap(({ fields }) =>
    Object.values(fields).filter((value): value is string => typeof value === 'string' && isLocalFile(value)),
  )
}

/** Deletes it. */
export async function discardUnsentWork(
  boardKey: BoardKey,
  factory: IDBFactory | undefined = globalThis.indexedDB,
): Promise<void> {
  const host = { indexedDB: factory, now: () => 0, randomId: () => '' }
  const [undecided, waiting] = await Promise.all([
    openUndecided(boardKey, host),
    openWaitingFiles(boardKey, host),
  ])
  await undecided.discard(undecided.items.peek().map(({ key }) => key))
  for (const { id } of waiting.list.peek()) await waiting.remove(id)
  waiting.close()
  await undecided.close()
  await discardDrafts(boardKey.uid, boardKey.wid, factory)
  await withDatabase(factory, outboxDatabase, async (database) => {
    const transaction = database.transaction(store, 'readwrite')
    transaction.objectStore(store).delete(getPrefixRange(boardKey.uid, boardKey.wid))
    await waitForCommit(transaction)
  })
}

async function unsentItems(
  { uid, wid }: BoardKey,
  factory: IDBFactory | undefined,
): Promise<readonly UndecidedItem[]> {
  const rows = await withDatabase(factory, outboxDatabase, (database) =>
    waitForRequest<Row[]>(database.transaction(store).objectStore(store).getAll(getPrefixRange(uid, wid))),
  )
  return asRefusedItems(rows ?? [])
}

/** Unsent edits as if they had been refused. */
export function asRefusedItems(rows: readonly Row[]): readonly UndecidedItem[] {
  return sortByTime(rows).map(({ at, entry }) => asRefused(entry, at ?? 0))
}

export function asRefused({ edit: { id, mark, changes } }: OutboxEntry, at: number): UndecidedItem {
  return refusedItem(id, mark, changes, at)
}

function draftAsRefused({ key, target, text, at }: SuggestionDraft): UndecidedItem {
  const id = `draft/${key}`
  return refusedItem(id, id, [{ op: 'patch', id: target, fields: { text } }], at)
}

function refusedItem(id: string, mark: string, changes: readonly Change[], at: number): UndecidedItem {
  const refusal = { refused: 'missing' as const, message: 'the board cannot be opened' }
  const entered = listEnteredContent(changes)
  return { key: id, at, outcome: { type: 'rejected', editId: id, mark, refusal, changes, entered } }
}
