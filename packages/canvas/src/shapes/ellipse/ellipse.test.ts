import { expect, it } from 'vitest'
import { drawn, getElement, getView } from '../testing/records.ts'
import { ellipse } from './index.ts'

it('has tighter bounds than its rotated box', () => {
  const circle = getElement('ellipse', { w: 100, h: 100, strokeWidth: 0, r: 45 })
  const bounds = ellipse.geometry.bounds(circle, getView())
  for (const [side, value] of Object.entries({ x: 10, y: 20, w: 100, h: 100 })) {
    expect(bounds[side as 'x']).toBeCloseTo(value)
  }
})

it('is not hit in the corner of its box', () => {
  const filled = getElement('ellipse', { fill: 'red' })
  expect(ellipse.geometry.hit(filled, { x: 13, y: 23 }, 1, getView())).toBe(false)
  expect(ellipse.geometry.hit(filled, { x: 60, y: 50 }, 1, getView())).toBe(true)
})

it('is drawn like this', () => {
  expect(drawn(getElement('ellipse', { stroke: '#ff0000', fill: 'green', fillStyle: 'solid' }))).toBe(
    '<ellipse cx="60" cy="50" rx="50" ry="30" fill="#3b7c31" stroke="#ff0000" stroke-width="2" stroke-linejoin="round"/>',
  )
})
