import { describe, expect, it } from 'vitest'
import { encodePiece } from '../document/model/stroke-points.ts'
import { containsBox, inflate, toPage } from '../geometry/box.ts'
import type { ElementRecord } from '../document/model/record.ts'
import type { RenderOptions, ShapeView } from '../shape.ts'
import { richText } from '../text/testing.ts'
import { shapes } from './index.ts'
import { shapeSchemas } from './schemas.ts'
import { getStyles } from './shared/style.ts'
import { drawn, getElement, getView } from './testing/records.ts'

const baseFields = new Set(['id', 'kind', 'parent', 'z', 'by', 'made', 'x', 'y', 'w', 'h', 'r'])
const stroke = new Map([
  [
    'pen',
    [
      encodePiece([
        { x: 0, y: 0, pressure: 0.2 },
        { x: 40, y: 50, pressure: 0.9 },
        { x: 100, y: 60, pressure: 0.5 },
      ]),
    ],
  ],
])

/** One of each kind with everything on: text, area, turn, file. */
function busyOne(kind: string, over: Readonly<Record<string, unknown>> = {}): ElementRecord {
  const { schema } = shapes.find((shape) => shape.kind === kind)!
  const has = (name: string): boolean => Object.hasOwn(schema.props.shape, name)
  return getElement(kind, {
    ...(has('text') && { text: richText('one <two> & three') }),
    ...(has('fill') && { fill: 'blue' }),
    ...(has('file') && { file: 'f1' }),
    ...(has('title') && { title: 'A <title>' }),
    ...over,
  })
}

function getShapeView(record: ElementRecord): ShapeView {
  return getView([record], stroke)
}

function getProps(record: ElementRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !baseFields.has(name)))
}

it('the server knows the same kinds', () => {
  expect(shapeSchemas.map((schema) => schema.kind)).toEqual(shapes.map((shape) => shape.kind))
})

describe.each(shapes.map((shape) => [shape.kind, shape] as const))('%s', (kind, shape) => {
  it('accepts its defaults and no unknown fields', () => {
    const { props, defaults } = shape.schema
    expect(props.parse(defaults)).toEqual(defaults)
    expect(props.safeParse({ ...defaults, surprise: 1 }).success).toBe(false)
    const isRequired = (name: string) => name in defaults || !props.shape[name]?.safeParse(undefined).success
    expect(Object.keys(defaults).sort()).toEqual(Object.keys(props.shape).filter(isRequired).sort())
  })

  it('refuses invalid numbers and colours', () => {
    const { props, defaults } = shape.schema
    for (const name of Object.keys(defaults)) {
      if (typeof defaults[name] === 'number') {
        expect(props.safeParse({ ...defaults, [name]: Number.NaN }).success).toBe(false)
        expect(props.safeParse({ ...defaults, [name]: Infinity }).success).toBe(false)
      }
    }
    for (const name of ['stroke', 'fill', 'color'].filter((name) => name in defaults)) {
      expect(props.safeParse({ ...defaults, [name]: 'url(evil)' }).success).toBe(false)
    }
  })

  it('survives JSON unchanged', () => {
    const record = busyOne(kind)
    const read = JSON.parse(JSON.stringify(record)) as ElementRecord
    expect(shape.schema.props.parse(getProps(read))).toEqual(getProps(record))
  })

  it.each(['full', 'plain', 'blocks'] as const)('draws something at detail %s, in both themes', (detail) => {
    const record = busyOne(kind)
    for (const theme of ['light', 'dark'] as const) {
      const options: RenderOptions = {
        scale: detail === 'full' ? 1 : detail === 'plain' ? 0.2 : 0.05,
        theme,
        detail,
      }
      const markup = drawn(record, getShapeView(record), options)
      expect(markup).toMatch(/<(path|rect|ellipse|image|text) /)
      expect(markup).not.toMatch(/NaN|undefined|Infinity|<two>|<title>/)
    }
  })

  it('closes every group it opens', () => {
    const record = busyOne(kind, {
      r: shape.edit?.rotates === false ? 0 : 30,
      opacity: 0.5,
      fillStyle: 'hatch',
    })
    const markup = drawn(record, getShapeView(record))
    expect(markup.match(/<g /g)?.length ?? 0).toBe(markup.match(/<\/g>/g)?.length ?? 0)
  })

  it('has bounds around its outline, rotated or not, and is hit on its outline', () => {
    for (const r of shape.edit?.rotates === false ? [0] : [0, 30, 90]) {
      const record = busyOne(kind, { r })
      const view = getShapeView(record)
      const bounds = inflate(shape.geometry.bounds(record, view), 0.01)
      for (const p of shape.geometry.outline(record, view).points) {
        expect(containsBox(bounds, { ...p, w: 0, h: 0 })).toBe(true)
        expect(shape.geometry.hit(record, p, 1, view)).toBe(true)
      }
      expect(shape.geometry.hit(record, { x: 900, y: 900 }, 5, view)).toBe(false)
    }
  })

  it('works at zero size and at a huge one', () => {
    for (const side of [0, 0.01, 5_000_000]) {
      const record = busyOne(kind, { w: side, h: side, x: -side, y: side })
      const view = getShapeView(record)
      const { x, y, w, h } = shape.geometry.bounds(record, view)
      expect([x, y, w, h].every(Number.isFinite)).toBe(true)
      expect(drawn(record, view)).not.toMatch(/NaN|Infinity/)
    }
  })

  it('resizes to valid fields that need no further fitting', () => {
    const record = busyOne(kind)
    const view = getShapeView(record)
    const box = { x: 0, y: 0, w: 240, h: 180 }
    for (const from of ['corner', 'side'] as const) {
      const fields = shape.edit?.reshape?.(record, { box, from }, view) ?? box
      const resized = { ...record, ...fields }
      expect(shape.schema.props.safeParse(getProps(resized)).success).toBe(true)
      expect(shape.edit?.fit?.(resized, getShapeView(resized)) ?? {}).toEqual({})
    }
  })

  it('flipping twice restores it', () => {
    const record = busyOne(kind)
    for (const axis of ['horizontal', 'vertical'] as const) {
      const once = { ...record, ...shape.edit?.flip?.(record, axis) }
      const twice = { ...once, ...shape.edit?.flip?.(once, axis) }
      expect(drawn(twice, getShapeView(twice))).toBe(drawn(record, getShapeView(record)))
    }
  })

  it('moves a handle to where it was dropped', () => {
    const record = busyOne(kind)
    const view = getShapeView(record)
    for (const handle of shape.geometry.handles?.(record, view) ?? []) {
      const fields = shape.edit!.moveHandle!(record, handle.id, { x: 70, y: 90 }, view)
      const moved = { ...record, ...fields }
      expect(shape.schema.props.safeParse(getProps(moved)).success).toBe(true)
      const near = shape.geometry
        .outline(moved, getShapeView(moved))
        .points.map((p) => Math.hypot(p.x - 70, p.y - 90))
      expect(Math.min(...near)).toBeLessThan(1)
    }
  })

  it('edits its text within its bounds', () => {
    const record = busyOne(kind, { r: 0 })
    const view = getShapeView(record)
    const box = shape.edit?.textBox?.(record, view).box
    if (shape.schema.facets.text) {
      expect(box).toBeDefined()
      expect(shape.export!.plainText!(record)).toBe('one <two> & three')
    }
    if (box && kind !== 'connector') {
      expect(
        containsBox(inflate(shape.geometry.bounds(record, view), 1), {
          ...toPage(box, { ...box, r: 0 }),
          w: box.w,
          h: box.h,
        }),
      ).toBe(true)
    }
  })

  it('offers its styles in the order of the panel', () => {
    for (const name of getStyles(shape.schema)) expect(Object.hasOwn(shape.schema.defaults, name)).toBe(true)
  })
})
