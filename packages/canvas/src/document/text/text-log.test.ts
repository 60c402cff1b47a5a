import { expect, test } from 'vitest'
import { type TextEntry, TextLog } from './text-log.ts'

const entry = (seq: number): TextEntry => {
  return {
    seq,
    edit: `t:${seq}`,
    author: 'ann/t',
    base: seq - 1,
    sent: [],
    under: [],
    steps: [],
    inverted: [],
  }
}

test('a log stores the steps since it began, and knows since when', () => {
  const log = new TextLog()
  log.startAt(10)
  log.push('a', entry(11))
  log.push('a', entry(12))
  log.pop('a')
  expect([log.entries('a').map(({ seq }) => seq), log.since('a'), log.since('b')]).toEqual([[11], 10, 10])
  log.startRecordAt('a', 20)
  expect([log.entries('a'), log.since('a'), log.since('b')]).toEqual([[], 20, 10])
})

test('after hours of typing the older half is dropped, and the log knows it', () => {
  const log = new TextLog()
  for (let seq = 1; seq <= 40_001; seq++) log.push(seq % 2 ? 'a' : 'b', entry(seq))
  const retained = log.entries('a').length + log.entries('b').length
  expect(retained).toBe(20_000)
  expect(log.since('a')).toBe(20_001)
  expect(log.entries('b')[0]?.seq).toBe(20_002)
})
