import { expect, it } from 'vitest'
import { findTarget } from './open-link.ts'

const here = { origin: 'https://tavla.example', wid: 'w1' }

it('finds page and element of a link to this board', () => {
  expect(findTarget('https://tavla.example/app/whiteboard?w=w1&p=two&o=e1', here)).toEqual({
    page: 'two',
    element: 'e1',
  })
  expect(findTarget('https://tavla.example/app/whiteboard?w=w1', here)).toEqual({ page: null, element: null })
})

it.each([
  'https://tavla.example/app/whiteboard?w=w2&o=e1',
  'https://other.example/app/whiteboard?w=w1&o=e1',
  'https://tavla.example/app/dashboard?w=w1',
  'mailto:ada@example.org',
])('opens %s in a new tab', (href) => {
  expect(findTarget(href, here)).toBeNull()
})
