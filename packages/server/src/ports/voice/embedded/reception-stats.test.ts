import { expect, test } from 'vitest'
import { ReceptionStats } from './reception-stats.ts'

/** Fraction lost in 1/256, total lost, and highest sequence number of the next report. */
function read(stats: ReceptionStats): readonly [number, number, number] | null {
  const report = stats.createReport()
  return report && [report.readUInt8(12), report.readUIntBE(13, 3), report.readUInt32BE(16)]
}

test('a receiver report states the losses since the previous one, over wrap-around and late packets', () => {
  const stats = new ReceptionStats()
  expect(read(stats)).toBeNull()
  for (const sequence of [65_534, 65_535, 1, 0, 2, 3, 4, 5]) stats.add(77, sequence)
  expect(read(stats)).toEqual([0, 0, 65_541])
  // Four of eight are lost.
  for (const sequence of [6, 8, 10, 13]) stats.add(77, sequence)
  expect(read(stats)).toEqual([128, 4, 65_549])
  for (const sequence of [14, 15]) stats.add(77, sequence)
  expect(read(stats)).toEqual([0, 4, 65_551])
  expect(stats.createReport()?.readUInt32BE(8)).toBe(77)
})

test('a sender that restarts has lost nothing', () => {
  const stats = new ReceptionStats()
  stats.add(77, 100)
  stats.add(77, 40_000)
  expect(read(stats)).toEqual([0, 0, 40_000])
  stats.add(78, 5)
  stats.add(78, 6)
  expect(read(stats)).toEqual([0, 0, 6])
})
