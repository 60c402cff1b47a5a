import { describe, expect, it } from 'vitest'
import { richText } from '../../text/testing.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { rect } from './index.ts'

describe('a click', () => {
  const inside = { x: 60, y: 70 }

  it('inside a hollow rectangle misses it, on its text hits it', () => {
    const hollow = getElement('rect')
    expect(rect.geometry.hit(hollow, inside, 2, getView())).toBe(false)
    const labelled = { ...hollow, text: richText('word') }
    expect(rect.geometry.hit(labelled, { x: 60, y: 50 }, 2, getView())).toBe(true)
    expect(rect.geometry.hit(labelled, inside, 2, getView())).toBe(false)
  })

  it('inside a filled one hits it, rotated or not', () => {
    const filled = getElement('rect', { fill: 'red', r: 90 })
    expect(rect.geometry.hit(filled, { x: 60, y: 10 }, 0, getView())).toBe(true)
    expect(rect.geometry.hit(filled, { x: 15, y: 50 }, 0, getView())).toBe(false)
  })
})

describe('the text', () => {
  it('makes the rectangle taller if needed, never smaller', () => {
    const record = getElement('rect', { text: richText('many words that wrap and wrap') })
    expect(rect.edit!.fit!(record, getView())).toEqual({ x: 10, y: 20, w: 100, h: 151 })
    expect(rect.edit!.fit!({ ...record, h: 500 }, getView())).toEqual({})
  })

  it('is a bar at small scales and nothing at smaller ones', () => {
    const record = getElement('rect', { text: richText('word') })
    const markup = drawn(record, getView(), { scale: 0.15, theme: 'light', detail: 'plain' })
    expect(markup).toContain('fill-opacity="0.45"')
    expect(markup).not.toContain('<text')
    expect(
      drawn(record, getView(), { scale: 0.1, theme: 'light', detail: 'blocks' }).match(/<rect/g),
    ).toHaveLength(1)
  })
})

it('is drawn like this', () => {
  expect(drawn(getElement('rect', { fill: 'blue', radius: 200, r: 30, dash: 'dashed', opacity: 0.5 }))).toBe(
    '<g transform="rotate(30 60 50)">' +
      '<rect x="10" y="20" width="100" height="60" rx="30" fill="#cce2f8" fill-opacity="0.5" stroke="#1e2227" stroke-width="2"' +
      ' stroke-linejoin="round" stroke-dasharray="8 7" stroke-opacity="0.5"/></g>',
  )
})

it('keeps default text readable on a dark fill', () => {
  const record = getElement('rect', { fill: 'ink', fillStyle: 'solid', text: richText('x') })
  expect(drawn(record)).toContain('fill="#ffffff">x')
})
