import { expect, it } from 'vitest'
import { Figures, type StoredFigures } from './figures.ts'
import { manualClock } from './ports/clock/manual.ts'

const stored: StoredFigures = {
  emailQueue: 2,
  jobsWaiting: 3,
  jobsFailed: 1,
  databaseBytes: 4_096,
  diskFreeBytes: 10,
  diskTotalBytes: 30,
  voiceRooms: 1,
  voiceMinutes: 12,
}

it('keeps a sample a minute for a day, with a gap where the database could not be read', async () => {
  const clock = manualClock(0)
  const figures = new Figures(clock)
  let minute = 0
  const live = () => ({ people: minute, sockets: 0, rooms: 0, edits: minute * 60 })
  const readStored = () =>
    minute === 2 ? Promise.reject(new Error('the database is away')) : Promise.resolve(stored)
  figures.start({ live, readStored })
  const pass = async (minutes: number) => {
    for (const end = minute + minutes; minute < end;) {
      minute++
      clock.advance(60_000)
      await clock.nextTask()
    }
  }
  await pass(3)
  expect(
    figures.samples.map(({ at, people, editsPerSecond, stored: read }) => [at, people, editsPerSecond, read]),
  ).toEqual([
    [60_000, 1, 1, stored],
    [120_000, 2, 1, null],
    [180_000, 3, 1, stored],
  ])
  await pass(1_440)
  expect(figures.samples).toHaveLength(1_440)
  expect(figures.samples[0]?.people).toBe(4)
  figures.stop()
})
