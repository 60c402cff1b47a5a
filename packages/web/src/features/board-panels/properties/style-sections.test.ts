import { shapes } from '@tavla/canvas'
import { describe, expect, it } from 'vitest'
import { createFieldSchemas, isMixed, sectionFields, getSections, getValue } from './style-sections.ts'

const schemas = shapes.map(({ schema }) => schema)
const style = (fields: Record<string, unknown>) =>
  new Map(
    Object.entries(fields).map(([name, value]) => [name, value === 'mixed' ? ('mixed' as const) : { value }]),
  )

describe('sections', () => {
  it('are offered for the fields that all selected elements have', () => {
    expect(getSections(style({ fill: 'blue', opacity: 1 }))).toEqual(['fill', 'look'])
    expect(getSections(style({ stroke: 'ink', startHead: 'none', font: 'sans' }))).toEqual([
      'line',
      'ends',
      'text',
    ])
    expect(getSections(style({}))).toEqual([])
  })

  it('contain every style field of every shape', () => {
    const offered = new Set(Object.values(sectionFields).flat())
    const known = ['stroke', 'fill', 'fillStyle', 'strokeWidth', 'dash', 'radius', 'startHead', 'endHead']
    const more = ['lineStyle', 'routing', 'font', 'size', 'color', 'align', 'vertical', 'opacity']
    expect([...offered].sort()).toEqual([...known, ...more].sort())
  })
})

describe('values', () => {
  it('are mixed if elements differ', () => {
    const mixed = style({ fill: 'mixed', dash: 'solid' })
    expect([getValue(mixed, 'fill'), isMixed(mixed, 'fill')]).toEqual([undefined, true])
    expect([getValue(mixed, 'dash'), isMixed(mixed, 'dash')]).toEqual(['solid', false])
    expect([getValue(mixed, 'font'), isMixed(mixed, 'font')]).toEqual([undefined, false])
  })

  it('are offered only if every selected kind accepts them', () => {
    const kinds = (...names: string[]) => createFieldSchemas(schemas, new Set(names))
    expect(kinds('rect').accepts('stroke', 'none')).toBe(true)
    expect(kinds('rect', 'pen').accepts('stroke', 'none')).toBe(false)
    expect(kinds('sticky').accepts('fill', 'none')).toBe(false)
    expect(kinds('connector').accepts('routing', 'elbow')).toBe(true)
    expect(kinds('connector', 'line').accepts('routing', 'elbow')).toBe(false)
  })
})
