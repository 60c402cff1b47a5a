import { expect, it } from 'vitest'
import { excerpt } from './search.ts'

const shown = (text: string, key: string) => {
  const { text: around, from, to } = excerpt(text, key)
  return [around, around.slice(from, to)]
}

it('shows a short text completely', () => {
  expect(shown('Call Zoë on Monday', 'zoe')).toEqual(['Call Zoë on Monday', 'Zoë'])
})

it('starts shortly before the match, at a word, and marks omissions', () => {
  const before = 'one two three four five six seven eight nine ten '
  const [around, find] = shown(`${before}needle ${'hay '.repeat(60)}`, 'needle')
  expect([around?.slice(0, 10), find, around?.endsWith('…')]).toEqual(['…seven eig', 'needle', true])
})

it('shows a match that is longer than the snippet', () => {
  const long = 'x'.repeat(300)
  expect(shown(long, long.slice(0, 200))[1]).toHaveLength(200)
})
