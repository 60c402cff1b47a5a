import { z } from 'zod'
import type { BoardRecord, DocumentView, RecordId, StrokePiece } from '../../document/model/record.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import { formIds } from '../../geometry/forms/index.ts'
import { encodePiece } from '../../document/model/stroke-points.ts'
import type { MeasureText, ShapeDefinition } from '../../shape.ts'
import { richText } from '../../text/testing.ts'
import { getBinding, getDocument, getElement, getView } from './records.ts'

/** One style of one shape in its own cell. */
export interface Variant {
  readonly name: string
  readonly cell: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

/** All styles of one shape on one board. */
export interface VariantBoard {
  readonly document: DocumentView
  readonly ids: readonly RecordId[]
  readonly variants: readonly Variant[]
}

type Over = Readonly<Record<string, unknown>>

const cell = { w: 220, h: 160 }
const columns = 6
const size = { w: 130, h: 80 }

/** Id of the file used for images. */
export const imageFile = 'picture'

/**
 * All styles that a shape's schema allows, derived from the schema, so that new shapes and props are included
 * automatically.
 */
function listStyles(shape: ShapeDefinition): ReadonlyMap<string, Over> {
  const { shape: props } = shape.schema.props
  const has = (name: string): boolean => Object.hasOwn(props, name)
  // Props that make a value visible: fills need an area, fonts a text.
  const seen: Over = {
    ...(has('fill') && { fill: 'blue' }),
    ...(has('strokeWidth') && { strokeWidth: 4 }),
    ...(has('text') && { text: richText('Å, “ö” & €5') }),
    ...(has('title') && { title: 'Harbour' }),
    ...(has('file') && { file: imageFile }),
  }
  const styles = new Map<string, Over>([
    ['default', {}],
    ['seen', seen],
  ])
  for (const [name, given] of Object.entries(props)) {
    const prop = given instanceof z.ZodOptional ? given.unwrap() : given
    if (prop instanceof z.ZodEnum)
      for (const value of prop.options) styles.set(`${name} ${value}`, { ...seen, [name]: value })
    if (prop instanceof z.ZodBoolean) styles.set(name, { ...seen, [name]: true })
  }
  if (has('opacity')) styles.set('faded', { ...seen, opacity: 0.5 })
  if (has('radius')) styles.set('rounded', { ...seen, radius: 24 })
  if (has('form')) for (const form of formIds) styles.set(`form ${form}`, { ...seen, form })
  if (has('crop')) styles.set('cropped', { ...seen, crop: { x: 0.25, y: 0, w: 0.5, h: 0.5 }, flipX: true })
  if (has('fill')) styles.set('own colour', { ...seen, fill: '#123456' })
  if (has('fill') && has('closed')) styles.set('closed hatch', { ...seen, closed: true, fillStyle: 'hatch' })
  if (has('text'))
    styles.set('rich', { ...seen, text: richStyles, size: 13, ...(has('wraps') && { wraps: true }) })
  if (has('points')) styles.set('bent', { ...seen, points: [0, 0, 0.5, 1, 1, 0] })
  if (shape.edit?.rotates !== false && shape.edit?.resize !== 'none') styles.set('turned', { ...seen, r: 30 })
  return styles
}

const marked = (text: string, ...types: readonly string[]): Over => ({
  type: 'text',
  text,
  marks: types.map((type) => ({
    type,
    ...(type === 'link' && { attrs: { href: 'https://tavla.example' } }),
  })),
})
const item = (text: string): Over => ({
  type: 'listItem',
  content: [{ type: 'paragraph', content: [marked(text)] }],
})

/** All text formats: bold, italic, both, code, underline, strike-through, link, and both kinds of list. */
const richStyles: RichText = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [marked('bold', 'bold'), marked(' '), marked('slanted', 'italic')] },
    { type: 'paragraph', content: [marked('both', 'bold', 'italic'), marked(' '), marked('code', 'code')] },
    {
      type: 'paragraph',
      content: [
        marked('line', 'underline'),
        marked(' '),
        marked('gone', 'strike'),
        marked(' '),
        marked('go', 'link'),
      ],
    },
    { type: 'bulletList', content: [item('milk')] },
    { type: 'orderedList', attrs: { start: 9 }, content: [item('nine')] },
  ],
}

/** All styles of one shape in rows of cells, fitted as the editor would. */
export function variantBoard(shape: ShapeDefinition, measure: MeasureText): VariantBoard {
  const records: BoardRecord[] = []
  const pieces = new Map<RecordId, readonly StrokePiece[]>()
  const variants = Array.from(listStyles(shape), ([name, style], i): Variant => {
    const at = { x: (i % columns) * cell.w, y: Math.floor(i / columns) * cell.h }
    const id = `${shape.kind}${i}`
    const position = { id, x: at.x + 45, y: at.y + 45, ...size }
    const record = getElement(shape.kind, { ...position, ...style })
    records.push({ ...record, ...shape.edit?.fit?.(record, getView([], undefined, measure)) })
    const { facets } = shape.schema
    if (facets.stroke) pieces.set(id, [wave()])
    if (facets.container)
      // Extends beyond the lower right corner, where it must be clipped.
      records.push(
        getElement('ellipse', { ...position, id: `${id}in`, parent: id, x: at.x + 120, fill: 'teal' }),
      )
    if (facets.connects) records.push(...bound(id, at))
    return { name: `${shape.kind}: ${name}`, cell: { ...at, ...cell } }
  })
  const ids = records.filter((record) => record.parent === 'page').map((record) => record.id)
  return { document: getDocument(records, pieces), ids, variants }
}

/** Two boxes bound to a connector. */
function bound(connector: RecordId, at: { readonly x: number; readonly y: number }): BoardRecord[] {
  const end = { w: 30, h: 30, fill: 'grey' }
  const [from, to] = [`${connector}from`, `${connector}to`]
  return [
    getElement('rect', { ...end, id: from, x: at.x + 20, y: at.y + 20 }),
    getElement('ellipse', { ...end, id: to, x: at.x + 170, y: at.y + 110 }),
    getBinding(connector, 'start', from),
    getBinding(connector, 'end', to),
  ]
}

function wave(): StrokePiece {
  return encodePiece(
    Array.from({ length: 40 }, (_, i) => ({
      x: i * 3,
      y: 40 + 35 * Math.sin(i / 6),
      pressure: 0.15 + (0.8 * i) / 40,
    })),
  )
}
