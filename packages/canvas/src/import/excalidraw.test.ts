import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { NewRecord } from '../document/model/change.ts'
import { getPlainText } from '../document/text/rich-text.ts'
import type { RichText } from '../document/text/rich-text.ts'
import { decodePieces } from '../document/model/stroke-points.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { placeImages } from './images.ts'
import { getFlaws, imported, getScene } from './testing.ts'

function fixture(name: string): string {
  return readFileSync(new URL(`../../../../e2e/fixtures/${name}`, import.meta.url), 'utf8')
}

function ofKind(drawing: ImportedDrawing, kind: string): NewRecord[] {
  return drawing.records.filter((record) => record.kind === kind)
}

function getWords(record: NewRecord | undefined): string {
  return getPlainText((record?.['text'] ?? null) as RichText | null)
}

function withWords(drawing: ImportedDrawing, words: string): NewRecord {
  const found = drawing.records.find((record) => getWords(record) === words)
  if (!found) throw new Error(`nothing says ${words}`)
  return found
}

function getNotes(drawing: ImportedDrawing): Record<string, number> {
  return Object.fromEntries(drawing.report.notes.map((note) => [note.name, note.count]))
}

describe('real files', () => {
  it.each([
    [
      '2020-app-0.6.excalidraw',
      { ellipse: 1, rect: 1, diamond: 1, connector: 1, line: 1, pen: 1, text: 1 },
      {},
    ],
    ['2021-ellipse.excalidraw', { ellipse: 1 }, {}],
    ['2023-strokes.excalidraw', { pen: 5 }, {}],
    [
      '2024-diagram.excalidraw',
      { rect: 29, ellipse: 5, diamond: 1, connector: 56, text: 1 },
      { roundedDiamond: 1 },
    ],
    [
      '2026-app-0.18.excalidraw',
      { rect: 2, ellipse: 2, diamond: 2, connector: 3, text: 2, image: 1, frame: 1, line: 1, pen: 1 },
      { fillPattern: 1, lock: 1 },
    ],
    ['2026-app-0.18.excalidrawlib', { rect: 1, diamond: 1, pen: 1 }, {}],
  ])('%s comes in whole, as records that a board takes', (name, made, notes) => {
    const drawing = imported(fixture(name))
    expect(getFlaws(drawing)).toEqual([])
    expect(Object.fromEntries(drawing.report.made)).toEqual(made)
    expect(getNotes(drawing)).toEqual(notes)
  })

  it('import labels into their shapes and bind arrows to them', () => {
    const drawing = imported(fixture('2026-app-0.18.excalidraw'))
    const idea = withWords(drawing, 'An idea that needs more than one line')
    const tried = withWords(drawing, 'Try it')
    expect(idea).toMatchObject({
      kind: 'rect',
      fill: '#a5d8ff',
      fillStyle: 'solid',
      color: '#1e1e1e',
      font: 'hand',
    })
    expect(tried).toMatchObject({ kind: 'ellipse', fill: '#ffec99', fillStyle: 'hatch', color: 'ink' })
    const arrow = withWords(drawing, 'then')
    const held = ofKind(drawing, 'binding').filter((binding) => binding.parent === arrow.id)
    expect(held).toMatchObject([
      { end: 'start', target: idea.id, u: 0.5, v: 0.5 },
      { end: 'end', target: tried.id, u: 0.5, v: 0.5 },
    ])
  })

  it('keep nested groups, and frames with their contents', () => {
    const drawing = imported(fixture('2026-app-0.18.excalidraw'))
    const groups = ofKind(drawing, 'group')
    const outer = groups.find((group) => group.parent === null)
    const inner = groups.find((group) => group.parent === outer?.id)
    expect(
      drawing.records.filter((record) => record.parent === inner?.id).map((record) => record.kind),
    ).toEqual(['rect', 'ellipse'])
    const [frame] = ofKind(drawing, 'frame')
    expect(frame).toMatchObject({ title: 'Pictures', parent: null, r: 0 })
    expect(ofKind(drawing, 'image')[0]?.parent).toBe(frame?.id)
  })

  it('return the bytes of images and reserve their place', () => {
    const drawing = imported(fixture('2026-app-0.18.excalidraw'))
    const [image] = drawing.images
    expect(image?.type).toBe('image/png')
    expect([...(image?.bytes.slice(0, 8) ?? [])]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    const stored = placeImages(drawing, new Map([[image!.key, { fileId: 'f1', w: 240, h: 160 }]]))
    expect(ofKind(stored, 'image')).toMatchObject([{ file: 'f1', naturalW: 240, naturalH: 160 }])
    expect(getFlaws(stored)).toEqual([])
    const refused = placeImages(drawing, new Map())
    expect(ofKind(refused, 'image')).toEqual([])
    expect(getNotes(refused)).toMatchObject({ pictureRefused: 1, lock: 1 })
    expect(getFlaws(refused)).toEqual([])
  })

  it('keep text, points and pressure', () => {
    const old = imported(fixture('2020-app-0.6.excalidraw'))
    expect(withWords(old, 'Plan of 2020\nsecond line')).toMatchObject({
      kind: 'text',
      size: 20,
      wraps: false,
    })
    const strokes = imported(fixture('2023-strokes.excalidraw'))
    const foreign = JSON.parse(fixture('2023-strokes.excalidraw')) as { elements: { points: unknown[] }[] }
    const counts = ofKind(strokes, 'pen').map(({ id }) => decodePieces(strokes.pieces.get(id)!).length)
    expect(counts).toEqual(foreign.elements.map((element) => element.points.length))
  })

  it('keep their hand-drawn lines, and clean ones', () => {
    const drawing = imported(
      getScene([
        { type: 'rectangle', id: 'a', width: 9, height: 9, roughness: 1 },
        { type: 'rectangle', id: 'b', width: 9, height: 9, roughness: 0 },
        { type: 'arrow', id: 'c', points: [[0, 0], [9, 9]], roughness: 2 }, // prettier-ignore
      ]),
    )
    expect(drawing.records.map(({ lineStyle }) => lineStyle)).toEqual(['handDrawn', 'clean', 'handDrawn'])
    const real = imported(fixture('2026-app-0.18.excalidraw'))
    expect(real.records.filter(({ lineStyle }) => lineStyle === 'handDrawn')).toHaveLength(10)
  })

  it('keep the corners of an elbow arrow', () => {
    const detour = imported(fixture('2026-app-0.18.excalidraw'))
    const [elbow] = ofKind(detour, 'connector').filter(({ routing }) => routing === 'elbow')
    expect(elbow).toMatchObject({ x: 900, y: 150, w: 160, h: 150, points: [0, 0, 0.5, 0, 0.5, 1, 1, 1] })
  })

  it('link the text of an element that had a link', () => {
    const manual = withWords(imported(fixture('2026-app-0.18.excalidraw')), 'see the manual')
    expect(JSON.stringify(manual['text'])).toContain('"href":"https://example.org/manual"')
  })

  it('keep the links of elements, and of texts in them, and report those that boards do not have', () => {
    const points = [
      [0, 0],
      [9, 9],
    ]
    const drawing = imported(
      getScene([
        { type: 'rectangle', id: 'a', link: 'https://example.org/a' },
        { type: 'text', containerId: 'a', text: 'in it', link: 'https://example.org/text' },
        { type: 'arrow', points, link: 'https://example.org/b' },
        { type: 'freedraw', points, link: 'https://example.org/c' },
        { type: 'ellipse', link: 'javascript:alert(1)' },
        { type: 'diamond', link: '[[A note of Obsidian]]' },
      ]),
    )
    expect(getFlaws(drawing)).toEqual([])
    const linked = drawing.records
      .map(({ kind, link }) => [kind, link])
      .filter(([, link]) => link !== undefined)
    expect(linked).toEqual([
      ['rect', 'https://example.org/a'],
      ['connector', 'https://example.org/b'],
      ['pen', 'https://example.org/c'],
    ])
    expect(JSON.stringify(ofKind(drawing, 'rect')[0]?.['text'])).toContain(
      '"href":"https://example.org/text"',
    )
    expect(getNotes(drawing)).toMatchObject({ link: 2 })
  })

  it('place the items of a library next to each other, each as a group', () => {
    const drawing = imported(fixture('2026-app-0.18.excalidrawlib'))
    const boxes = drawing.records.filter((record) => record['x'] !== undefined)
    expect(boxes.map((box) => box['y'])).toEqual([0, 0, expect.any(Number)])
    const edges = boxes.map((box) => [Number(box['x']), Number(box['x']) + Number(box['w'])])
    expect(edges[1]![0]).toBeGreaterThan(edges[0]![1]!)
    expect(edges[2]![0]).toBeGreaterThan(edges[1]![1]!)
  })
})

describe('arrows', () => {
  const across = [
    [0, 0],
    [200, 0],
  ]
  const box = { type: 'rectangle', id: 'box', x: 300, y: -25, width: 100, height: 50 }

  it('keep a label at its position along them', () => {
    const drawing = imported(
      getScene([
        { type: 'arrow', id: 'way', points: across },
        { type: 'text', text: 'near its end', containerId: 'way', x: 140, y: -10, width: 40, height: 20 },
      ]),
    )
    expect(ofKind(drawing, 'connector')).toMatchObject([{ labelAt: 0.8 }])
  })

  it('are detached from elements far from their drawn end, with a report', () => {
    const held = { type: 'arrow', points: across, endBinding: { elementId: 'box' } }
    const near = imported(getScene([box, { ...held, x: 95 }]))
    expect(ofKind(near, 'binding')).toHaveLength(1)
    const far = imported(getScene([box, { ...held, x: 0 }]))
    expect(ofKind(far, 'binding')).toEqual([])
    expect(getNotes(far)).toEqual({ bindingFar: 1 })
  })

  it('are straight if the file has no roundness', () => {
    const points = [...across, [200, 100]]
    const routing = (fields: object): unknown =>
      ofKind(imported(getScene([{ type: 'arrow', points, ...fields }])), 'connector')[0]?.['routing']
    expect(routing({})).toBe('straight')
    expect(routing({ strokeSharpness: 'round' })).toBe('curved')
    expect(routing({ roundness: { type: 2 } })).toBe('curved')
  })
})

describe('files of the first months', () => {
  it('have font and size in one field, and lines without points', () => {
    const text = JSON.stringify({
      version: 1,
      source: 'https://example.org',
      elements: [
        {
          type: 'text',
          x: 5,
          y: 6,
          width: 90,
          height: 20,
          text: 'hello',
          font: '36px Cascadia',
          baseline: 15,
        },
        { type: 'arrow', x: 10, y: 20, width: 30, height: -40 },
        {
          type: 'line',
          x: 0,
          y: 0,
          points: [
            { x: 0, y: 0 },
            { x: 5, y: 5 },
            { x: 9, y: 0 },
          ],
        },
      ],
    })
    const drawing = imported(text)
    expect(getFlaws(drawing)).toEqual([])
    expect(ofKind(drawing, 'text')).toMatchObject([{ font: 'mono', size: 36, x: 5, y: 5.53 }])
    expect(ofKind(drawing, 'connector')).toMatchObject([
      {
        x: 10,
        y: -20,
        w: 30,
        h: 40,
        points: [0, 1, 1, 0],
        endHead: 'arrow',
        startHead: 'none',
        routing: 'straight',
      },
    ])
    expect(ofKind(drawing, 'line')).toMatchObject([{ routing: 'straight', endHead: 'none' }])
  })

  it('have boxes drawn from right to left', () => {
    const [rect] = ofKind(imported(getScene([{ type: 'rectangle', x: 10, width: -30 }])), 'rect')
    expect(rect).toMatchObject({ x: -20, w: 30 })
  })

  it('round corners by a quarter of the side, newer ones by at most 32', () => {
    const drawing = imported(
      getScene([
        { type: 'rectangle', width: 400, height: 400, strokeSharpness: 'round' },
        { type: 'rectangle', width: 400, height: 400, roundness: { type: 3 } },
        { type: 'rectangle', width: 40, height: 400, roundness: { type: 3 } },
        { type: 'rectangle', width: 400, height: 400, roundness: null },
      ]),
    )
    expect(ofKind(drawing, 'rect').map((rect) => rect['radius'])).toEqual([100, 32, 10, 0])
  })

  it('have filled closed strokes, which stay filled', () => {
    const points = [
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 0],
    ]
    const drawing = imported(
      getScene([
        { type: 'draw', points, backgroundColor: '#ff0000' },
        { type: 'draw', points },
      ]),
    )
    expect(ofKind(drawing, 'line')).toMatchObject([{ closed: true, fill: '#ff0000', fillStyle: 'hatch' }])
    expect(ofKind(drawing, 'pen')).toHaveLength(1)
  })
})

describe('ends of arrows', () => {
  it('are bound where they were drawn, or at the centre if they point there', () => {
    const drawing = imported(
      getScene([
        { type: 'rectangle', id: 'box' },
        {
          type: 'arrow',
          x: -60,
          y: 10,
          points: [
            [0, 0],
            [55, 0],
          ],
          endBinding: { elementId: 'box', focus: 0.6 },
        },
        {
          type: 'arrow',
          x: -60,
          y: 25,
          points: [
            [0, 0],
            [55, 0],
          ],
          endBinding: { elementId: 'box', focus: 0 },
        },
        {
          type: 'arrow',
          x: 104,
          y: 15,
          points: [
            [0, 0],
            [55, 0],
          ],
          startBinding: { elementId: 'box', fixedPoint: [1.04, 0.3] },
        },
      ]),
    )
    expect(ofKind(drawing, 'binding').map(({ end, u, v }) => [end, u, v])).toEqual([
      ['end', 0, 0.2],
      ['end', 0.5, 0.5],
      ['start', 1, 0.3],
    ])
  })
})

describe('styles', () => {
  it('keep colours, except that ink and paper follow the theme', () => {
    const drawing = imported(
      getScene([
        { type: 'rectangle', strokeColor: '#1e1e1e', backgroundColor: '#FFF' },
        { type: 'rectangle', strokeColor: 'rgb(1, 2, 3)', backgroundColor: 'transparent' },
        { type: 'rectangle', strokeColor: '#E0313180', backgroundColor: 'url(#x)' },
      ]),
    )
    expect(ofKind(drawing, 'rect')).toMatchObject([
      { stroke: 'ink', fill: 'paper' },
      { stroke: '#010203', fill: 'none' },
      { stroke: '#e03131', fill: 'ink' },
    ])
    expect(getNotes(drawing)).toEqual({ color: 1 })
  })

  it('keep text dark on colours that do not follow the theme', () => {
    const drawing = imported(
      getScene([
        { type: 'text', text: 'below', x: 40 },
        { type: 'rectangle', width: 300, height: 300, backgroundColor: '#ffec99', fillStyle: 'solid' },
        { type: 'text', text: 'on it', x: 40 },
        { type: 'text', text: 'beside', x: 400 },
      ]),
    )
    expect(withWords(drawing, 'below')['color']).toBe('ink')
    expect(withWords(drawing, 'on it')['color']).toBe('#000000')
    expect(withWords(drawing, 'beside')['color']).toBe('ink')
  })

  it('rotate in degrees, and lines by their points', () => {
    const drawing = imported(
      getScene([
        { type: 'ellipse', angle: Math.PI / 2 },
        { type: 'ellipse', angle: -7 * Math.PI },
        {
          type: 'line',
          points: [
            [0, 0],
            [100, 0],
          ],
          angle: Math.PI / 2,
        },
      ]),
    )
    expect(ofKind(drawing, 'ellipse').map((ellipse) => ellipse['r'])).toEqual([90, -180])
    const [line] = ofKind(drawing, 'line')
    expect(line?.['r']).toBe(0)
    expect(line?.['x']).toBeCloseTo(50, 6)
    expect(line?.['h']).toBeCloseTo(100, 6)
  })

  it('report what has no equivalent', () => {
    const drawing = imported(
      getScene(
        [
          {
            type: 'rectangle',
            fillStyle: 'zigzag',
            backgroundColor: '#aabbcc',
            opacity: 1,
            strokeWidth: 400,
            locked: true,
          },
          {
            type: 'arrow',
            points: [
              [0, 0],
              [9, 9],
            ],
            endArrowhead: 'circle_outline',
          },
          { type: 'text', text: 'loud', fontFamily: 7, fontSize: 5000, link: 'javascript:alert(1)' },
          { type: 'iframe', link: 'https://example.org/' },
          { type: 'image', fileId: 'gone' },
          { type: 'hologram' },
          { type: 'rectangle', width: 0, height: 0 },
          { type: 'freedraw', points: [[0, 0]], strokeColor: 'transparent' },
        ],
        { appState: { viewBackgroundColor: '#ffc9c9' } },
      ),
    )
    expect(getFlaws(drawing)).toEqual([])
    expect(getNotes(drawing)).toEqual({
      fillPattern: 1,
      opacity: 1,
      lineWidth: 1,
      lock: 1,
      arrowhead: 1,
      font: 1,
      textSize: 1,
      link: 1,
      embedded: 1,
      pictureMissing: 1,
      unknownKind: 1,
      invisible: 2,
      background: 1,
    })
    expect(getWords(ofKind(drawing, 'rect')[1])).toBe('https://example.org/')
  })
})
