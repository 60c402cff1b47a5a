import { expect, test } from 'vitest'
import { testSchemas } from '../../testing/test-kinds.ts'
import { seededRandom } from '../../testing/random.ts'
import { patch, put, snapshot, TestRoom } from '../../testing/test-room.ts'
import { MalformedError } from '../model/bytes.ts'
import { ChunkPlan, STRUCTURE } from './chunk-plan.ts'
import { decodeChunk, encodeChunk } from './chunks.ts'
import { readKinds } from '../kinds/kinds.ts'
import { richTextFromPlain } from '../text/rich-text.ts'
import { BoardState } from '../state/state.ts'
import { encodePiece } from '../model/stroke-points.ts'

const kinds = readKinds(testSchemas)

function busyRoom(): TestRoom {
  const room = new TestRoom()
  const random = seededRandom(1)
  room.take('ann', 'editor', [
    put('f', 'frame', { x: 0.1, role: null }),
    put('g', 'group'),
    put('deep', 'box', { parent: 'g', text: richTextFromPlain('ä😀\n') }),
    put('arrow', 'arrow'),
    put('bind', 'binding', { parent: 'arrow', end: 'end', target: 'deep', u: 0.5, v: 1 / 3 }),
  ])
  const ids = Array.from({ length: 900 }, (_, i) => `b${i}`)
  room.take(
    'bob',
    'editor',
    ids.map((id, i) => put(id, 'box', { x: random() * 5_000, y: i, tag: i % 3 ? 'x' : `t${i}` })),
  )
  room.take('ann', 'editor', [patch('b7', { x: 1, tag: null }), patch('b8', { y: -5 })])
  const piece = encodePiece([{ x: 1, y: 2, pressure: 0.5 }])
  room.take('con', 'contributor', [put('s', 'ink'), { op: 'append', id: 's', n: 0, piece, last: false }])
  return room
}

function stored(plan: ChunkPlan, state: BoardState, seq: number): Uint8Array[] {
  return plan
    .list()
    .map(({ id }) => encodeChunk({ seq, entries: plan.getEntries(state, id) ?? [], missing: [] }))
}

function loaded(chunks: readonly Uint8Array[]): BoardState {
  const state = new BoardState()
  for (const bytes of chunks)
    for (const entry of decodeChunk(bytes).entries) state.write(entry.record.id, entry)
  return state
}

test('a board is restored from its chunks completely: clocks, stroke pieces, order', () => {
  const { state, seq } = busyRoom()
  const back = loaded(stored(new ChunkPlan(state, kinds, 'c'), state, seq))
  expect(snapshot(back)).toEqual(snapshot(state))
  expect(back.childIds('page')).toEqual(state.childIds('page'))
  expect(back.getBindings('deep')).toEqual(['bind'])
})

test('a chunk states its edit number and which records do not exist', () => {
  expect(decodeChunk(encodeChunk({ seq: 77, entries: [], missing: ['a', 'ab', 'x'] }))).toEqual({
    seq: 77,
    entries: [],
    missing: ['a', 'ab', 'x'],
  })
})

test('structure has its own chunk, and neighbouring elements share one', () => {
  const { state } = busyRoom()
  const plan = new ChunkPlan(state, kinds, 'c', 64)
  const chunks = plan.list()
  const inStructure = chunks
    .filter(({ page }) => page === STRUCTURE)
    .flatMap(({ id }) => plan.getEntries(state, id) ?? [])
  expect(inStructure.map(({ record }) => record.id).sort()).toEqual(['f', 'g', 'page'])
  const areas = chunks
    .filter(({ page }) => page === 'page')
    .map(({ id }) => plan.getBox(state, id))
    .map((box) => (box ? box.w * box.h : 0))
  const middle = areas.toSorted((a, b) => a - b)[Math.floor(areas.length / 2)] ?? Infinity
  expect(middle).toBeLessThan((5_000 * 900) / 4)
})

test('a record keeps its chunk between checkpoints, and only changed chunks are dirty', () => {
  const room = busyRoom()
  const plan = new ChunkPlan(room.state, kinds, 'c', 64)
  for (const { id } of plan.list()) plan.markStored(id)
  const touch = (...changes: Parameters<TestRoom['take']>[2]): void => {
    plan.touch(room.state, room.take('ann', 'editor', changes).touched)
  }
  const dirty = (): readonly string[] =>
    plan
      .list()
      .filter(({ isDirty }) => isDirty)
      .map(({ id }) => id)
  touch(patch('b7', { x: 4_000, y: 800 }))
  expect(dirty()).toHaveLength(1)
  touch(patch('b7', { x: 0 }))
  expect(dirty()).toHaveLength(1)
  touch(put('new1'), put('new2'), { op: 'remove', ids: ['b8'] })
  const back = loaded(stored(plan, room.state, room.seq))
  expect(snapshot(back)).toEqual(snapshot(room.state))
})

test('scattered new elements spread over all chunks until they are repartitioned', () => {
  const room = new TestRoom()
  const plan = new ChunkPlan(room.state, kinds, 'c', 64)
  const random = seededRandom(3)
  for (let i = 0; i < 640; i += 1) {
    room.take('ann', 'editor', [put(`b${i}`, 'box', { x: random() * 5_000, y: random() * 5_000 })])
    plan.touch(room.state, [`b${i}`])
  }
  expect(plan.getOverlap(room.state)).toBeGreaterThan(8)
  expect(new ChunkPlan(room.state, kinds, 'd', 64).getOverlap(room.state)).toBeLessThan(2.5)
})

test('a plan read from storage continues where it was', () => {
  const { state } = busyRoom()
  const plan = new ChunkPlan(state, kinds, 'c', 64)
  const rows = plan.list().map(({ id, page }) => {
    return { id, page, ids: (plan.getEntries(state, id) ?? []).map(({ record }) => record.id) }
  })
  const again = ChunkPlan.stored(kinds, 'c', rows, new BoardState())
  expect(again.list().some(({ isDirty }) => isDirty)).toBe(false)
  expect(rows.map(({ id }) => again.getEntries(state, id))).toEqual(
    rows.map(({ id }) => plan.getEntries(state, id)),
  )
})

test.each([
  ['a parent', { parent: 3 }],
  ['an order key', { z: null }],
  ['an author', { by: undefined }],
  ['a number', { made: 0.5 }],
])('a chunk with a record without %s is refused, whatever the others have', (_, fields) => {
  const record = { id: 'a', kind: 'box', parent: 'page', z: 'V', by: 'ann', made: 1 }
  const entries = [record, { ...record, id: 'b', ...fields }].map((one) => {
    return { record: one as typeof record, clock: {}, pieces: [], open: false }
  })
  for (const part of [entries, entries.slice(1)]) {
    expect(() => decodeChunk(encodeChunk({ seq: 1, entries: part, missing: [] }))).toThrow(MalformedError)
  }
})

test('a chunk whose records have their order key twice is refused', () => {
  const record = { id: 'a', kind: 'box', parent: 'page', z: 'V', by: 'ann', made: 1, q: 5 }
  const bytes = encodeChunk({
    seq: 1,
    entries: [{ record, clock: {}, pieces: [], open: false }],
    missing: [],
  })
  bytes[bytes.indexOf('q'.charCodeAt(0))] = 'z'.charCodeAt(0)
  expect(() => decodeChunk(bytes)).toThrow(MalformedError)
})

test('mutated chunks are either decoded or refused', () => {
  const { state, seq } = busyRoom()
  const random = seededRandom(2)
  const [first] = stored(new ChunkPlan(state, kinds, 'c', 20), state, seq).slice(-1)
  for (let i = 0; i < 3_000; i++) {
    const bytes = first!.slice(0, i % 5 ? undefined : Math.floor(random() * first!.length))
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    try {
      decodeChunk(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedError)
    }
  }
})
