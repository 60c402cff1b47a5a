import LZString from 'lz-string'
import { describe, expect, it } from 'vitest'
import { decodePieces } from '../../document/model/stroke-points.ts'
import { isImportFailure } from '../import-failure.ts'
import { getEdges, getTexts, openFile, readFile } from '../testing.ts'

const page = { id: 'page:p', typeName: 'page', name: 'Page 1', index: 'a1' }
const shape = (id: string, type: string, fields: object, props: object) => ({
  id, typeName: 'shape', type, x: 0, y: 0, rotation: 0, index: id, parentId: 'page:p', isLocked: false, opacity: 1, meta: {}, ...fields, props,
}) // prettier-ignore
const richText = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const getFile = (records: readonly object[]) =>
  JSON.stringify({ tldrawFileFormatVersion: 1, schema: { schemaVersion: 2 }, records: [page, ...records] })

const box = shape('b1', 'geo', { x: 10, y: 20 }, { geo: 'rectangle', w: 200, h: 100, growY: 20, color: 'blue', fill: 'solid', dash: 'dashed', size: 'm', richText: richText('One', 'Two') }) // prettier-ignore
const star = shape('b2', 'geo', { x: 500, y: 20, rotation: Math.PI / 2 }, { geo: 'star', w: 100, h: 60, color: 'red', text: 'Old', fill: 'none' }) // prettier-ignore
const arrow = shape('c1', 'arrow', {}, { start: { x: 0, y: 0 }, end: { x: 9, y: 9 }, bend: 0, arrowheadEnd: 'triangle', arrowheadStart: 'none', text: 'then', color: 'black' }) // prettier-ignore
const bind = (terminal: string, toId: string) => ({
  id: `binding:${terminal}`, typeName: 'binding', type: 'arrow', fromId: 'c1', toId,
  props: { terminal, normalizedAnchor: { x: 1, y: 0.5 }, isPrecise: terminal === 'start', isExact: false },
}) // prettier-ignore

it.each([
  ['x-box', 'crossedBox'],
  ['check-box', 'checkedBox'],
  ['oval', 'terminator'],
])('the shape %s of tldraw is the figure %s', (geo, form) => {
  const { records } = readFile('a.tldr', getFile([shape('a', 'geo', {}, { geo, w: 90, h: 60 })]))
  expect(records).toMatchObject([{ kind: 'figure', form, w: 90, h: 60 }])
})

describe('tldraw’s clipboard', () => {
  const content = {
    shapes: [{ ...box, parentId: 'page:elsewhere' }, star],
    rootShapeIds: ['b1', 'b2'],
    schema: {},
    bindings: [],
  }
  const copied = (data: object, version?: number) =>
    JSON.stringify({ type: 'application/tldraw', kind: 'content', version, data })
  const { assets = [], ...other } = { ...content, assets: [] }

  it.each([
    ['plain', copied(content, 2)],
    ['with all but assets packed', copied({ assets, otherCompressed: LZString.compressToBase64(JSON.stringify(other)) }, 3)], // prettier-ignore
    ['packed as a whole', LZString.compressToBase64(copied(content))],
  ])('is read %s', (_, text) => {
    const drawing = readFile('clipboard.tldr', text)
    expect(Object.fromEntries(drawing.report.made)).toEqual({ rect: 1, figure: 1 })
    expect(drawing.records.find(({ kind }) => kind === 'rect')).toMatchObject({ x: 10, y: 20 })
    expect(getTexts(drawing)).toEqual(expect.arrayContaining(['One\nTwo', 'Old']))
  })

  it.each([
    '{"type":"application/tldraw"}',
    copied({ otherCompressed: '%%%' }),
    copied({ otherCompressed: LZString.compressToBase64('{"shapes":') }),
    copied({ shapes: [null, 1, { id: 'a', parentId: 'a' }] }),
    'AAAA',
    'packed?',
  ])('is a fault where it is broken: %s', (text) => {
    expect(isImportFailure(openFile('clipboard.tldr', text))).toBe(true)
  })
})

describe('tldraw', () => {
  it('keeps shapes with their texts and styles, rotation about the corner, and bound arrows', () => {
    const drawing = readFile('a.tldr', getFile([arrow, box, star, bind('start', 'b1'), bind('end', 'b2')]))
    expect(Object.fromEntries(drawing.report.made)).toEqual({ rect: 1, figure: 1, connector: 1 })
    const find = (kind: string) => drawing.records.find((record) => record.kind === kind)
    expect(find('rect')).toMatchObject({ x: 10, y: 20, w: 200, h: 120, stroke: '#4465e9', fill: '#dce1f8', dash: 'dashed' }) // prettier-ignore
    expect(find('figure')).toMatchObject({ form: 'star', r: 90, x: 420, y: 40, w: 100, h: 60 })
    expect(getTexts(drawing)).toEqual(expect.arrayContaining(['One\nTwo', 'Old', 'then']))
    expect(getEdges(drawing)).toEqual(['One\nTwo>Old'])
    expect(find('binding')).toMatchObject({ u: 1, v: 0.5 })
  })

  it('keeps lines drawn by hand', () => {
    const drawn = { ...box, id: 'shape:b2', props: { ...box.props, dash: 'draw' } }
    const { records } = readFile('a.tldr', getFile([box, drawn]))
    expect(records.map(({ lineStyle }) => lineStyle)).toEqual(['clean', 'handDrawn'])
  })

  it('reads the bindings of older files', () => {
    const end = (id: string) => ({ type: 'binding', boundShapeId: id, normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false }) // prettier-ignore
    const old = { ...arrow, props: { ...arrow.props, start: end('b1'), end: end('b2') } }
    expect(getEdges(readFile('a.tldr', getFile([box, star, old])))).toEqual(['One\nTwo>Old'])
  })

  it('keeps strokes, also packed ones, lines, notes, texts, groups and frames', () => {
    const points = [
      { x: 0, y: 0, z: 0.5 },
      { x: 10, y: 5, z: 0.7 },
    ]
    const packed = Buffer.alloc(18)
    packed.writeFloatLE(1, 0)
    packed.writeFloatLE(2, 4)
    packed.writeFloatLE(0.5, 8)
    packed.writeUInt16LE(0x4900, 12) // 10
    packed.writeUInt16LE(0xc500, 14) // -5
    const drawing = readFile(
      'a.tldr',
      getFile([
        shape('f', 'frame', { x: 100, y: 100 }, { w: 400, h: 300, name: 'Plan' }),
        shape('g', 'group', { parentId: 'f', x: 10, y: 10 }, {}),
        shape('n', 'note', { parentId: 'g' }, { color: 'yellow', size: 'm', richText: richText('Note') }),
        shape('t', 'text', { parentId: 'g', y: 220 }, { w: 80, text: 'Text', size: 's', color: 'green' }),
        shape(
          'd1',
          'draw',
          { x: 600 },
          { segments: [{ type: 'free', points }], isPen: true, color: 'black', size: 'm' },
        ),
        shape(
          'd2',
          'draw',
          { x: 600, y: 50 },
          { segments: [{ type: 'free', path: packed.toString('base64') }] },
        ),
        shape('l', 'line', { x: 600, y: 90 }, { points: { a: { index: 'a1', x: 0, y: 0 }, b: { index: 'a2', x: 50, y: 9 } }, spline: 'line' }), // prettier-ignore
        shape('v', 'video', {}, { w: 10, h: 10 }),
        shape('i', 'image', {}, { w: 10, h: 10, assetId: 'asset:x' }),
      ]),
    )
    expect(Object.fromEntries(drawing.report.made)).toEqual({ frame: 1, sticky: 1, text: 1, pen: 2, line: 1 })
    expect(drawing.report.notes.map(({ name }) => name)).toEqual(['fileOutside', 'pictureMissing'])
    const find = (kind: string) => drawing.records.filter((record) => record.kind === kind)
    expect(find('sticky')[0]).toMatchObject({ x: 110, y: 110, w: 200, h: 200, fill: '#fed49a' })
    expect(find('group')[0]?.parent).toBe(find('frame')[0]?.id)
    const [pen, packedPen] = find('pen').map(({ id }) => decodePieces(drawing.pieces.get(id)!))
    expect(pen).toMatchObject([{ x: 600, y: 0 }, { x: 610, y: 5 }]) // prettier-ignore
    expect(packedPen).toMatchObject([{ x: 601, y: 52 }, { x: 611, y: 47 }]) // prettier-ignore
  })

  it('reads strokes without pressure, which newer files write with two numbers a point', () => {
    const packed = Buffer.alloc(16)
    packed.writeFloatLE(1, 0)
    packed.writeFloatLE(2, 4)
    for (const at of [8, 12]) packed.writeUInt16LE(0x4900, at) // 10
    for (const at of [10, 14]) packed.writeUInt16LE(0xc500, at) // -5
    const segments = [{ type: 'free', path: packed.toString('base64'), dim: 2 }]
    const drawing = readFile('a.tldr', getFile([shape('d', 'draw', {}, { segments })]))
    const [pen] = drawing.records
    expect(decodePieces(drawing.pieces.get(pen!.id)!)).toMatchObject([
      { x: 1, y: 2 },
      { x: 11, y: -3 },
      { x: 21, y: -8 },
    ])
  })

  it('gives markers their own colours, and the width of a line of text', () => {
    const points = [{ x: 0, y: 0, z: 0.5 }, { x: 10, y: 5, z: 0.5 }] // prettier-ignore
    const props = { segments: [{ type: 'free', points }], color: 'black', size: 'm' }
    const drawing = readFile(
      'a.tldr',
      getFile([shape('d', 'draw', {}, props), shape('h', 'highlight', {}, props)]),
    )
    const [pen, marker] = drawing.records
    expect([pen?.['stroke'], marker?.['stroke']]).toEqual(['ink', '#fddd00'])
    expect(Number(marker?.['strokeWidth']) / Number(pen?.['strokeWidth'])).toBeGreaterThan(7)
  })

  it('puts rotated frames upright about their middle, and says so', () => {
    const frame = shape(
      'f',
      'frame',
      { x: 100, y: 100, rotation: Math.PI / 2 },
      { w: 400, h: 200, name: 'Plan' },
    )
    const drawing = readFile('a.tldr', getFile([frame, { ...box, parentId: 'f' }]))
    const find = (kind: string) => drawing.records.find((record) => record.kind === kind)
    // Its corner is the middle of the rotation: it reaches from 100 to -100 in x, and from 100 to 500 in y.
    expect(find('frame')).toMatchObject({ x: -200, y: 200, w: 400, h: 200 })
    expect(drawing.report.notes).toMatchObject([
      { name: 'frameRotation', count: 1, records: [find('frame')?.id] },
    ])
  })

  it('puts several pages beside each other', () => {
    const second = { ...page, id: 'page:q', name: 'Page 2', index: 'a2' }
    const { records } = readFile('a.tldr', getFile([box, second, { ...star, parentId: 'page:q' }]))
    expect(records.filter(({ kind }) => kind === 'frame').map(({ title }) => title)).toEqual([
      'Page 1',
      'Page 2',
    ])
  })

  it('is a failure or comes in without what is damaged, and never an error', () => {
    const text = getFile([box, star, arrow])
    for (let length = 0; length < text.length; length += 13)
      expect(isImportFailure(openFile('a.tldr', text.slice(0, length)))).toBe(true)
    const cyclic = [
      shape('g1', 'group', { parentId: 'g2' }, {}),
      shape('g2', 'group', { parentId: 'g1' }, {}),
    ]
    expect(openFile('a.tldr', getFile(cyclic))).toMatchObject({ reason: 'empty' })
    const tower = Array.from({ length: 5_000 }, (_, i) => shape(`g${i}`, 'group', { parentId: i === 0 ? 'page:p' : `g${i - 1}` }, {})) // prettier-ignore
    expect(openFile('a.tldr', getFile(tower))).toMatchObject({ reason: 'empty' })
    const broken = [
      shape('a', 'geo', { x: 1e300 }, {}),
      shape('b', 'draw', {}, { segments: 'x' }),
      shape('c', 'arrow', {}, { start: null, end: 7 }),
      shape('d', 'line', {}, { points: null }),
      shape('e', 'geo', {}, { w: -1, h: Number.NaN, richText: { content: [{ content: 7 }] } }),
      shape('f', 'image', {}, { assetId: '__proto__' }),
    ]
    expect(readFile('a.tldr', getFile([...broken, box])).report.made.get('rect')).toBeGreaterThan(0)
    expect(openFile('a.tldr', getFile(Array.from({ length: 50_001 }, () => 0 as never)))).toMatchObject({ reason: 'too_large' }) // prettier-ignore
  })

  it('draws shapes that share an id once, however deep they are nested', () => {
    const groups = Array.from({ length: 16 }, (_, depth) => {
      const group = shape(`g${depth}`, 'group', { parentId: depth === 0 ? 'page:p' : `g${depth - 1}` }, {})
      return [group, group]
    })
    const drawing = readFile('a.tldr', getFile([...groups.flat(), { ...box, parentId: 'g15' }]))
    expect(drawing.report.made.get('rect')).toBe(1)
  })
})
