import { describe, expect, it } from 'vitest'
import type { ElementRecord } from '../../document/model/record.ts'
import { containsBox, inflate } from '../../geometry/box.ts'
import { getPointAlongLine, insidePolygon } from '../../geometry/polygon.ts'
import { richText } from '../../text/testing.ts'
import { shapeSchemas } from '../schemas.ts'
import { getBinding, drawn, getElement, getView } from '../testing/records.ts'
import { connector } from './index.ts'
import { getRoute } from './route.ts'
import type { ConnectorRecord } from './schema.ts'

const left = getElement('rect', { id: 'left', x: 0, y: 0, w: 100, h: 60, stroke: 'ink' })
const right = getElement('ellipse', { id: 'right', x: 300, y: 0, w: 100, h: 60 })
const plain = { startHead: 'none', endHead: 'none' }

function arrow(over: Readonly<Record<string, unknown>> = {}): ConnectorRecord {
  const fields = { id: 'c', x: 0, y: 0, w: 10, h: 10, ...plain, ...over }
  return getElement('connector', fields) as ConnectorRecord
}

function bound(over: Readonly<Record<string, unknown>> = {}, at: readonly [number, number] = [0.5, 0.5]) {
  const record = arrow(over)
  const records = [
    left,
    right,
    record,
    getBinding('c', 'start', 'left', ...at),
    getBinding('c', 'end', 'right'),
  ]
  return { record, view: getView(records), records }
}

describe('bound ends', () => {
  it('are cut at the outlines of their targets', () => {
    const { record, view } = bound()
    const { start, end } = getRoute(record, view)
    expect(start).toEqual({ x: 100, y: 30 })
    expect(end.x).toBeCloseTo(300, 0)
    expect(end.y).toBeCloseTo(30)
  })

  it('stay at their position if that is on the outline', () => {
    const { record, view } = bound({}, [0, 0.5])
    expect(getRoute(record, view).start).toEqual({ x: 0, y: 30 })
  })

  it('leave a small gap between an arrowhead and its target', () => {
    const { record, view } = bound({ endHead: 'arrow' })
    expect(getRoute(record, view).end.x).toBeCloseTo(297, 0)
  })

  it('follow a target that moves or rotates', () => {
    const { record, records } = bound()
    const before = getRoute(record, getView(records))
    const moved = { ...left, y: 200 }
    const after = getRoute(record, getView([moved, ...records.slice(1)]))
    expect(before.start).toEqual({ x: 100, y: 30 })
    expect(after.start.y).toBeCloseTo(200)
    expect(after.start.x).toBeGreaterThan(50)
    const rotated = getRoute(record, getView([{ ...left, r: 90 }, ...records.slice(1)]))
    expect(rotated.start.x).toBeCloseTo(80)
  })

  it('use the stored position while the target is unknown', () => {
    const record = arrow({ points: [0, 0, 1, 1] })
    const route = getRoute(record, getView([record, getBinding('c', 'end', 'gone')]))
    expect(route.end).toEqual({ x: 10, y: 10 })
  })

  it('are computed once while nothing changes', () => {
    const { record, view } = bound()
    expect(getRoute(record, view)).toBe(getRoute(record, view))
  })

  it('keep their drawn position when the target is deleted', () => {
    const { record, view } = bound()
    const release = shapeSchemas.find((schema) => schema.kind === 'connector')!.release!
    const fields = release(record, 'end', view.document)
    const freed = { ...record, ...fields }
    const route = getRoute(freed, getView([freed]))
    expect(route.start).toEqual({ x: 100, y: 30 })
    expect(route.end.x).toBeCloseTo(300, 0)
    expect(connector.schema.props.shape['points']!.safeParse(fields['points']).success).toBe(true)
  })
})

describe('routing', () => {
  describe('an elbow drawn through corners', () => {
    // From the left shape up, over to the right one, and down onto it.
    const corners = [50, 0, 50, -80, 350, -80, 350, 0]
    const fields = { routing: 'elbow', x: 50, y: -80, w: 300, h: 80 }
    const points = corners.map((value, i) => (i % 2 === 0 ? (value - 50) / 300 : (value + 80) / 80))
    const ends = (record: ElementRecord, target: ElementRecord) =>
      getView([left, target, record, getBinding('c', 'start', 'left', 0.5, 0), getBinding('c', 'end', target.id, 0.5, 0)]) // prettier-ignore

    it('keeps them', () => {
      const record = arrow({ ...fields, points })
      expect(getRoute(record, ends(record, right)).anchors.slice(1, -1)).toEqual([
        { x: 50, y: -80 },
        { x: 350, y: -80 },
      ])
    })

    it('moves only its outermost segment with a target', () => {
      const record = arrow({ ...fields, points })
      const moved = { ...right, x: 500, y: 40 }
      const { anchors, end } = getRoute(record, ends(record, moved))
      expect(anchors.slice(1, -1)).toEqual([
        { x: 50, y: -80 },
        { x: 550, y: -80 },
      ])
      expect(end).toEqual({ x: 550, y: 40 })
    })

    it('is routed automatically again once an end was detached', () => {
      const record = arrow({ ...fields, points })
      const pulled = connector.edit!.moveHandle!(record, 'end', { x: 600, y: 30 }, getView([record]))
      const after = { ...record, ...pulled }
      const { points: drawn } = getRoute(after, getView([after]))
      expect(Math.min(...drawn.map(({ y }) => y))).toBeGreaterThan(-10)
    })
  })

  it('an elbow leaves its targets at right angles and can be bent', () => {
    const lower = { ...right, y: 200 }
    const record = arrow({ routing: 'elbow' })
    const records = [
      left,
      lower,
      record,
      getBinding('c', 'start', 'left', 1, 0.5),
      getBinding('c', 'end', 'right', 0, 0.5),
    ]
    const view = getView(records)
    expect(getRoute(record, view).points).toEqual([
      { x: 100, y: 30 },
      { x: 200, y: 30 },
      { x: 200, y: 230 },
      { x: 300, y: 230 },
    ])
    const bend = connector.geometry.handles!(record, view).find((handle) => handle.id === 'bend')!
    expect(bend.at).toEqual({ x: 200, y: 130 })
    const fields = connector.edit!.moveHandle!(record, 'bend', { x: 240, y: 0 }, view)
    expect(fields).toEqual({ bend: 40 })
    expect(getRoute({ ...record, ...fields }, view).points[1]).toEqual({ x: 240, y: 30 })
  })

  it('an elbow has handles on segments of 24 units or more only', () => {
    const getSegments = (first: number): readonly string[] => {
      const points = [0, 0, first / 200, 0, first / 200, 1, 1, 1]
      const record = arrow({ routing: 'elbow', x: 0, y: 0, w: 200, h: 100, points })
      return connector.geometry.handles!(record, getView([record]))
        .filter(({ role }) => role === 'middle')
        .map(({ id }) => id)
    }
    expect(getSegments(26)).toEqual(['s0', 's1', 's2'])
    expect(getSegments(22)).toEqual(['s1', 's2'])
  })

  describe.each(['diamond', 'ellipse'])('an elbow at a %s', (kind) => {
    const sides = [[0, 0.5], [1, 0.5], [0.5, 0], [0.5, 1]] as const // prettier-ignore
    const positions = [[300, 0], [-300, 0], [0, 200], [0, -200], [250, 130], [-250, -130]] as const // prettier-ignore

    function route(x: number, y: number, from: readonly [number, number], to: readonly [number, number]) {
      const target = getElement(kind, { id: 'right', x, y, w: 100, h: 60 })
      const record = arrow({ routing: 'elbow' })
      const ends = [getBinding('c', 'start', 'left', ...from), getBinding('c', 'end', 'right', ...to)]
      const view = getView([left, target, record, ...ends])
      return {
        points: getRoute(record, view).unbent!,
        outlines: ['left', 'right'].map((id) => view.getOutline(id)!),
      }
    }

    it('enters the side at the same height straight', () => {
      expect(route(300, 0, [1, 0.5], [0, 0.5]).points).toEqual([
        { x: 100, y: 30 },
        { x: 300, y: 30 },
      ])
    })

    it.each(sides)('enters the side at (%d, %d) at a right angle and crosses neither shape', (u, v) => {
      for (const [x, y] of positions) {
        for (const from of sides) {
          const { points, outlines } = route(x, y, from, [u, v])
          const [before, end] = [points.at(-2)!, points.at(-1)!]
          expect({ x: Math.sign(before.x - end.x), y: Math.sign(before.y - end.y) }).toEqual({
            x: Math.sign(u - 0.5),
            y: Math.sign(v - 0.5),
          })
          for (const outline of outlines) {
            for (let along = 0.01; along < 1; along += 0.02)
              expect(insidePolygon(getPointAlongLine(points, along).point, outline.points)).toBe(false)
          }
        }
      }
    })
  })

  it('a curve leaves an edge perpendicularly and starts outside its target', () => {
    const { record, view } = bound({ routing: 'curved' })
    const { points, start } = getRoute(record, view)
    expect(start.x).toBeCloseTo(100, 0)
    expect(points.every((p) => p.x >= 99.9 && p.x <= 300.5)).toBe(true)
  })

  it('passes through a waypoint', () => {
    const record = arrow({ routing: 'curved', points: [0, 0, 0.5, 1, 1, 0], x: 0, y: 0, w: 100, h: 50 })
    const { points } = getRoute(record, getView([record]))
    expect(points.some((p) => Math.hypot(p.x - 50, p.y - 50) < 0.01)).toBe(true)
  })

  it('gets a waypoint when its middle is dragged', () => {
    const record = arrow({ w: 100, h: 0 })
    const fields = connector.edit!.moveHandle!(record, 'm0', { x: 50, y: 40 }, getView([record]))
    expect(fields).toMatchObject({ x: 0, y: 0, w: 100, h: 40, points: [0, 0, 0.5, 1, 1, 0] })
  })
})

describe('labels', () => {
  it('are on the line, which is interrupted for them', () => {
    const record = arrow({ w: 200, h: 0, text: richText('yes') })
    const view = getView([record])
    const box = connector.edit!.textBox!(record, view).box
    expect(box.x + box.w / 2).toBeCloseTo(100)
    expect(drawn(record, view)).toContain('clip-path')
    expect(connector.geometry.hit(record, { x: 100, y: 8 }, 0, view)).toBe(true)
    expect(
      containsBox(inflate(connector.geometry.bounds(record, view), 1), { x: 90, y: -10, w: 20, h: 20 }),
    ).toBe(true)
  })
})

it('are drawn like this', () => {
  const record = arrow({ w: 100, h: 0, endHead: 'arrow' })
  expect(drawn(record)).toBe(
    '<path d="M0 0L98.8 0" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round"/>' +
      '<path d="M86 7.7L100 0L86 -7.7" fill="none" stroke="#1e2227" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>',
  )
})

describe('a nearly level elbow', () => {
  const elbow = { routing: 'elbow', ...plain }
  const between = (
    dy: number,
    over: Readonly<Record<string, unknown>> = {},
    at?: readonly [number, number],
  ) => {
    const record = arrow({ ...elbow, ...over })
    const low = { ...left, id: 'low', x: 300, y: dy }
    const records = [
      left,
      low,
      record,
      getBinding('c', 'start', 'left', ...(at ?? [0.5, 0.5])),
      getBinding('c', 'end', 'low', ...(at ? ([0, 0.5] as const) : [])),
    ]
    return getRoute(record, getView(records)).points
  }

  it('is straight between whole shapes, and turns beyond 8 units', () => {
    expect(between(3)).toEqual([
      { x: 100, y: 30 },
      { x: 300, y: 30 },
    ])
    expect(between(9)).toHaveLength(4)
  })

  it('keeps ends that are bound to a point, and a bend', () => {
    expect(between(3, {}, [1, 0.5])).toHaveLength(4)
    expect(between(3, { bend: 20 })).toHaveLength(4)
  })

  it('is straightened while a free end is dragged', () => {
    const record = arrow({ ...elbow, w: 200, h: 0, points: [0, 0, 1, 0] })
    const moved = connector.edit!.moveHandle!(record, 'end', { x: 300, y: 5 }, getView([record]))
    expect(moved).toMatchObject({ w: 300, h: 0 })
    expect(connector.edit!.moveHandle!(record, 'end', { x: 300, y: 40 }, getView([record]))).toMatchObject({
      h: 40,
    })
  })
})
