import { Refusal } from '@tavla/contract'
import { expect, test } from 'vitest'
import { createNameCache } from './name-cache.ts'

function book(answers: Record<string, () => Promise<{ name: string; photo: string | null }>>) {
  const asked: string[] = []
  let found = 0
  const names = createNameCache({
    person(uid) {
      asked.push(uid)
      return answers[uid]?.() ?? Promise.reject(new Error('no answer'))
    },
    space: (wid) => Promise.resolve(`Space ${wid}`),
    found: () => void found++,
  })
  return { names, asked, found: () => found }
}
const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())))
const ada = { name: 'Ada', photo: null }

test('a name is looked up once, and observers are notified when it arrives', async () => {
  const { names, asked, found } = book({ ada: () => Promise.resolve(ada) })
  expect([names.person('ada'), names.person('ada'), found()]).toEqual([undefined, undefined, 0])
  await settled()
  expect([names.person('ada'), asked, found()]).toEqual([ada, ['ada'], 1])
  expect(names.space('w')).toBe(undefined)
  await settled()
  expect([names.space('w'), found()]).toEqual(['Space w', 2])
})

test('a deleted person has no name; a lookup without an answer is repeated', async () => {
  const gone = () => Promise.reject(new Refusal('info', { code: 4004, message: '', data: {} }))
  const { names, asked, found } = book({ gone })
  names.person('gone')
  names.person('silent')
  await settled()
  expect([names.person('gone'), names.person('silent'), found()]).toEqual([null, undefined, 1])
  names.askAgain()
  names.person('silent')
  expect(asked).toEqual(['gone', 'silent', 'silent'])
})

test('a stored name is shown until the lookup answers', async () => {
  const { names } = book({ ada: () => Promise.resolve({ name: 'Ada Byron', photo: '/p' }) })
  names.remember([['ada', ada]])
  expect(names.person('ada')).toEqual(ada)
  await settled()
  expect(names.person('ada')).toEqual({ name: 'Ada Byron', photo: '/p' })
  names.forget()
  expect(names.person('ada')).toBe(undefined)
})
