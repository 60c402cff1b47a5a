import { describe, expect, it } from 'vitest'
import type { ElementRecord } from '../../document/model/record.ts'
import { drawn, getElement, getView } from '../testing/records.ts'
import { line } from './index.ts'

const zigzag = getElement('line', { x: 0, y: 0, w: 100, h: 50, points: [0, 0, 0.5, 1, 1, 0] })

function after(record: ElementRecord, handle: string, x: number, y: number): ElementRecord {
  return { ...record, ...line.edit!.moveHandle!(record, handle, { x, y }, getView()) }
}

describe('handles', () => {
  it('are on every point and between them', () => {
    expect(line.geometry.handles!(zigzag, getView()).map((handle) => handle.id)).toEqual([
      'p0',
      'p1',
      'p2',
      'm0',
      'm1',
    ])
  })

  it('move a point, and the box with it', () => {
    expect(after(zigzag, 'p1', 50, 100)).toMatchObject({
      x: 0,
      y: 0,
      w: 100,
      h: 100,
      points: [0, 0, 0.5, 1, 1, 0],
    })
    expect(after(zigzag, 'p0', -100, 0)).toMatchObject({ x: -100, w: 200, points: [0, 0, 0.75, 1, 1, 0] })
  })

  it('create a new point from the middle of a segment', () => {
    expect(after(zigzag, 'm0', 0, 50)).toMatchObject({ points: [0, 0, 0, 1, 0.5, 1, 1, 0] })
  })

  it('are at the visible position of a rotated line', () => {
    const rotated = { ...zigzag, r: 90 }
    const start = line.geometry.handles!(rotated, getView())[0]!.at
    expect(start.x).toBeCloseTo(75)
    expect(start.y).toBeCloseTo(-25)
    const moved = after(rotated, 'p2', 75, 200)
    expect(moved.r).toBe(0)
    expect(line.geometry.handles!(moved, getView())[0]!.at.x).toBeCloseTo(75)
  })

  it('lie on the curve of a curved line', () => {
    const curved = { ...zigzag, routing: 'curved' }
    const middle = line.geometry.handles!(curved, getView())[3]!.at
    const outline = line.geometry.outline(curved, getView()).points
    expect(outline).toContainEqual(middle)
  })
})

describe('a closed line', () => {
  const closed = { ...zigzag, closed: true, fill: 'red', endHead: 'arrow' }

  it('is hit inside if it has an area', () => {
    expect(line.geometry.hit(closed, { x: 50, y: 20 }, 0, getView())).toBe(true)
    expect(line.geometry.hit({ ...closed, fill: 'none' }, { x: 50, y: 20 }, 0, getView())).toBe(false)
  })

  it('has no arrowheads', () => {
    expect(drawn(closed).match(/<path/g)).toHaveLength(1)
  })
})

it('shows every kind of arrowhead', () => {
  for (const head of ['arrow', 'triangle', 'dot', 'diamond', 'bar']) {
    expect(drawn({ ...zigzag, endHead: head }).match(/<path/g)).toHaveLength(2)
  }
})

it('is drawn like this', () => {
  expect(drawn(getElement('line', { x: 0, y: 0, w: 40, h: 0, endHead: 'triangle', dash: 'dotted' }))).toBe(
    '<path d="M0 0L28.8 0" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="0.01 5"/>' +
      '<path d="M40 0L26 7L26 -7Z" fill="#1e2227"/>',
  )
})

describe('heads of entity-relationship and class diagrams', () => {
  const withHead = (endHead: string) =>
    drawn(getElement('line', { x: 0, y: 0, w: 100, h: 0, points: [0, 0, 1, 0], endHead, strokeWidth: 2 }))

  it.each(['hollowTriangle', 'hollowDiamond', 'one', 'many', 'zeroOrOne', 'oneOrMany', 'zeroOrMany'])(
    '%s is drawn as lines without a fill',
    (head) => {
      const svg = withHead(head)
      expect(svg.match(/<path/g)).toHaveLength(2)
      expect(svg.match(/fill="none"/g)).toHaveLength(2)
    },
  )

  it('the line ends where a hollow head begins, and reaches the target through others', () => {
    // The head of a line of width 2 is 14 long.
    expect(withHead('hollowTriangle')).toContain('d="M0 0L86 0"')
    expect(withHead('many')).toContain('d="M0 0L100 0"')
    expect(withHead('zeroOrOne')).toContain('d="M0 0L81.8 0"')
  })
})
