import { cachedBoards } from '@tavla/contract'
import { expect, test } from 'vitest'
import { createOfflineCache } from './offline-cache.ts'
import type { CachedBoardStore } from './cached-boards.ts'
import type { CachedBoard } from './cached-boards-database.ts'
import { welcome } from '../testing.ts'

const listed = (id: string, hash: string | null) => ({ id, page: '', box: null, bytes: 3, hash })
const bytes = new Uint8Array([1, 2, 3])
const nothing = new Uint8Array(0)

function open(board: CachedBoard | null = null, failing: Error | null = null) {
  const log: string[] = []
  const note = (line: string) => (failing ? Promise.reject(failing) : Promise.resolve(void log.push(line)))
  const store: CachedBoardStore = {
    board,
    chunk: (id) => Promise.resolve({ id, hash: `h-${id}`, bytes }),
    replace: ({ seq, chunks }, fetched, batches) =>
      note(
        `replace ${seq}: ${chunks.map(({ id, hash }) => `${id}=${hash}`).join()}; ` +
          `fetched ${fetched.map(({ id }) => id).join()}; then ${batches.map(({ to }) => to).join()}`,
      ),
    append: (epoch, { from, to }) => note(`append ${epoch} ${from}-${to}`),
    setRole: (role) => note(`role ${role}`),
    clear: () => note('forget'),
    flush: () => undefined,
    close: () => Promise.resolve(),
  }
  return { keeper: createOfflineCache(store), log }
}

const kept = (batches: CachedBoard['batches'] = []): CachedBoard => ({
  facts: { epoch: 'e', seq: 5, role: 'editor', chunks: [listed('a', 'h-a'), listed('b', 'h-b')] },
  batches,
})

test('a board replaces the cached one only when it is complete, with later edits', () => {
  const { keeper, log } = open()
  keeper.receiveWelcome(welcome({ chunks: [listed('a', 'h-a'), listed('b', null)] }), nothing, 0)
  keeper.chunk('a', 'h-a', bytes)
  keeper.batch({ from: 8, to: 9, bytes })
  expect(log).toEqual(['role editor'])
  keeper.chunk('b', null, bytes)
  keeper.batch({ from: 10, to: 10, bytes })
  expect(log.slice(1)).toEqual(['replace 7: a=h-a,b=null; fetched a,b; then 9', 'append e 10-10'])
})

test('only changed chunks are loaded', async () => {
  const { keeper, log } = open(kept())
  keeper.receiveWelcome(
    welcome({ seq: 9, chunks: [listed('a', 'h-a'), listed('b', 'new'), listed('c', null)] }),
    nothing,
    0,
  )
  expect(['a', 'b', 'c'].map((id) => keeper.has(id))).toEqual([true, false, false])
  expect(await keeper.read('a')).toEqual(bytes)
  keeper.chunk('b', 'new', bytes)
  keeper.chunk('c', null, bytes)
  expect(log.at(-1)).toBe('replace 9: a=h-a,b=new,c=null; fetched b,c; then ')
})

test('a chunk that the room has changed since, and has no hash for, is not taken from the cache', () => {
  const { keeper } = open({ ...kept(), facts: { ...kept().facts, chunks: [listed('a', null)] } })
  expect(keeper.has('a')).toBe(true)
  keeper.receiveWelcome(welcome({ chunks: [listed('a', null)] }), nothing, 0)
  expect(keeper.has('a')).toBe(false)
})

test('the log is continued by a tail or by batches, and never after a gap', () => {
  const { keeper, log } = open(kept([{ from: 6, to: 6, bytes }]))
  keeper.receiveWelcome(welcome({ tail: true, seq: 8 }), bytes, 6)
  keeper.batch({ from: 9, to: 9, bytes })
  keeper.batch({ from: 11, to: 11, bytes })
  keeper.batch({ from: 10, to: 12, bytes })
  keeper.receiveWelcome(welcome({ tail: true, seq: 12 }), nothing, 12)
  expect(log.filter((line) => line.startsWith('append'))).toEqual([
    'append e 7-8',
    'append e 9-9',
    'append e 10-12',
  ])
})

test('a tail of another board is not appended', () => {
  const { keeper, log } = open(kept())
  keeper.receiveWelcome(welcome({ tail: true, epoch: 'other', seq: 6 }), bytes, 5)
  keeper.batch({ from: 6, to: 7, bytes })
  expect(log).toEqual(['role editor'])
})

test('a long log requests the board again, and one that is far too long ends', () => {
  const long = new Uint8Array(cachedBoards.freshLogBytes + 1)
  const { keeper, log } = open(kept())
  expect(keeper.needsWholeBoard).toBe(false)
  keeper.batch({ from: 6, to: 6, bytes: long })
  expect(keeper.needsWholeBoard).toBe(true)
  keeper.batch({ from: 7, to: 7, bytes: new Uint8Array(cachedBoards.logBytes) })
  keeper.batch({ from: 8, to: 8, bytes })
  expect(log).toEqual(['append e 6-6'])
})

test('a full disk, or a browser that stores nothing, is reported', async () => {
  expect(createOfflineCache(null).problem.value).toBe('forbidden')
  const { keeper } = open(kept(), new DOMException('no room', 'QuotaExceededError'))
  keeper.batch({ from: 6, to: 6, bytes })
  await Promise.resolve()
  await Promise.resolve()
  expect(keeper.problem.value).toBe('full')
})
