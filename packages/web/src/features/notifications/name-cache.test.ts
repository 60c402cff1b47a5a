import { Refusal } from '@tavla/contract'
import { expect, test } from 'vitest'
import { createNameCache } from './name-cache.ts'

function createTestCache(answers: Record<string, () => Promise<{ name: string; photo: string | null }>>) {
  const requested: string[] = []
  let found = 0
  const names = createNameCache({
    person(uid) {
      requested.push(uid)
      return answers[uid]?.() ?? Promise.reject(new Error('no answer'))
    },
    space: (wid) => Promise.resolve(`Space ${wid}`),
    onFound: () => void found++,
  })
  return { names, requested, found: () => found }
}
const flushMicrotasks = () =>
  new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())))
const ada = { name: 'Ada', photo: null }

test('a name is looked up once, and observers are notified when it arrives', async () => {
  const { names, requested, found } = createTestCache({ ada: () => Promise.resolve(ada) })
  expect([names.person('ada'), names.person('ada'), found()]).toEqual([undefined, undefined, 0])
  await flushMicrotasks()
  expect([names.person('ada'), requested, found()]).toEqual([ada, ['ada'], 1])
  expect(names.space('w')).toBe(undefined)
  await flushMicrotasks()
  expect([names.space('w'), found()]).toEqual(['Space w', 2])
})

test('a deleted person has no name; a lookup without an answer is repeated', async () => {
  const gone = () => Promise.reject(new Refusal('info', { code: 4004, message: '', data: {} }))
  const { names, requested, found } = createTestCache({ gone })
  names.person('gone')
  names.person('silent')
  await flushMicrotasks()
  expect([names.person('gone'), names.person('silent'), found()]).toEqual([null, undefined, 1])
  names.retryUnanswered()
  names.person('silent')
  expect(requested).toEqual(['gone', 'silent', 'silent'])
})

test('a stored name is shown until the lookup answers', async () => {
  const { names } = createTestCache({ ada: () => Promise.resolve({ name: 'Ada Byron', photo: '/p' }) })
  names.remember([['ada', ada]])
  expect(names.person('ada')).toEqual(ada)
  await flushMicrotasks()
  expect(names.person('ada')).toEqual({ name: 'Ada Byron', photo: '/p' })
  names.clear()
  expect(names.person('ada')).toBe(undefined)
})
