import { expect, it } from 'vitest'
import { boardSchemas, encodeChunk, encodeAcceptedEdit, type Entry } from '@tavla/canvas/model'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { type HistoryCalls, createHistoryReader } from './history-reader.ts'
import type { TaskContext } from '../seek.ts'

/** The keyframe at which reading starts, given those stored at these versions. */
async function getStart(
  stored: readonly number[],
  from: number,
  to: number,
  maxEdits?: number,
): Promise<number> {
  const calls = {
    keyframe: ({ query: { seq } }) => {
      const found = stored.filter((at) => at <= Number(seq)).at(-1)
      const time = '2026-11-21T00:00:00.000Z'
      return Promise.resolve({
        keyframe: found === undefined ? null : { seq: found, time, schema: {}, chunks: [] },
      })
    },
    keyframeChunks: () => Promise.resolve({ list: [], next: null, from: 0 }),
    pastEdits: () => Promise.resolve({ list: [], next: null, from: 0 }),
  } as HistoryCalls
  const reader = createHistoryReader({ wid: 'w', calls, inflate: (bytes) => Promise.resolve(bytes) })
  const context: TaskContext = {
    clock: fakeClock(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }
  return (await reader.read({ from, to, ...(maxEdits === undefined ? {} : { maxEdits }) }, context)).start.seq
}

it('starts at the nearest keyframe, or at a later one if the distance would be too long', async () => {
  expect(await getStart([100, 5_000, 9_000], 7_000, 9_500, 6_000)).toBe(5_000)
  expect(await getStart([100, 8_000, 9_500], 7_500, 9_500, 6_000)).toBe(8_000)
  expect(await getStart([100, 9_500], 7_500, 9_500, 6_000)).toBe(9_500)
  expect(await getStart([], 7_500, 9_500, 6_000)).toBe(0)
  expect(await getStart([100, 9_500], 7_500, 9_500)).toBe(100)
})

it('joins edits and chunks that arrive in parts', async () => {
  const page: Entry['record'] = { id: 'page-1', kind: 'page', parent: null, z: 'V', by: 'ann', made: 1 }
  const chunk = encodeChunk({
    seq: 1,
    entries: [{ record: page, clock: {}, pieces: [], open: false }],
    missing: [],
  })
  const edits = Array.from({ length: 5 }, (_, index) => {
    const record = { id: `r${index}`, kind: 'rect', parent: 'page-1', z: 'V', x: 0, y: 0, w: 1, h: 1, r: 0 }
    const named = { seq: index + 2, time: 1, by: 'ann', id: `tab:${index + 1}`, base: 1, mark: 'm' }
    return encodeAcceptedEdit({ ...named, changes: [{ op: 'put', record }] })
  })
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  /** Never more than one item or a part of it, as if all of them were large. */
  const getPart = (bytes: Uint8Array, from = 0) => {
    const end = from + 20
    return { text: base64(bytes.subarray(from, end)), from: end < bytes.length ? end : 0 }
  }
  const time = '2026-11-21T00:00:00.000Z'
  const schema = Object.fromEntries(boardSchemas.map(({ kind, version }) => [kind, version]))
  const calls = {
    keyframe: () =>
      Promise.resolve({ keyframe: { seq: 1, time, schema, chunks: [{ hash: 'a', bytes: chunk.length }] } }),
    keyframeChunks({ query: { from } }) {
      const part = getPart(chunk, Number(from))
      const list = [{ hash: 'a', bytes: part.text }]
      return Promise.resolve({ list, next: part.from > 0 ? 'a' : null, from: part.from })
    },
    pastEdits({ query: { after, from } }) {
      const at = Number(after)
      const part = getPart(edits[at - 1] ?? new Uint8Array(), Number(from))
      const done = part.from > 0 ? at : at + 1
      const list = [{ schema, edits: [part.text] }]
      return Promise.resolve({ list, next: done < 6 ? done : null, from: part.from })
    },
  } as HistoryCalls
  const reader = createHistoryReader({ wid: 'w', calls, inflate: (bytes) => Promise.resolve(bytes) })
  const context: TaskContext = {
    clock: fakeClock(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }
  const replay = await reader.read({ from: 1, to: 6 }, context)
  replay.seek(replay.head)
  expect([replay.start.seq, replay.head]).toEqual([1, 6])
  expect(replay.drawable().childIds('page-1')).toHaveLength(5)
})
