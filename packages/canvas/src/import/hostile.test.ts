import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePieces } from '../document/model/stroke-points.ts'
import { importExcalidraw } from './excalidraw.ts'
import { importLimits } from './import-limits.ts'
import { getFlaws, imported, getScene } from './testing.ts'

function fixture(name: string): string {
  return readFileSync(new URL(`../../../../e2e/fixtures/${name}`, import.meta.url), 'utf8')
}

describe('a file in no supported format', () => {
  it.each([
    ['', 'not_json'],
    ['hello', 'not_json'],
    ['{"type":"excalidraw","elements":[', 'not_json'],
    ['null', 'not_a_drawing'],
    ['[]', 'not_a_drawing'],
    ['{}', 'not_a_drawing'],
    ['{"type":"excalidraw"}', 'not_a_drawing'],
    ['{"type":"excalidraw","elements":{"length":3}}', 'not_a_drawing'],
    ['{"type":"drawio","elements":[]}', 'not_a_drawing'],
    ['{"type":"excalidraw","elements":[]}', 'empty'],
    ['{"type":"excalidrawlib","libraryItems":[]}', 'empty'],
    [
      '{"type":"excalidraw","elements":[{"type":"text","x":0,"y":0,"width":5,"height":5,"text":" "}]}',
      'empty',
    ],
    ['{"type":"excalidraw","elements":[1,null,"x",[],{}]}', 'damaged'],
  ])('%j answers the reason %s', (text, reason) => {
    expect(importExcalidraw(text)).toMatchObject({ reason })
  })

  it('can begin with a byte order mark', () => {
    expect(imported(`\ufeff${getScene([{ type: 'rectangle' }])}`).records).toHaveLength(1)
  })
})

describe('a hostile file', () => {
  it('cannot contain non-finite numbers or positions far outside the board', () => {
    const text = `{"elements":[
      {"type":"rectangle","x":1e999,"y":0,"width":5,"height":5},
      {"type":"rectangle","x":0,"y":null,"width":5,"height":5},
      {"type":"rectangle","x":9e6,"y":0,"width":5,"height":5},
      {"type":"rectangle","x":0,"y":0,"width":1e300,"height":5},
      {"type":"ellipse","x":0,"y":0,"width":5,"height":5,"angle":1e999,"opacity":"NaN","strokeWidth":-1e308},
      {"type":"freedraw","x":0,"y":0,"width":5,"height":5,"points":[[1e308,0],[null,1],[2,"3"],[4,5]],"pressures":[1e999],"simulatePressure":false}
    ]}`
    const drawing = imported(text)
    expect(getFlaws(drawing)).toEqual([])
    expect(Object.fromEntries(drawing.report.made)).toEqual({ ellipse: 1, pen: 1 })
    expect(drawing.report.notes).toContainEqual(
      expect.objectContaining({ name: 'damaged', outcome: 'dropped', count: 4 }),
    )
    expect([...drawing.pieces.values()].map((pieces) => decodePieces(pieces))).toMatchObject([
      [{ x: 4, y: 5 }],
    ])
  })

  it('cannot reach prototypes through names', () => {
    const text = `{"elements":[
      {"type":"rectangle","x":0,"y":0,"width":5,"height":5,"id":"__proto__","groupIds":["__proto__","constructor"],"frameId":"__proto__"},
      {"type":"rectangle","x":0,"y":0,"width":5,"height":5,"id":"toString","groupIds":["__proto__","constructor"],"__proto__":{"w":7}},
      {"type":"constructor","x":0,"y":0,"width":5,"height":5},
      {"type":"arrow","x":0,"y":0,"width":5,"height":5,"startBinding":{"elementId":"__proto__"},"endBinding":{"elementId":"hasOwnProperty"}},
      {"type":"image","x":0,"y":0,"width":5,"height":5,"fileId":"__proto__"}
    ],"files":{"__proto__":{"dataURL":"data:image/png;base64,AAAA"},"constructor":{"dataURL":"data:text/html;base64,AAAA"}}}`
    const drawing = imported(text)
    expect(getFlaws(drawing)).toEqual([])
    expect(({} as Record<string, unknown>)['w']).toBeUndefined()
    expect(Object.fromEntries(drawing.report.made)).toMatchObject({ rect: 2, connector: 1 })
  })

  it('cannot contain other types among its images', () => {
    const files = {
      a: { dataURL: 'data:text/html;base64,PGI+' },
      b: { dataURL: 'https://example.org/x.png' },
      c: { dataURL: 'data:image/png;base64,!!!!' },
      d: { dataURL: 'data:image/png;base64,' },
      e: 7,
      f: { dataURL: 'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+' },
    }
    const elements = Object.keys(files).map((fileId) => ({ type: 'image', fileId }))
    const drawing = imported(getScene(elements, { files }))
    expect(drawing.images.map(({ type, bytes }) => [type, String.fromCharCode(...bytes)])).toEqual([
      ['image/svg+xml', '<svg/>'],
    ])
    expect(drawing.report.notes).toMatchObject([{ name: 'pictureMissing', outcome: 'dropped', count: 5 }])
  })

  it('can be nested as deep as JSON allows', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const drawing = imported(
      `{"elements":[{"type":"rectangle","x":0,"y":0,"width":5,"height":5,"groupIds":${deep},"customData":${deep}}]}`,
    )
    expect(drawing.records).toHaveLength(1)
  })

  it('can nest groups and frames cyclically and deeply', () => {
    const tower = Array.from({ length: 400 }, (_, i) => ({
      type: 'rectangle',
      groupIds: [`t${i}`, `t${i + 1}`],
    }))
    const fallen = Array.from({ length: 400 }, (_, i) => ({
      type: 'rectangle',
      groupIds: [`u${400 - i}`, `u${401 - i}`],
    }))
    const drawing = imported(
      getScene([
        { type: 'rectangle', groupIds: ['a', 'b'] },
        { type: 'rectangle', groupIds: ['b', 'a'] },
        { type: 'rectangle', groupIds: ['c', 'c', 'c'] },
        { type: 'rectangle', groupIds: Array.from({ length: 500 }, (_, i) => `d${i}`) },
        { type: 'frame', id: 'f', frameId: 'f', groupIds: ['a'] },
        { type: 'rectangle', frameId: 'f', groupIds: ['a', 'b'] },
        ...tower,
        ...fallen,
      ]),
    )
    expect(getFlaws(drawing)).toEqual([])
    const parents = new Map(drawing.records.map(({ id, parent }) => [id, parent]))
    const getDepth = (id: string): number => {
      const parent = parents.get(id) ?? null
      return parent === null ? 0 : 1 + getDepth(parent)
    }
    expect(Math.max(...drawing.records.map(({ id }) => getDepth(id)))).toBeLessThanOrEqual(17)
    expect(drawing.report.notes.map((note) => note.name)).toContain('grouping')
    expect(drawing.report.made.get('rect')).toBe(805)
  })

  it('can use an id twice, and bind arrows to themselves, to texts and to nothing', () => {
    const points = [
      [0, 0],
      [50, 50],
    ]
    const drawing = imported(
      getScene([
        { type: 'rectangle', id: 'same' },
        { type: 'ellipse', id: 'same', x: 500 },
        { type: 'text', id: 'label', text: 'in it', containerId: 'same' },
        { type: 'text', id: 'other', text: 'again', containerId: 'same' },
        {
          type: 'arrow',
          id: 'me',
          points,
          startBinding: { elementId: 'me' },
          endBinding: { elementId: 'label' },
        },
        { type: 'arrow', points, startBinding: { elementId: 'nobody' }, endBinding: { elementId: 'same' } },
      ]),
    )
    expect(getFlaws(drawing)).toEqual([])
    const rect = drawing.records.find((record) => record.kind === 'rect')
    const bindings = drawing.records.filter((record) => record.kind === 'binding')
    expect(bindings.map((binding) => binding['target'])).toEqual([rect?.id, rect?.id])
    expect(Object.fromEntries(drawing.report.made)).toEqual({ rect: 1, ellipse: 1, text: 1, connector: 2 })
    expect(drawing.report.notes).toMatchObject([{ name: 'binding', outcome: 'dropped', count: 2 }])
  })

  it('is refused with more elements or points than anyone draws', () => {
    const many = `{"elements":[${Array.from({ length: importLimits.elements + 1 }, () => '0').join(',')}]}`
    expect(importExcalidraw(many)).toMatchObject({ reason: 'too_large' })
    const points = `[${'[0,0],'.repeat(300_000)}[1,1]]`
    const strokes = Array.from({ length: 7 }, () => `{"type":"freedraw","x":0,"y":0,"points":${points}}`)
    expect(importExcalidraw(`{"elements":[${strokes.join(',')}]}`)).toMatchObject({ reason: 'too_large' })
  })

  it('has lines, strokes and texts truncated to the board’s limits', () => {
    const points = Array.from({ length: 120_000 }, (_, i) => [i % 2 === 0 ? -4e6 : 4e6, i])
    const drawing = imported(
      getScene([
        { type: 'line', points },
        { type: 'freedraw', points },
        { type: 'text', text: 'x'.repeat(200_000) },
        { type: 'text', text: '\n'.repeat(100_000) + 'end' },
        { type: 'text', text: `a\u0000b\ud800${'y\n'.repeat(20_000)}` },
      ]),
    )
    expect(getFlaws(drawing)).toEqual([])
    expect(drawing.report.notes).toContainEqual(
      expect.objectContaining({ name: 'manyPoints', outcome: 'approximated', count: 2 }),
    )
    expect(drawing.report.notes).toContainEqual(
      expect.objectContaining({ name: 'longText', outcome: 'approximated', count: 3 }),
    )
    const [pieces] = drawing.pieces.values()
    expect(pieces!.every((piece) => piece.length <= 64 * 1024)).toBe(true)
  })

  it('with many thousand elements is read completely', () => {
    const drawing = imported(
      getScene(
        Array.from({ length: 20_000 }, (_, i) => ({
          type: 'text',
          text: `${i}`,
          x: i,
          backgroundColor: '#123456',
        })),
      ),
    )
    expect(drawing.report.made.get('text')).toBe(20_000)
    expect(new Set(drawing.records.map((record) => record.z)).size).toBe(20_000)
  })
})

describe('any content', () => {
  const wrong = fc.oneof(
    fc.constantFrom(null, true, '', '__proto__', 'same', 'transparent', -1, 0, 1e308, -1e308, 4e6),
    fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constant('a'), fc.tuple(fc.integer(), fc.integer())), {
      maxLength: 5,
    }),
    fc.dictionary(fc.string(), fc.anything(), { maxKeys: 3 }),
    fc.record({
      elementId: fc.constantFrom('a', 'b', '__proto__'),
      fixedPoint: fc.tuple(fc.double(), fc.double()),
    }),
  )
  const kinds = [
    'rectangle',
    'ellipse',
    'diamond',
    'text',
    'line',
    'arrow',
    'draw',
    'freedraw',
    'image',
    'frame',
    'embeddable',
  ]
  const names = [
    'id',
    'x',
    'y',
    'width',
    'height',
    'angle',
    'strokeColor',
    'backgroundColor',
    'fillStyle',
    'strokeWidth',
    'opacity',
    'groupIds',
    'frameId',
    'roundness',
    'text',
    'fontSize',
    'font',
    'containerId',
    'points',
    'pressures',
    'startBinding',
    'endBinding',
    'startArrowhead',
    'elbowed',
    'fileId',
    'scale',
    'crop',
    'name',
    'link',
    'isDeleted',
  ]
  const element = fc
    .record({
      type: fc.constantFrom(...kinds),
      id: fc.constantFrom('a', 'b', 'c', ''),
      containerId: fc.constantFrom('a', 'b', null),
      frameId: fc.constantFrom('a', 'c', null),
      groupIds: fc.array(fc.constantFrom('g', 'h', 'i'), { maxLength: 4 }),
      text: fc.string(),
      points: fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
        maxLength: 4,
      }),
      polygon: fc.boolean(),
      elbowed: fc.boolean(),
      angle: fc.double({ noNaN: true }),
      backgroundColor: fc.constantFrom('#fff', 'red', 'transparent', 'x'),
      startBinding: fc.option(fc.record({ elementId: fc.constantFrom('a', 'b', 'c') })),
      overrides: fc.array(fc.tuple(fc.constantFrom(...names), wrong), { maxLength: 3 }),
    })
    .map(({ overrides, ...rest }) => ({ ...rest, ...Object.fromEntries(overrides) }))

  it('results in valid records or an error', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 12 }), (elements) => {
        const result = importExcalidraw(getScene(elements))
        if (!('reason' in result)) expect(getFlaws(result)).toEqual([])
      }),
      { seed: 1121, numRuns: 1_500 },
    )
  })

  it('never throws, wherever a real file is damaged', () => {
    const text = fixture('2026-app-0.18.excalidraw')
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 6 }), (at, length, instead) => {
        const result = importExcalidraw(text.slice(0, at) + instead + text.slice(at + length))
        if (!('reason' in result)) expect(getFlaws(result)).toEqual([])
      }),
      { seed: 1122, numRuns: 400 },
    )
  })
})
