import { expect, it } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { type HistoryCalls, pastReader } from './read-past.ts'
import type { Pace } from './travel.ts'

/** Begins at which keyframe, of those that are stored at these moments? */
async function startOf(stored: readonly number[], from: number, to: number, most?: number): Promise<number> {
  const calls = {
    keyframe: ({ query: { seq } }) => {
      const found = stored.filter((at) => at <= Number(seq)).at(-1)
      const time = '2026-11-21T00:00:00.000Z'
      return Promise.resolve({
        keyframe: found === undefined ? null : { seq: found, time, schema: {}, chunks: [] },
      })
    },
    keyframeChunks: () => Promise.resolve({ list: [] }),
    pastEdits: () => Promise.resolve({ list: [], next: null }),
  } as HistoryCalls
  const reader = pastReader({ wid: 'w', calls, inflate: (bytes) => Promise.resolve(bytes) })
  const pace: Pace = { clock: fakeClock(), signal: new AbortController().signal, tell: () => undefined }
  return (await reader.read({ from, to, ...(most === undefined ? {} : { most }) }, pace)).start.seq
}

it('begins at the nearest keyframe, or nearer to the end where the way would be too long', async () => {
  expect(await startOf([100, 5_000, 9_000], 7_000, 9_500, 6_000)).toBe(5_000)
  expect(await startOf([100, 8_000, 9_500], 7_500, 9_500, 6_000)).toBe(8_000)
  expect(await startOf([100, 9_500], 7_500, 9_500, 6_000)).toBe(9_500)
  expect(await startOf([], 7_500, 9_500, 6_000)).toBe(0)
  expect(await startOf([100, 9_500], 7_500, 9_500)).toBe(100)
})
