import { expect, test, vi } from 'vitest'
import { fakeClock } from '../fake-clock.ts'
import { EarlyAnswers } from './early-answers.ts'

const createQuery = () => ({
  queryKey: ['space', 'info', { query: { wid: 'w1' } }],
  queryFn: vi.fn(() => Promise.resolve('space')),
})

test('an early answer is used once, by the query that would request it', async () => {
  const early = new EarlyAnswers(fakeClock())
  const query = createQuery()
  early.request(query)
  expect(early.take(['space', 'info', { query: { wid: 'w2' } }])).toBeUndefined()
  expect(await early.take(createQuery().queryKey)).toBe('space')
  expect(early.take(query.queryKey)).toBeUndefined()
  expect(query.queryFn).toHaveBeenCalledOnce()
})

test('an early answer that may be outdated, or that was for somebody else, is not used', () => {
  const clock = fakeClock()
  const early = new EarlyAnswers(clock)
  const query = createQuery()
  early.request(query)
  clock.pass(10_000)
  expect(early.take(query.queryKey)).toBeUndefined()
  early.request(query)
  early.clear()
  expect(early.take(query.queryKey)).toBeUndefined()
})

test('a failure is reported to the query only', async () => {
  const early = new EarlyAnswers(fakeClock())
  const query = { ...createQuery(), queryFn: () => Promise.reject(new Error('offline')) }
  early.request(query)
  await expect(early.take(query.queryKey)).rejects.toThrow('offline')
})
