import { expect, test } from 'vitest'
import { type UrlTarget, type LoadedBoard, getTargetStep } from './url-target.ts'

const step = (wish: Partial<UrlTarget>, board: Partial<LoadedBoard> = {}) =>
  getTargetStep(
    { page: null, element: null, ...wish },
    { page: 'one', firstPage: 'one', pages: ['one', 'two'], hasElement: false, isComplete: false, ...board },
  )

test('opens the page if it has loaded, else waits for it', () => {
  expect(step({ page: 'two' })).toBe('openPage')
  expect(step({ page: 'three' })).toBe('wait')
  expect(step({ page: 'three' }, { isComplete: true })).toBe('over')
  expect([step({}), step({ page: 'one' })]).toEqual(['over', 'over'])
})

test('shows an element once it has loaded, after opening its page', () => {
  expect(step({ page: 'two', element: 'e' }, { hasElement: true })).toBe('openPage')
  expect(step({ page: 'two', element: 'e' }, { page: 'two', hasElement: true })).toBe('showElement')
  expect(step({ element: 'e' })).toBe('wait')
  expect(step({ element: 'e' }, { isComplete: true })).toBe('over')
  expect(step({ page: 'gone', element: 'e' }, { isComplete: true, hasElement: true })).toBe('showElement')
})

test('does nothing after the user has opened another page', () => {
  expect(step({ page: 'three', element: 'e' }, { page: 'two', hasElement: true })).toBe('over')
})
