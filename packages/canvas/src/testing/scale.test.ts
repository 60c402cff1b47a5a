import { expect, test } from 'vitest'
import { ChunkPlan } from '../document/codec/chunk-plan.ts'
import { decodeChunk, encodeChunk } from '../document/codec/chunks.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import { BoardState } from '../document/state/state.ts'
import type { BoardRecord } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import { createReplica } from '../replica/replica.ts'
import { FuzzClock } from './fuzz-client.ts'
import { testSchemas } from './test-kinds.ts'

const COUNT = 100_000

function largeBoard(): BoardState {
  const state = new BoardState()
  const write = (record: BoardRecord): void =>
    state.write(record.id, { record, clock: {}, pieces: [], open: false })
  write({ id: 'page', kind: 'page', parent: null, z: 'P', by: 'u', made: 1, name: '' })
  for (let i = 0; i < COUNT; i++) {
    const position = { x: (i % 1_000) * 120, y: Math.floor(i / 1_000) * 80, w: 100, h: 60, r: 0 }
    const z = `V${i.toString(36).padStart(5, '0')}x`
    write({
      id: `b${i}`,
      kind: 'box',
      parent: 'page',
      z,
      by: 'u',
      made: 2,
      fill: 'white',
      text: null,
      ...position,
    })
  }
  return state
}

/** A replica that was welcomed to the large board, and requests its chunks; `view`: where its page will open. */
function openLargeBoard(view?: (page: string) => Box | undefined) {
  const board = largeBoard()
  const plan = new ChunkPlan(board, readKinds(testSchemas), 'c')
  const chunks = plan.list().map(({ id, page }) => {
    return { id, page, box: plan.getBox(board, id), bytes: 1, hash: null }
  })
  const requested: string[] = []
  const clock = new FuzzClock(0)
  const replica = createReplica({
    kinds: testSchemas,
    actor: { uid: 'u', role: 'editor' },
    tab: 'tab',
    outbox: {
      load: () => Promise.resolve([]),
      add: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    clock,
    link: {
      sendEdit: () => true,
      need: (ids) => {
        requested.push(...ids)
        return true
      },
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
  })
  if (view) replica.setView(view)
  replica.receive.welcome({ seq: 2, role: 'editor', tail: null, chunks })
  return {
    replica,
    clock,
    /** Receives the next requested chunk; false when there is none. */
    receiveNext(): boolean {
      const id = requested.shift()
      if (id === undefined) return false
      const entries = plan.getEntries(board, id) ?? []
      replica.receive.chunk(id, encodeChunk({ seq: 2, entries, missing: [] }))
      return true
    },
  }
}

test('a board of 100,000 elements loads by chunks, moves as a whole and moves back', () => {
  const { replica, receiveNext } = openLargeBoard()
  while (receiveNext());
  const { document } = replica
  expect([document.size, document.childIds('page').length, replica.progress.value.complete]).toEqual([
    COUNT + 1,
    COUNT,
    true,
  ])
  const position = (id: string): unknown => [document.get(id)?.['x'], document.get(id)?.['y']]
  expect(
    replica.edit([{ op: 'translate', ids: document.childIds('page'), dx: 5, dy: -5 }], 'm'),
  ).toBeUndefined()
  expect([position('b0'), position('b99999')]).toEqual([
    [5, -5],
    [999 * 120 + 5, 99 * 80 - 5],
  ])
  expect(replica.undo()).toHaveLength(COUNT)
  expect([position('b0'), position('b99999')]).toEqual([
    [0, 0],
    [999 * 120, 99 * 80],
  ])
})

test('chunks that arrive together are shown together: the first and others soon, the last ones at once', () => {
  const { replica, clock, receiveNext } = openLargeBoard()
  const sizes: number[] = []
  replica.document.observe(() => void sizes.push(replica.document.size))
  for (let count = 0; count < 6; count += 1) receiveNext()
  expect(sizes).toEqual([])
  clock.advance(50)
  expect(sizes).toEqual([1 + 5 * 512])
  for (let count = 0; count < 6; count += 1) receiveNext()
  clock.advance(299)
  expect(sizes).toEqual([1 + 5 * 512])
  clock.advance(1)
  expect(sizes).toEqual([1 + 5 * 512, 1 + 11 * 512])
  while (receiveNext());
  expect(sizes).toEqual([1 + 5 * 512, 1 + 11 * 512, 1 + COUNT])
})

test('the chunks that complete the view are shown at once', () => {
  const { replica, clock, receiveNext } = openLargeBoard()
  // The page, and its first elements.
  for (let count = 0; count < 2; count += 1) receiveNext()
  clock.advance(50)
  replica.setView(() => ({ x: 0, y: 0, w: 1, h: 1 }))
  const before = replica.document.size
  const has = (): boolean => replica.document.get('b0') !== undefined
  for (let count = 0; count < 30 && !has(); count += 1) receiveNext()
  expect([before, has()]).toEqual([1 + 512, true])
})

test('the chunks of the view in which the page will open come first, and are shown at once', () => {
  const corner = { x: 999 * 120, y: 99 * 80, w: 100, h: 60 }
  const { replica, receiveNext } = openLargeBoard((page) => (page === 'page' ? corner : undefined))
  receiveNext()
  expect(replica.document.size).toBe(0)
  receiveNext()
  expect(replica.document.get('b99999')).toMatchObject({ x: corner.x, y: corner.y })
})

test('what the view shows of a page is asked for once while the page is awaited', () => {
  const asked: string[] = []
  const { receiveNext } = openLargeBoard((page) => {
    asked.push(page)
    return { x: 0, y: 0, w: 1e9, h: 1e9 }
  })
  for (let count = 0; count < 20; count += 1) receiveNext()
  expect(asked).toEqual(['page'])
})

test('chunks of a large board stay near 512 records and none is lost', () => {
  const board = largeBoard()
  const plan = new ChunkPlan(board, readKinds(testSchemas), 'c')
  const sizes = plan.list().map(({ id }) => {
    const entries = plan.getEntries(board, id) ?? []
    expect(decodeChunk(encodeChunk({ seq: 1, entries, missing: [] })).entries).toHaveLength(entries.length)
    return entries.length
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(board.size)
  expect(Math.max(...sizes)).toBe(512)
})
