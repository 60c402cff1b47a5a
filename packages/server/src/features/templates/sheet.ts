import { createKeysBetween, type NewRecord, type RichText } from '@tavla/canvas/model'
import type { NamespaceKey } from '@tavla/locales'
import { getTexts } from '@tavla/locales/texts'

/** A key of the namespace `templates`, or text that is the same in every language. */
export type Words = NamespaceKey<'templates'> | { readonly literal: string }

export type Color =
  'grey' | 'brown' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'

/** Left, top, width and height in page units, all multiples of ten. */
export type Place = readonly [x: number, y: number, w: number, h: number]

interface TextStyle {
  readonly size?: number
  readonly bold?: boolean
  readonly align?: 'start' | 'center' | 'end'
  readonly color?: Color | 'ink'
}

interface BoxStyle extends TextStyle {
  readonly fill?: Color | 'paper' | 'none'
  readonly solid?: boolean
  readonly line?: Color | 'ink' | 'none'
  readonly radius?: number
}

interface Joint {
  readonly routing?: 'straight' | 'curved' | 'elbow'
  readonly head?: 'none' | 'arrow'
  readonly color?: Color | 'ink'
  readonly label?: Words
  /** Start and end, as fractions of the two boxes. */
  readonly from?: readonly [u: number, v: number]
  readonly to?: readonly [u: number, v: number]
}

/** Name of an element within the template. */
type Id = string

/** Builder for templates. Elements become ordinary records, in the order of the calls. */
export interface Sheet {
  /** Title and hint at the top left. */
  head(title: Words, hint: Words): void
  text(place: Place, words: Words, style?: TextStyle): Id
  /** A rounded area with its name at the top. */
  field(place: Place, color: Color, name: Words, hint?: Words): Id
  box(place: Place, words: Words | null, style?: BoxStyle): Id
  oval(place: Place, words: Words, style?: BoxStyle): Id
  diamond(place: Place, words: Words, style?: BoxStyle): Id
  /** A sticky note of default size, in a colour that contrasts with its area. */
  note(x: number, y: number, field: Color, words: Words | null): Id
  line(x1: number, y1: number, x2: number, y2: number, color?: Color): Id
  join(a: Id, b: Id, joint?: Joint): Id
}

/** Side of a note, in page units. */
const noteSize = 140

export const pageId = 'page-1'

type Draft = Omit<NewRecord, 'z'>

/** Builds a template in a language; returns its records, lowest first. */
export function getRecords(draw: (sheet: Sheet) => void, language: string): NewRecord[] {
  const drafts: Draft[] = []
  const { t } = getTexts(language)
  const translate = (words: Words): string =>
    typeof words === 'string' ? t(`templates:${words}`) : words.literal
  const put: Put = (kind, place, fields) => {
    const id = `t${drafts.length + 1}`
    const [x, y, w, h] = place ?? []
    drafts.push({ id, kind, parent: pageId, ...(place && { x, y, w, h, r: 0 }), ...fields })
    return id
  }
  draw(createSheet(put, translate, (id) => drafts.find((draft) => draft.id === id)))
  const keys = createKeysBetween(null, null, drafts.length, () => 0.5)
  return drafts.map((draft, index) => ({ ...draft, z: keys[index] ?? 'V' }) as NewRecord)
}

type Put = (kind: string, place: Place | null, fields: object) => Id

function createSheet(
  put: Put,
  translate: (words: Words) => string,
  find: (id: Id) => Draft | undefined,
): Sheet {
  const lettering = (words: Words | null, { size = 20, bold, align, color = 'ink' }: TextStyle) => ({
    text: words && rich(translate(words), bold ?? false),
    size,
    color,
    ...(align && { align }),
  })
  const shaped = (style: BoxStyle) => ({
    fill: style.fill ?? 'paper',
    fillStyle: style.solid ? 'solid' : 'soft',
    stroke: style.line ?? 'grey',
  })
  const sheet: Sheet = {
    head(title, hint) {
      sheet.text([0, 0, 1_600, 60], title, { size: 44, bold: true })
      sheet.text([0, 64, 1_600, 30], hint, { size: 20, color: 'grey' })
    },
    text: (place, words, style = {}) => put('text', place, { ...lettering(words, style), wraps: true }),
    field(place, color, name, hint) {
      const [x, y, w] = place
      const id = put('rect', place, { fill: color, fillStyle: 'soft', stroke: 'none', radius: 16 })
      sheet.text([x + 20, y + 16, w - 40, 34], name, { size: 24, bold: true, color })
      if (hint) sheet.text([x + 20, y + 50, w - 40, 26], hint, { size: 16, color: 'ink' })
      return id
    },
    box: (place, words, style = {}) =>
      put('rect', place, { ...shaped(style), ...lettering(words, style), radius: style.radius ?? 12 }),
    oval: (place, words, style = {}) =>
      put('ellipse', place, { ...shaped(style), ...lettering(words, style) }),
    diamond: (place, words, style = {}) =>
      put('diamond', place, { ...shaped(style), ...lettering(words, style) }),
    note: (x, y, field, words) =>
      put('sticky', [x, y, noteSize, noteSize], {
        fill: field === 'yellow' ? 'orange' : 'yellow',
        text: words && rich(translate(words), false),
        size: words ? 20 : 32,
      }),
    line: (x1, y1, x2, y2, color = 'grey') =>
      put('line', [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)], {
        stroke: color,
        dash: 'dashed',
        points: [x1 < x2 ? 0 : Number(x1 > x2), y1 <= y2 ? 0 : 1, Number(x1 < x2), Number(y1 < y2)],
      }),
    join(a, b, joint = {}) {
      const {
        routing = 'elbow',
        head = 'arrow',
        color = 'ink',
        label,
        from = [1, 0.5],
        to = [0, 0.5],
      } = joint
      const [start, end] = [getPoint(find(a), from), getPoint(find(b), to)]
      const place: Place = [
        Math.min(start.x, end.x),
        Math.min(start.y, end.y),
        Math.abs(end.x - start.x),
        Math.abs(end.y - start.y),
      ]
      const id = put('connector', place, {
        points: [
          Number(start.x > end.x),
          Number(start.y > end.y),
          Number(end.x > start.x),
          Number(end.y > start.y),
        ],
        routing,
        endHead: head,
        stroke: color,
        ...(label && { text: rich(translate(label), false) }),
      })
      for (const [which, target, [u, v]] of [['start', a, from] as const, ['end', b, to] as const])
        put('binding', null, { parent: id, end: which, target, u, v })
      return id
    },
  }
  return sheet
}

function getPoint(draft: Draft | undefined, [u, v]: readonly [number, number]): { x: number; y: number } {
  const { x = 0, y = 0, w = 0, h = 0 } = (draft ?? {}) as Partial<Record<'x' | 'y' | 'w' | 'h', number>>
  return { x: x + u * w, y: y + v * h }
}

function rich(text: string, bold: boolean): RichText {
  const content = text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line !== '' && {
      content: [{ type: 'text', text: line, ...(bold && { marks: [{ type: 'bold' }] }) }],
    }),
  }))
  return { type: 'doc', content }
}
