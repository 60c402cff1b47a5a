import { cachedBoards } from '@tavla/contract'
import { expect, test } from 'vitest'
import { createOfflineCache } from './offline-cache.ts'
import type { CachedBoardStore } from './cached-boards.ts'
import type { CachedBoard } from './cached-boards-database.ts'
import { welcome } from '../testing.ts'

const listed = (id: string, hash: string | null) => ({ id, page: '', box: null, bytes: 3, hash })
const bytes = new Uint8Array([1, 2, 3])
const noBytes = new Uint8Array(0)

function open(board: CachedBoard | null = null, failing: Error | null = null) {
  const log: string[] = []
  const logCall = (line: string) => (failing ? Promise.reject(failing) : Promise.resolve(void log.push(line)))
  const store: CachedBoardStore = {
    board,
    chunk: (id) => Promise.resolve({ id, hash: `h-${id}`, bytes }),
    replace: ({ seq, chunks }, fetched, batches) =>
      logCall(
        `replace ${seq}: ${chunks.map(({ id, hash }) => `${id}=${hash}`).join()}; ` +
          `fetched ${fetched.map(({ id }) => id).join()}; then ${batches.map(({ to }) => to).join()}`,
      ),
    append: (epoch, { from, to }) => logCall(`append ${epoch} ${from}-${to}`),
    setRole: (role) => logCall(`role ${role}`),
    clear: () => logCall('forget'),
    flush: () => undefined,
    close: () => Promise.resolve(),
  }
  return { offlineCache: createOfflineCache(store), log }
}

const createCachedBoard = (batches: CachedBoard['batches'] = []): CachedBoard => ({
  facts: { epoch: 'e', seq: 5, role: 'editor', chunks: [listed('a', 'h-a'), listed('b', 'h-b')] },
  batches,
})

test('a board replaces the cached one only when it is complete, with later edits', () => {
  const { offlineCache, log } = open()
  offlineCache.receiveWelcome(welcome({ chunks: [listed('a', 'h-a'), listed('b', null)] }), noBytes, 0)
  offlineCache.chunk('a', 'h-a', bytes)
  offlineCache.batch({ from: 8, to: 9, bytes })
  expect(log).toEqual(['role editor'])
  offlineCache.chunk('b', null, bytes)
  offlineCache.batch({ from: 10, to: 10, bytes })
  expect(log.slice(1)).toEqual(['replace 7: a=h-a,b=null; fetched a,b; then 9', 'append e 10-10'])
})

test('only changed chunks are loaded', async () => {
  const { offlineCache, log } = open(createCachedBoard())
  offlineCache.receiveWelcome(
    welcome({ seq: 9, chunks: [listed('a', 'h-a'), listed('b', 'new'), listed('c', null)] }),
    noBytes,
    0,
  )
  expect(['a', 'b', 'c'].map((id) => offlineCache.has(id))).toEqual([true, false, false])
  expect(await offlineCache.read('a')).toEqual(bytes)
  offlineCache.chunk('b', 'new', bytes)
  offlineCache.chunk('c', null, bytes)
  expect(log.at(-1)).toBe('replace 9: a=h-a,b=new,c=null; fetched b,c; then ')
})

test('a chunk that the room has changed since, and has no hash for, is not taken from the cache', () => {
  const { offlineCache } = open({
    ...createCachedBoard(),
    facts: { ...createCachedBoard().facts, chunks: [listed('a', null)] },
  })
  expect(offlineCache.has('a')).toBe(true)
  offlineCache.receiveWelcome(welcome({ chunks: [listed('a', null)] }), noBytes, 0)
  expect(offlineCache.has('a')).toBe(false)
})

test('the log is continued by a tail or by batches, and never after a gap', () => {
  const { offlineCache, log } = open(createCachedBoard([{ from: 6, to: 6, bytes }]))
  offlineCache.receiveWelcome(welcome({ tail: true, seq: 8 }), bytes, 6)
  offlineCache.batch({ from: 9, to: 9, bytes })
  offlineCache.batch({ from: 11, to: 11, bytes })
  offlineCache.batch({ from: 10, to: 12, bytes })
  offlineCache.receiveWelcome(welcome({ tail: true, seq: 12 }), noBytes, 12)
  expect(log.filter((line) => line.startsWith('append'))).toEqual([
    'append e 7-8',
    'append e 9-9',
    'append e 10-12',
  ])
})

test('a tail of another board is not appended', () => {
  const { offlineCache, log } = open(createCachedBoard())
  offlineCache.receiveWelcome(welcome({ tail: true, epoch: 'other', seq: 6 }), bytes, 5)
  offlineCache.batch({ from: 6, to: 7, bytes })
  expect(log).toEqual(['role editor'])
})

test('a long log requests the board again, and one that is far too long ends', () => {
  const long = new Uint8Array(cachedBoards.freshLogBytes + 1)
  const { offlineCache, log } = open(createCachedBoard())
  expect(offlineCache.needsWholeBoard).toBe(false)
  offlineCache.batch({ from: 6, to: 6, bytes: long })
  expect(offlineCache.needsWholeBoard).toBe(true)
  offlineCache.batch({ from: 7, to: 7, bytes: new Uint8Array(cachedBoards.logBytes) })
  offlineCache.batch({ from: 8, to: 8, bytes })
  expect(log).toEqual(['append e 6-6'])
})

test('a full disk, or a browser that stores nothing, is reported', async () => {
  expect(createOfflineCache(null).problem.value).toBe('forbidden')
  const { offlineCache } = open(createCachedBoard(), new DOMException('no room', 'QuotaExceededError'))
  offlineCache.batch({ from: 6, to: 6, bytes })
  await Promise.resolve()
  await Promise.resolve()
  expect(offlineCache.problem.value).toBe('full')
})
