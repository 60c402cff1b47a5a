import { expect, it } from 'vitest'
import { drawn, getElement, getView } from '../testing/records.ts'
import { frame } from './index.ts'

it('is hit on its edge and title, not inside', () => {
  const record = getElement('frame', { w: 400, h: 300 })
  expect(frame.geometry.hit(record, { x: 10, y: 100 }, 2, getView())).toBe(true)
  expect(frame.geometry.hit(record, { x: 60, y: 5 }, 2, getView())).toBe(true)
  expect(frame.geometry.hit(record, { x: 100, y: 100 }, 2, getView())).toBe(false)
})

it('truncates a title that is wider than itself', () => {
  expect(drawn(getElement('frame', { title: 'A very long title' }))).toContain('>A very long…</text>')
  expect(drawn(getElement('frame', { title: 'Short' }))).toContain('>Short</text>')
})

it('is marked if it limits what people can do inside, and its title makes room', () => {
  const plain = drawn(getElement('frame', { title: 'Short' }))
  const marked = ['contributor', 'viewer'].map((role) => drawn(getElement('frame', { title: 'Short', role })))
  expect(plain).not.toContain('<path')
  for (const picture of marked) expect(picture).toContain('<path')
  expect(new Set(marked.map((picture) => /<path[^>]*>/.exec(picture)?.[0])).size).toBe(2)
  expect(drawn(getElement('frame', { title: 'A very long title', role: 'viewer' }))).toContain(
    '>A very l…</text>',
  )
})

it('clips its children to its box', () => {
  expect(frame.geometry.clip!(getElement('frame'))).toEqual({ x: 10, y: 20, w: 100, h: 60 })
})

it('is drawn like this', () => {
  expect(drawn(getElement('frame'))).toBe(
    '<rect x="10" y="20" width="100" height="60" rx="4" fill="#ffffff" stroke="#6b6f76" stroke-width="1.5"' +
      ' stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.6"/>',
  )
})
