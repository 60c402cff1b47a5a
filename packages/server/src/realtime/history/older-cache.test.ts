import type { RemovedEntry } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { type ReplayedHistory, OlderCache } from './older-cache.ts'

const removedEntry = (id: string): RemovedEntry => ({
  record: { id, kind: 'rect', parent: 'page', z: 'V', by: 'ada', made: 1 },
  clock: {},
  pieces: [],
  open: false,
  within: ['page'],
})

/** A journal up to number 100 in which edit 50 removed a record. */
function scene() {
  const asked: number[] = []
  const answers: ((older: Partial<ReplayedHistory>) => void)[] = []
  const failures: ((error: Error) => void)[] = []
  const cache = new OlderCache({
    replayFrom(since) {
      asked.push(since)
      return new Promise((resolve, reject) => {
        failures.push(reject)
        answers.push((more) =>
          resolve({
            ...{ since, removedSince: since, to: 100, texts: new Map() },
            removed: new Map([[50, [removedEntry('a')]]]),
            ...more,
          }),
        )
      })
    },
  })
  const answer = async (more: Partial<ReplayedHistory> = {}): Promise<void> => {
    answers.shift()?.(more)
    await Promise.resolve()
  }
  return { cache, asked, answer, failures }
}

test('is empty before the first request, then knows what was removed and that nothing else was', async () => {
  const { cache, answer } = scene()
  expect([cache.coversRemoved(50), cache.removed(50, 'a'), cache.texts('a')]).toEqual([false, undefined, []])
  const read = cache.require(49, () => cache.coversRemoved(50))
  await answer()
  await read
  expect(cache.removed(50, 'a')?.record.id).toBe('a')
  expect([
    cache.coversRemoved(51),
    cache.removed(51, 'a'),
    cache.coversRemoved(49),
    cache.coversRemoved(101),
  ]).toEqual([true, undefined, false, false])
  expect([cache.coversTexts(49, 100), cache.coversTexts(48, 100), cache.coversTexts(49, 101)]).toEqual([
    true,
    false,
    false,
  ])
})

test('concurrent requests share one replay, and those during it the next one, from the lowest number', async () => {
  const { cache, asked, answer } = scene()
  const know = (since: number) => () => cache.coversTexts(since, 100)
  const first = cache.require(80, know(80))
  const later = [30, 10, 20].map((since) => cache.require(since, know(since)))
  const covered = cache.require(90, know(90))
  expect(asked).toEqual([80])
  await answer()
  await Promise.all([first, covered])
  await Promise.resolve()
  expect(asked).toEqual([80, 10])
  await answer()
  await Promise.all(later)
  expect(asked).toEqual([80, 10])
})

test('what a trimmed journal no longer has is requested twice at most', async () => {
  const { cache, asked, answer } = scene()
  const read = cache.require(5, () => cache.coversTexts(5, 100))
  await answer({ since: 40 })
  await Promise.resolve()
  await answer({ since: 40 })
  await read
  expect(asked).toHaveLength(2)
})

test('a failed replay is reported to all who waited for it, and the next one starts anew', async () => {
  const { cache, asked, answer, failures } = scene()
  const both = [cache.require(5, () => false), cache.require(7, () => false)].map((read) =>
    read.catch((error: Error) => error.message),
  )
  failures.shift()?.(new Error('away'))
  expect(await Promise.all(both)).toEqual(['away', 'away'])
  const read = cache.require(5, () => cache.coversTexts(5, 100))
  await answer()
  await answer()
  await read
  expect([asked, cache.coversTexts(5, 100)]).toEqual([[5, 5], true])
})
