import { describe, expect, it } from 'vitest'
import { getPointBounds } from '../../geometry/box.ts'
import { formIds, getForm } from '../../geometry/forms/index.ts'
import { insidePolygon } from '../../geometry/polygon.ts'
import { richText } from '../../text/testing.ts'
import { labelRoom } from '../shared/label.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { figureOutline, figureRoom } from './geometry.ts'
import { figure } from './index.ts'
import type { FigureRecord } from './schema.ts'

const getFigure = (over: Readonly<Record<string, unknown>>): FigureRecord =>
  getElement('figure', over) as FigureRecord

describe.each(formIds)('the form %s', (form) => {
  it.each([
    [100, 60],
    [60, 200],
    [400, 400],
  ])('fills its box of %i by %i', (w, h) => {
    const bounds = getPointBounds(figureOutline(getFigure({ form, x: 0, y: 0, w, h })).points)
    for (const [side, size] of [
      ['w', w],
      ['h', h],
    ] as const)
      expect(bounds[side] / size).toBeCloseTo(1, 1)
    expect(Math.abs(bounds.x) / w).toBeLessThan(0.05)
    expect(Math.abs(bounds.y) / h).toBeLessThan(0.05)
  })

  it('has its text inside the outline at its usual proportions', () => {
    const { size } = getForm(form)
    const record = getFigure({ form, x: 0, y: 0, w: size.w * 2, h: size.h * 2 })
    const { points } = figureOutline(record)
    const { x, y, w, h } = labelRoom(record, figureRoom(record))
    for (const corner of [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ])
      expect(insidePolygon(corner, points)).toBe(true)
  })

  it('mirrors outline and text when flipped', () => {
    const plain = getFigure({ form, x: 0, y: 0, w: 100, h: 100 })
    const flipped = { ...plain, flipX: true, flipY: true }
    const mirrored = figureOutline(plain).points.map(({ x, y }) => ({ x: 100 - x, y: 100 - y }))
    figureOutline(flipped).points.forEach(({ x, y }, i) => {
      expect(x).toBeCloseTo(mirrored[i]!.x)
      expect(y).toBeCloseTo(mirrored[i]!.y)
    })
    const [room, turned] = [figureRoom(plain), figureRoom(flipped)]
    expect(turned.x + turned.w).toBeCloseTo(1 - room.x)
    expect(turned.y + turned.h).toBeCloseTo(1 - room.y)
  })
})

it('is hit by its outline, not by its box', () => {
  const filled = getElement('figure', { form: 'triangle', fill: 'red' })
  expect(figure.geometry.hit(filled, { x: 20, y: 30 }, 1, getView())).toBe(false)
  expect(figure.geometry.hit(filled, { x: 60, y: 60 }, 1, getView())).toBe(true)
})

it('is drawn like this', () => {
  expect(drawn(getElement('figure', { form: 'triangle' }))).toBe(
    '<path d="M60 20L110 80L10 80Z" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round"/>',
  )
  expect(drawn(getElement('figure', { form: 'subroutine', fill: 'blue' }))).toBe(
    '<path d="M10 20L110 20L110 80L10 80Z" fill="#cce2f8" stroke="#1e2227" stroke-width="2" stroke-linejoin="round"/>' +
      '<path d="M20 20L20 80M100 20L100 80" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round"/>',
  )
})

it('is a box if a newer version made its form', () => {
  const unknown = getElement('figure', { form: 'dodecahedron', text: richText('x') })
  expect(figure.schema.props.shape['form']!.safeParse('dodecahedron').success).toBe(true)
  expect(figureOutline(unknown).points).toHaveLength(4)
  expect(figure.getNameKey!(unknown)).toBe('shapes.figure')
})

it.each(['__proto__', 'a b', '', 'Star', 'x'.repeat(41)])('refuses the form name %j', (form) => {
  expect(figure.schema.props.shape['form']!.safeParse(form).success).toBe(false)
})
