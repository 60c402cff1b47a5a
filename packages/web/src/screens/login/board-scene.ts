import { boardSchemas, createKeysBetween, richTextFromPlain } from '@tavla/canvas/model'
import type { Fields, NewRecord } from '@tavla/canvas/model'

/** Texts of the demo board. */
export interface SceneText {
  readonly title: string
  readonly idea: string
  readonly drag: string
  readonly together: string
  readonly ask: string
  readonly yes: string
}

interface Draft {
  readonly id: string
  readonly kind: string
  readonly parent?: string
  readonly fields: Fields
}

interface Position {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r?: number
}

const pageId = 'page'
const handwriting = { font: 'hand' }

/** Records of the demo board. */
export function createSceneRecords(texts: SceneText): NewRecord[] {
  const createNote = (
    id: 'idea' | 'drag' | 'together',
    position: { x: number; y: number; r: number },
    fill: string,
  ) =>
    createElement(
      id,
      'sticky',
      { ...position, w: 168, h: 168 },
      { ...handwriting, size: 26, fill, text: texts[id] },
    )
  const drafts: Draft[] = [
    createElement(
      'title',
      'text',
      { x: 40, y: 0, w: 560, h: 54 },
      { ...handwriting, size: 36, text: texts.title },
    ),
    createNote('idea', { x: 40, y: 112, r: -2 }, 'yellow'),
    createNote('drag', { x: 256, y: 128, r: 1.5 }, 'orange'),
    createNote('together', { x: 472, y: 108, r: -1 }, 'blue'),
    createElement('ask', 'diamond', { x: 226, y: 388, w: 228, h: 140 }, { fill: 'grey', text: texts.ask }),
    createElement(
      'yes',
      'rect',
      { x: 552, y: 414, w: 168, h: 88 },
      { fill: 'green', radius: 12, text: texts.yes },
    ),
    ...createArrow(
      'first',
      { from: 'drag', u: 0.5, v: 0.5 },
      { to: 'ask', u: 0.5, v: 0.5 },
      [340, 296, 340, 388],
    ),
    ...createArrow(
      'second',
      { from: 'ask', u: 0.5, v: 0.5 },
      { to: 'yes', u: 0.5, v: 0.5 },
      [454, 458, 552, 458],
    ),
  ]
  const keys = createKeysBetween(null, null, drafts.length, () => 0.5)
  const records = drafts.map(({ id, kind, parent = pageId, fields }, index) => ({
    ...getDefaults(kind),
    ...fields,
    id,
    kind,
    parent,
    z: keys[index] ?? '',
  }))
  return [{ id: pageId, kind: 'page', parent: null, z: 'V', name: texts.title }, ...records]
}

function getDefaults(kind: string): Fields {
  return boardSchemas.find((schema) => schema.kind === kind)?.defaults ?? {}
}

function createElement(id: string, kind: string, position: Position, { text, ...looks }: Fields): Draft {
  const written = typeof text === 'string' ? { text: richTextFromPlain(text) } : {}
  return { id, kind, fields: { r: 0, ...position, ...looks, ...written } }
}

/** A connector with the bindings of its two ends. */
function createArrow(
  id: string,
  { from, ...start }: { from: string; u: number; v: number },
  { to, ...end }: { to: string; u: number; v: number },
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): Draft[] {
  const position = { x: x1, y: y1, w: Math.max(1, x2 - x1), h: Math.max(1, y2 - y1) }
  return [
    createElement(id, 'connector', position, { points: [0, 0, x2 - x1, y2 - y1] }),
    { id: `${id}-start`, kind: 'binding', parent: id, fields: { end: 'start', target: from, ...start } },
    { id: `${id}-end`, kind: 'binding', parent: id, fields: { end: 'end', target: to, ...end } },
  ]
}
