import type { BoardRecord, DocumentView, RecordId, StrokePiece } from '../../document/model/record.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import { encodePiece, type StrokePoint } from '../../document/model/stroke-points.ts'
import { getPointBounds } from '../../geometry/box.ts'
import type { MeasureText } from '../../shape.ts'
import { richText } from '../../text/testing.ts'
import { getBinding, getDocument, getElement, shapesByKind, getView } from './records.ts'

type Over = Readonly<Record<string, unknown>>

const mark = (type: string, attrs?: Over): Over => ({ type, ...(attrs && { attrs }) })
const words = (text: string, ...marks: readonly Over[]): Over => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: readonly Over[]): Over => ({ type: 'paragraph', content })
const item = (text: string): Over => ({ type: 'listItem', content: [paragraph(words(text))] })

const rich: RichText = {
  type: 'doc',
  content: [
    paragraph(
      words('Bold', mark('bold')),
      words(', '),
      words('italic', mark('italic')),
      words(', '),
      words('code()', mark('code')),
    ),
    paragraph(
      words('under', mark('underline')),
      words(' '),
      words('struck', mark('strike')),
      words(' '),
      words('link', mark('link', { href: 'https://tavla.example' })),
    ),
    { type: 'bulletList', content: [item('milk and a longer line that wraps'), item('bread')] },
    { type: 'orderedList', attrs: { start: 9 }, content: [item('nine'), item('ten')] },
    paragraph(words('红色', mark('color', { value: 'red' })), words('与中文混排，换行也对。')),
    paragraph(words('שלום עולם 123 abc')),
    paragraph(words('مرحبا بالعالم')),
  ],
}

/** A wave similar to handwriting, with pressure increasing to the right. */
function wave(count: number, pressed: boolean): StrokePoint[] {
  return Array.from({ length: count }, (_, i) => ({
    x: i * 3,
    y: 40 * Math.sin(i / 6) * Math.cos(i / 23),
    pressure: pressed ? 0.15 + (0.8 * i) / count : 0.5,
  }))
}

export interface SampleBoard {
  readonly document: DocumentView
  /** Top-level elements, bottom to top. */
  readonly ids: readonly RecordId[]
}

/** A board with all kinds of elements in many styles, for images and output comparisons. */
export function sampleBoard(measure: MeasureText): SampleBoard {
  const records: BoardRecord[] = []
  const pieces = new Map<RecordId, readonly StrokePiece[]>()
  const add = (kind: string, over: Over): RecordId => {
    const record = getElement(kind, { id: `${kind}${records.length}`, ...over })
    const fitted = shapesByKind.get(kind)!.edit?.fit?.(record, getView([], undefined, measure))
    records.push({ ...record, ...fitted })
    return record.id
  }
  addBoxes(add)
  addLines(add)
  addStrokes(add, pieces)
  add('text', { x: 20, y: 640, w: 260, h: 10, wraps: true, size: 16, text: rich })
  add('text', { x: 320, y: 640, size: 36, font: 'serif', color: 'blue', text: richText('Serif, wide') })
  add('text', { x: 320, y: 700, size: 24, font: 'mono', r: -8, text: richText('mono turned') })
  add('text', { x: 320, y: 750, size: 24, font: 'hand', text: richText('By hand 😀👍🏽') })
  add('sticky', { x: 560, y: 640, w: 180, h: 180, text: richText('Short') })
  add('sticky', {
    x: 760,
    y: 640,
    w: 180,
    h: 180,
    fill: 'pink',
    r: 4,
    text: richText('A longer note that has to be set smaller so that all of it fits in'),
  })
  add('image', { x: 980, y: 640, w: 120, h: 90 })
  const frame = add('frame', { x: 980, y: 460, w: 200, h: 130, title: 'A frame with a long title' })
  add('ellipse', { parent: frame, x: 1100, y: 520, w: 160, h: 120, fill: 'teal' })
  addConnectors(add, records)
  const ids = records.filter((record) => record.parent === 'page').map((record) => record.id)
  return { document: getDocument(records, pieces), ids }
}

type Add = (kind: string, over: Over) => RecordId

function addBoxes(add: Add): void {
  const styles: Over[] = [
    {},
    { fill: 'blue', text: richText('Label') },
    { fill: 'green', fillStyle: 'solid', text: richText('Solid') },
    { fill: 'red', fillStyle: 'hatch', stroke: 'red' },
    { dash: 'dashed', strokeWidth: 4, stroke: 'violet' },
    { dash: 'dotted', strokeWidth: 4, stroke: 'teal' },
    { r: 20, fill: 'orange', stroke: 'none', opacity: 0.6, text: richText('Turned') },
    { radius: 24, fill: '#123456', text: richText('Own') },
  ]
  ;['rect', 'ellipse', 'diamond'].forEach((kind, row) => {
    styles.forEach((style, column) => {
      const { radius, ...rest } = style
      const fields = kind === 'rect' && radius !== undefined ? { ...rest, radius } : rest
      add(kind, { x: 20 + column * 150, y: 20 + row * 110, w: 120, h: 80, ...fields })
    })
  })
}

function addLines(add: Add): void {
  ;['arrow', 'triangle', 'dot', 'diamond', 'bar'].forEach((head, i) => {
    add('line', { x: 20, y: 370 + i * 24, w: 140, h: 10, startHead: head, endHead: head, strokeWidth: 1 + i })
  })
  const points = [0, 0.5, 0.3, 0, 0.6, 1, 1, 0.2]
  add('line', { x: 200, y: 360, w: 140, h: 110, points, routing: 'curved', stroke: 'blue', strokeWidth: 3 })
  add('line', { x: 370, y: 360, w: 140, h: 110, points, closed: true, fill: 'yellow' })
  add('line', {
    x: 540,
    y: 360,
    w: 140,
    h: 110,
    points,
    closed: true,
    routing: 'curved',
    fill: 'violet',
    fillStyle: 'hatch',
  })
}

function addStrokes(add: Add, pieces: Map<RecordId, readonly StrokePiece[]>): void {
  const strokes: readonly [Over, boolean][] = [
    [{ nib: 'pen', strokeWidth: 8 }, true],
    [{ nib: 'pen', strokeWidth: 5, stroke: 'red' }, false],
    [{ nib: 'even', strokeWidth: 3, stroke: 'green', flipY: true }, false],
    [{ nib: 'highlighter', strokeWidth: 24, stroke: 'yellow' }, false],
  ]
  strokes.forEach(([style, pressed], i) => {
    const points = wave(80, pressed)
    const { w, h } = getPointBounds(points)
    pieces.set(add('pen', { x: 710 + (i % 2) * 240, y: 350 + (i >> 1) * 70, w: w * 0.9, h, ...style }), [
      encodePiece(points),
    ])
  })
}

function addConnectors(add: Add, records: BoardRecord[]): void {
  ;['straight', 'curved', 'elbow'].forEach((routing, i) => {
    const x = 20 + i * 330
    const from = add('rect', { x, y: 510, w: 80, h: 50, fill: 'grey' })
    const to = add('ellipse', { x: x + 190, y: 560, w: 90, h: 60, fill: 'brown' })
    const over = { routing, endHead: i === 1 ? 'triangle' : 'arrow', startHead: i === 2 ? 'dot' : 'none' }
    const id = add('connector', { ...over, ...(i === 0 && { text: richText('yes') }), stroke: 'blue' })
    records.push(
      getBinding(id, 'start', from),
      getBinding(id, 'end', to, i === 1 ? 0.5 : 0.5, i === 1 ? 0 : 0.5),
    )
  })
}
