import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodePiece } from '../document/model/stroke-points.ts'
import type { BoardRecord } from '../document/model/record.ts'
import { shapes } from '../shapes/index.ts'
import { getBinding, getDocument, getElement, shapesByKind } from '../shapes/testing/records.ts'
import { halfWidths, richText } from '../text/testing.ts'
import { exportJson } from './board-data/json.ts'
import { tavlaFile } from './board-data/tavla-file.ts'
import { listFrames, getFramePage } from './export-page.ts'
import { PngWriter } from './png-writer.ts'
import { pngLimits, pngSize } from './png.ts'
import { exportSvg, type SvgOptions } from './export-svg.ts'

const frame = getElement('frame', { id: 'frame', x: 0, y: 0, w: 200, h: 200 })
const inside = getElement('rect', { id: 'inside', parent: 'frame', x: 150, y: 150, w: 100, h: 100 })
const group = { id: 'group', kind: 'group', parent: 'page', z: 'b', by: 'u', made: 1 } as BoardRecord
const grouped = getElement('sticky', {
  id: 'grouped',
  parent: 'group',
  x: 300,
  y: 0,
  text: richText('a < b & c'),
})
const arrow = getElement('connector', { id: 'arrow' })
const unknown = getElement('hologram', { id: 'unknown', x: 9000 })
const bindings = [getBinding('arrow', 'start', 'inside'), getBinding('arrow', 'end', 'grouped')]
const records = [frame, inside, group, grouped, arrow, unknown, ...bindings]
const document = getDocument(records)

function svg(over: Partial<SvgOptions> = {}): string {
  const ids = ['frame', 'group', 'arrow', 'unknown']
  return exportSvg({
    document,
    shapes: shapesByKind,
    measure: halfWidths,
    ids,
    theme: 'light',
    background: '#faf9f6',
    ...over,
  })
}

describe('SVG', () => {
  it('draws frames with contents and groups in stacking order', () => {
    const markup = svg()
    const order = ['fill="#ffffff"', 'x="150"', 'fill="#fbedae"', '<path'].map((part) => markup.indexOf(part))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order.every((at) => at > 0)).toBe(true)
    expect(markup).toContain('a &lt; b')
  })

  it('clips frame contents and ignores the clipped part for the size', () => {
    const markup = svg({ ids: ['frame'], padding: 0 })
    expect(markup).toContain('viewBox="-1 -28 202 229"')
    expect(markup).toContain('<clipPath id="t-clip0"><rect x="0" y="0" width="200" height="200"/></clipPath>')
  })

  it('omits elements outside the requested area', () => {
    expect(svg({ box: { x: 290, y: -10, w: 120, h: 80 }, padding: 0 })).not.toContain('x="150"')
  })

  it('can be transparent, titled, and empty', () => {
    expect(svg({ background: null, ids: [], title: 'A & B' })).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1" text-rendering="geometricPrecision"><title>A &amp; B</title></svg>',
    )
  })

  it('contains nothing executable', () => {
    const hostileText = getElement('text', {
      id: 'n',
      text: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: '</text><script>x</script>\u0000\ud800',
                marks: [{ type: 'link', attrs: { href: 'javascript:x' } }],
              },
            ],
          },
        ],
      },
    })
    const markup = exportSvg({
      document: getDocument([hostileText]),
      shapes: shapesByKind,
      measure: halfWidths,
      ids: ['n'],
      theme: 'light',
      background: null,
    })
    expect(markup).not.toMatch(/<script|javascript:|\u0000|\ud800/)
  })
})

describe('JSON', () => {
  it('contains records with contents, strokes as points and the images used', () => {
    const pen = getElement('pen', { id: 'pen' })
    const image = getElement('image', { id: 'picture', file: 'f1' })
    const pieces = new Map([['pen', [encodePiece([{ x: 1, y: 2, pressure: 1 }])]]])
    const board = exportJson({
      document: getDocument([pen, image], pieces),
      ids: ['pen', 'picture'],
      shapes,
    })
    expect(board).toMatchObject({
      format: 'tavla',
      version: 2,
      schema: { pen: 1, image: 1 },
      strokes: { pen: [[1, 2, 1]] },
      assets: [{ id: 'f1' }],
    })
  })

  it('restores the same board', async () => {
    const pen = getElement('pen', { id: 'pen' })
    const pieces = new Map([['pen', [encodePiece([{ x: 1, y: 2, pressure: 1 }])]]])
    const full = getDocument([pen, ...records], pieces)
    for (const ids of [['pen', 'frame', 'group', 'arrow'], []]) {
      const { blob } = await tavlaFile({ document: full, ids, shapes }, 'json', () =>
        Promise.reject(new Error()),
      )
      expect(JSON.parse(await blob.text())).toEqual(exportJson({ document: full, ids, shapes }))
    }
  })

  it('can omit records and keep their contents', () => {
    const only = (record: BoardRecord): boolean => record.kind !== 'frame' && record.kind !== 'group'
    const { records } = exportJson({ document, ids: ['frame', 'group'], shapes, only })
    expect(records.map(({ id }) => id)).toEqual(['inside', 'grouped'])
  })

  it('includes a binding only with both its elements', () => {
    const ids = (asked: string[]): string[] =>
      exportJson({ document, ids: asked, shapes }).records.map((record) => record.id)
    expect(ids(['frame', 'group', 'arrow'])).toEqual([
      'frame',
      'inside',
      'group',
      'grouped',
      'arrow',
      'arrow-start',
      'arrow-end',
    ])
    expect(ids(['frame', 'arrow'])).toEqual(['frame', 'inside', 'arrow', 'arrow-start'])
  })
})

describe('frames as pages', () => {
  const nested = getElement('frame', { id: 'nested', parent: 'group', title: 'Inner' })
  const all = getDocument([...records, nested])

  it('are found on the page and in groups, in stacking order', () => {
    expect(listFrames(all, shapesByKind, 'page')).toEqual(['frame', 'nested'])
  })

  it('have exactly their area and their name; other elements do not become pages', () => {
    expect(getFramePage(all, shapesByKind, 'nested')).toEqual({
      ids: ['nested'],
      box: { x: 10, y: 20, w: 100, h: 60 },
      padding: 0,
      alone: 'nested',
      title: 'Inner',
    })
    expect(getFramePage(all, shapesByKind, 'arrow')).toBeUndefined()
    expect(getFramePage(all, shapesByKind, 'gone')).toBeUndefined()
  })

  it('show neither their border nor their name', () => {
    const markup = svg({ ...getFramePage(document, shapesByKind, 'frame') })
    expect(markup).toContain('viewBox="0 0 200 200"')
    expect(markup).toContain('<rect x="-40" y="-40" width="280" height="280" rx="4" fill="#ffffff"')
    expect(markup).toContain('x="150"')
  })
})

describe('PNG', () => {
  it('is reduced to the size limit rather than refused, and reports its size', () => {
    expect(pngSize({ w: 100, h: 50 }, 2)).toEqual({ widthPx: 200, heightPx: 100, scale: 2 })
    expect(pngSize({ w: 100_000, h: 10 }, 2)).toEqual({ widthPx: 32_000, heightPx: 3, scale: 0.32 })
    const { widthPx, heightPx } = pngSize({ w: 30_000, h: 30_000 }, 4)
    expect(widthPx * heightPx).toBeLessThanOrEqual(pngLimits.pixels)
    expect(pngSize({ w: 0.1, h: 0.1 }, 1)).toMatchObject({ widthPx: 1, heightPx: 1 })
  })
})

describe('PNG in bands', () => {
  it('contains every pixel of every band', async () => {
    const [width, height] = [3, 4]
    const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => (i * 37) % 256)
    const writer = new PngWriter(width, height)
    await writer.addRows(pixels.subarray(0, width * 4))
    await writer.addRows(pixels.subarray(width * 4))
    const bytes = new Uint8Array(await (await writer.finish()).arrayBuffer())
    expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    expect(unpacked(bytes, width)).toEqual([...pixels])
  })
})

/** Reads back the pixels of a PNG whose rows are differences from the row above. */
function unpacked(bytes: Uint8Array, width: number): number[] {
  const view = new DataView(bytes.buffer)
  const packed: number[] = []
  for (let at = 8; at < bytes.length; at += view.getUint32(at) + 12) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'IDAT') packed.push(...bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  const rows = inflateSync(Uint8Array.from(packed))
  const pixels: number[] = []
  const rowBytes = width * 4
  for (let at = 0; at < rows.length; at += rowBytes + 1) {
    for (let i = 1; i <= rowBytes; i++)
      pixels.push((rows[at + i]! + (pixels[pixels.length - rowBytes] ?? 0)) % 256)
  }
  return pixels
}
