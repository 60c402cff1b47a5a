import { expect, test } from 'vitest'
import { ChunkPlan } from '../document/codec/chunk-plan.ts'
import { decodeChunk, encodeChunk } from '../document/codec/chunks.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import { BoardState } from '../document/state/state.ts'
import type { BoardRecord } from '../document/model/record.ts'
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

test('a board of 100,000 elements loads by chunks, moves as a whole and moves back', () => {
  const board = largeBoard()
  const plan = new ChunkPlan(board, readKinds(testSchemas), 'c')
  const sent: Uint8Array[] = []
  const chunks = plan.list().map(({ id, page }) => {
    return { id, page, box: plan.getBox(board, id), bytes: 1, hash: null }
  })
  const replica = createReplica({
    kinds: testSchemas,
    actor: { uid: 'u', role: 'editor' },
    tab: 'tab',
    outbox: {
      load: () => Promise.resolve([]),
      add: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    clock: new FuzzClock(0),
    link: {
      sendEdit: (bytes) => sent.push(bytes) > 0,
      need: (ids) => {
        expected.push(...ids)
        return true
      },
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
  })
  const expected: string[] = []
  replica.receive.welcome({ seq: 2, role: 'editor', tail: null, chunks })
  for (let id = expected.shift(); id !== undefined; id = expected.shift()) {
    const entries = plan.getEntries(board, id) ?? []
    replica.receive.chunk(id, encodeChunk({ seq: 2, entries, missing: [] }))
  }
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
