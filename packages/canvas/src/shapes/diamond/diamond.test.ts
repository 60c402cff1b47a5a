import { expect, it } from 'vitest'
import { drawn, getElement, getView } from '../testing/records.ts'
import { diamond } from './index.ts'

it('is hit by its outline, not by its box', () => {
  const filled = getElement('diamond', { fill: 'red' })
  expect(diamond.geometry.hit(filled, { x: 20, y: 30 }, 1, getView())).toBe(false)
  expect(diamond.geometry.hit(filled, { x: 60, y: 25 }, 1, getView())).toBe(true)
})

it('is drawn like this', () => {
  expect(drawn(getElement('diamond'))).toBe(
    '<path d="M60 20L110 50L60 80L10 50Z" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round"/>',
  )
})

it('clips its hatching to its outline', () => {
  const markup = drawn(getElement('diamond', { fill: 'teal', fillStyle: 'hatch' }))
  expect(markup).toContain('<clipPath id="t-clip0"><path d="M60 20L110 50L60 80L10 50Z"/></clipPath>')
  expect(markup).toContain('stroke="#1a776f"')
})
