import { boardSchemas, HistoryReplay, schemaVersions } from '@tavla/canvas/model'
import type { AcceptedEdit } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import type { HistoryReader } from './history-reader.ts'
import { createVersionReader } from './open-versions.ts'

const page = { id: 'p', kind: 'page', parent: null, z: 'a', name: '' }
const getEdit = (seq: number): AcceptedEdit => ({
  ...{ seq, time: seq, by: 'ann', id: `ann:${seq}`, base: seq - 1, mark: `${seq}` },
  changes: [
    seq === 1
      ? { op: 'put', record: page }
      : { op: 'patch', id: 'p', fields: { name: `Page after edit ${seq}` } },
  ],
})
const getEdits = (after: number, to: number) => [
  {
    schema: schemaVersions(boardSchemas),
    edits: Array.from({ length: to - after }, (_, i) => getEdit(after + 1 + i)),
  },
]

/** Keyframes are at every ten thousandth edit. */
function createTestReader(): { readonly reader: HistoryReader; readonly requests: string[] } {
  const requests: string[] = []
  const reader: HistoryReader = {
    read({ from, to }) {
      requests.push(`read ${from}`)
      const seq = Math.floor(from / 10_000) * 10_000
      const record = { ...page, name: `Page after edit ${seq}`, by: 'ann', made: 1 }
      const entries = seq === 0 ? [] : [{ record, clock: {}, pieces: [], open: false }]
      const start = { seq, schema: seq === 0 ? null : schemaVersions(boardSchemas), entries }
      const replay = new HistoryReplay(boardSchemas, start)
      replay.extend(getEdits(seq, to))
      return Promise.resolve(replay)
    },
    extend(replay, to) {
      requests.push(`extend ${to}`)
      replay.extend(getEdits(replay.head, to))
      return Promise.resolve()
    },
  }
  return { reader, requests }
}

test('versions close to each other are read in one run, and far ones from the keyframe before them', async () => {
  const { reader, requests } = createTestReader()
  const read = createVersionReader(reader, fakeClock())
  const names: unknown[] = []
  for (const seq of [1, 5, 5, 400, 20_100]) names.push((await read(seq)).get('p')?.['name'])
  expect(names).toEqual(['', ...[5, 5, 400, 20_100].map((seq) => `Page after edit ${seq}`)])
  expect(requests).toEqual(['read 1', 'extend 5', 'extend 400', 'read 20100'])
})

test('a version that was read does not change when the next one is', async () => {
  const read = createVersionReader(createTestReader().reader, fakeClock())
  const first = await read(3)
  await read(9)
  expect(first.get('p')?.['name']).toBe('Page after edit 3')
})
