import { cachedBoards, Space } from '@tavla/contract'
import { expect, test } from 'vitest'
import { deleteCachedBoard, getCachedSpace, listCachedSpaceIds, openCachedBoard } from './cached-boards.ts'
import { deleteOtherUsersBoards } from './cached-boards-database.ts'
import type { CachedBoardStore } from './cached-boards.ts'
import { boardsDatabase, takeUntilGap } from './cached-boards-database.ts'
import type { CachedChunk, CachedFacts } from './cached-boards-database.ts'
import { waitForRequest, waitForCommit, openDatabase } from './database.ts'

const host = { indexedDB, now: () => 1_700_000_000_000 }
let person = 0
const newPerson = () => `k${(person += 1)}-${performance.timeOrigin}`

const getSpace = (wid: string): Space =>
  Space.parse({
    wid,
    name: 'Harbour',
    photo: null,
    photoAuto: true,
    owner: { uid: 'u-owner', name: 'Ada', photo: null, kind: 'full', email: null },
    role: 'editor',
    members: 1,
    online: [],
    thumb: null,
    folder: null,
    starred: false,
    archived: false,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    openedAt: null,
    trashedAt: null,
  })

const chunk = (id: string, hash: string | null, byte: number): CachedChunk => ({
  id,
  hash,
  bytes: new Uint8Array([byte]),
})
const facts = (seq: number, ...chunks: readonly CachedChunk[]): CachedFacts => ({
  epoch: 'e',
  seq,
  role: 'editor',
  chunks: chunks.map(({ id, hash, bytes }) => ({ id, page: '', box: null, bytes: bytes.length, hash })),
})
const batch = (from: number, to: number) => ({ from, to, bytes: new Uint8Array([from, to]) })

async function open(uid: string, wid: string): Promise<CachedBoardStore> {
  const store = await openCachedBoard({ uid, wid }, getSpace(wid), host)
  if (!store) throw new Error('nothing can be kept here')
  return store
}

/** Data as another build would have written it. */
async function changeRow(uid: string, changed: object): Promise<void> {
  const database = await openDatabase(indexedDB, boardsDatabase)
  if (!database) throw new Error('nothing can be kept here')
  const transaction = database.transaction('boards', 'readwrite')
  const rows = transaction.objectStore('boards')
  rows.put({ ...(await waitForRequest<object>(rows.get([uid, 'w']))), ...changed })
  await waitForCommit(transaction)
  database.close()
}

test('a completely cached board is restored with later edits and the last role', async () => {
  const uid = newPerson()
  const parts = [chunk('a', 'h-a', 1), chunk('b', null, 2)]
  const store = await open(uid, 'w')
  expect([store.board, await getCachedSpace({ uid, wid: 'w' })]).toEqual([null, null])
  await store.replace(facts(5, ...parts), parts, [batch(6, 6)])
  await store.append('e', batch(7, 9))
  await store.setRole('viewer')
  await store.close()

  const reopened = await open(uid, 'w')
  expect(reopened.board).toEqual({
    facts: { ...facts(5, ...parts), role: 'viewer' },
    batches: [batch(6, 6), batch(7, 9)].map((each) => expect.objectContaining(each)),
  })
  expect(await reopened.chunk('b')).toMatchObject(parts[1]!)
  expect(await getCachedSpace({ uid, wid: 'w' })).toMatchObject({ name: 'Harbour', role: 'viewer' })
  await reopened.close()
})

test('a newer board replaces the cached one and keeps unchanged chunks', async () => {
  const uid = newPerson()
  const store = await open(uid, 'w')
  const [a, b] = [chunk('a', 'h-a', 1), chunk('b', 'h-b', 2)]
  await store.replace(facts(5, a, b), [a, b], [batch(6, 8)])
  const c = chunk('c', 'h-c', 3)
  await store.replace(facts(8, a, c), [c], [])
  expect(await store.chunk('b')).toBeNull()
  await store.close()
  const reopened = await open(uid, 'w')
  expect(reopened.board).toEqual({ facts: facts(8, a, c), batches: [] })
  expect((await reopened.chunk('a'))?.bytes).toEqual(a.bytes)
  await reopened.close()
})

test('a board with a missing chunk is not shown', async () => {
  const uid = newPerson()
  const store = await open(uid, 'w')
  const [a, b] = [chunk('a', 'h-a', 1), chunk('b', 'h-b', 2)]
  await store.replace(facts(5, a, b), [a], [])
  await store.close()
  const reopened = await open(uid, 'w')
  expect(reopened.board).toBeNull()
  await reopened.close()
})

test('a board in another format is not shown, and is replaced by the current one', async () => {
  const uid = newPerson()
  const [a, b] = [chunk('a', 'h-a', 1), chunk('b', 'h-b', 2)]
  const older = await open(uid, 'w')
  await older.replace(facts(5, a), [a], [batch(6, 6)])
  await older.close()
  await changeRow(uid, { format: 'of another build' })

  const store = await open(uid, 'w')
  expect([store.board, await getCachedSpace({ uid, wid: 'w' })]).toEqual([null, null])
  expect([...(await listCachedSpaceIds(uid))]).toEqual([])
  await store.replace(facts(9, b), [b], [])
  expect(await store.chunk('a')).toBeNull()
  await store.close()
  const reopened = await open(uid, 'w')
  expect(reopened.board).toEqual({ facts: facts(9, b), batches: [] })
  await reopened.close()
})

test('boards belong to one person: others see nothing, and signing out removes them', async () => {
  const [ada, bo] = [newPerson(), newPerson()]
  const a = chunk('a', 'h-a', 1)
  for (const uid of [ada, bo]) {
    const store = await open(uid, 'w')
    await store.replace(facts(5, a), [a], [batch(6, 6)])
    await store.close()
  }
  expect(await getCachedSpace({ uid: newPerson(), wid: 'w' })).toBeNull()
  expect([...(await listCachedSpaceIds(ada)), ...(await listCachedSpaceIds(newPerson()))]).toEqual(['w'])
  await deleteOtherUsersBoards(ada)
  expect(await getCachedSpace({ uid: ada, wid: 'w' })).not.toBeNull()
  expect(await getCachedSpace({ uid: bo, wid: 'w' })).toBeNull()
  const bosBoard = await open(bo, 'w')
  expect([bosBoard.board, await bosBoard.chunk('a')]).toEqual([null, null])
  await bosBoard.close()
  await deleteOtherUsersBoards(null)
  expect(await getCachedSpace({ uid: ada, wid: 'w' })).toBeNull()
})

test('a board without access is removed alone', async () => {
  const uid = newPerson()
  const a = chunk('a', 'h-a', 1)
  for (const wid of ['one', 'two']) {
    const store = await open(uid, wid)
    await store.replace(facts(5, a), [a], [])
    await store.close()
  }
  await deleteCachedBoard({ uid, wid: 'one' })
  expect(await getCachedSpace({ uid, wid: 'one' })).toBeNull()
  expect(await getCachedSpace({ uid, wid: 'two' })).not.toBeNull()
})

test('the least recently opened boards are removed when space runs out', async () => {
  const uid = newPerson()
  const a = chunk('a', 'h-a', 1)
  for (let n = 0; n <= cachedBoards.boards; n += 1) {
    const now = () => 1_800_000_000_000 + n
    const store = await openCachedBoard({ uid, wid: `w${n}` }, getSpace(`w${n}`), { indexedDB, now })
    await store?.replace(facts(5, a), [a], [])
    await store?.close()
  }
  expect(await getCachedSpace({ uid, wid: 'w0' })).toBeNull()
  expect(await getCachedSpace({ uid, wid: 'w1' })).not.toBeNull()
  await deleteOtherUsersBoards(null)
})

test('overlapping parts of a log are joined, and edits after a gap are ignored', () => {
  const log = [batch(9, 12), batch(6, 6), batch(7, 8), batch(6, 8), batch(14, 15), batch(3, 5)]
  expect(takeUntilGap(log, 5)).toEqual([batch(6, 8), batch(9, 12)])
  expect(takeUntilGap([batch(7, 8)], 5)).toEqual([])
})
