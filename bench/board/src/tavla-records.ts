import { encodePiece } from '../../../packages/canvas/src/document/model/stroke-points.ts'
import { createKeysBetween } from '../../../packages/canvas/src/document/model/order-keys.ts'
import { richTextFromPlain } from '../../../packages/canvas/src/document/text/rich-text.ts'
import type { NewRecord } from '../../../packages/canvas/src/document/model/change.ts'
import type { StrokePiece } from '../../../packages/canvas/src/document/model/record.ts'
import { shapes } from '../../../packages/canvas/src/shapes/index.ts'
import { getPictures } from './pictures.ts'
import type { Scene, SceneElement } from './scene.ts'

const fills = ['blue', 'green', 'yellow', 'red', 'violet', 'orange'] as const
const defaultsByKind = new Map(shapes.map(({ kind, schema }) => [kind, schema.defaults]))

export interface TavlaScene {
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<string, StrokePiece>
}

/** The neutral scene as records of one page; `fileOf` returns the id of an uploaded image. */
export function tavlaScene(scene: Scene, page: string, getFile: (picture: number) => string): TavlaScene {
  const elements = [...scene.elements, scene.hero]
  // Seeded, so that order keys are the same in every run.
  let state = 1
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647
  const order = createKeysBetween(null, null, elements.length, random)
  const records: NewRecord[] = []
  const pieces = new Map<string, StrokePiece>()
  elements.forEach((element, i) => {
    const { x, y, w, h } = element
    const base = { id: element.id, parent: element.frame ?? page, z: order[i]!, x, y, w, h, r: 0 }
    const record = createRecord(scene, element, base, getFile)
    const takesHand = scene.name === 'handDrawn' && 'lineStyle' in record
    records.push(takesHand ? { ...record, lineStyle: 'handDrawn' } : record)
    if (element.type === 'stroke') {
      pieces.set(
        element.id,
        encodePiece(element.points!.map(([px, py]) => ({ x: x + px, y: y + py, pressure: 0.5 }))),
      )
    }
    for (const end of ['from', 'to'] as const) {
      const target = element[end]
      if (element.type !== 'arrow' || target === undefined) continue
      records.push({
        id: `${element.id}-${end}`,
        kind: 'binding',
        parent: element.id,
        z: 'a',
        end: end === 'from' ? 'start' : 'end',
        target,
        u: 0.5,
        v: 0.5,
      })
    }
  })
  return { records, pieces }
}

interface Base {
  readonly id: string
  readonly parent: string
  readonly z: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}

function createRecord(
  scene: Scene,
  element: SceneElement,
  base: Base,
  getFile: (picture: number) => string,
): NewRecord {
  const fill = fills[element.color]
  const of = (kind: string, fields: Record<string, unknown>): NewRecord => ({
    kind,
    ...defaultsByKind.get(kind),
    ...fields,
    ...base,
  })
  const text = element.text === undefined ? null : richTextFromPlain(element.text)
  switch (element.type) {
    case 'stroke':
      return of('pen', { stroke: 'ink', strokeWidth: 2 })
    case 'note':
      return of('sticky', { fill, text, size: 12 })
    case 'text':
      return of('text', { text, size: 16 })
    case 'frame':
      return of('frame', { title: element.text })
    case 'image': {
      const { width, height } = getPictures(scene.name)!
      return of('image', { file: getFile(element.picture!), naturalW: width, naturalH: height })
    }
    case 'arrow':
      return of('connector', { text, size: 12, routing: element.isElbow ? 'elbow' : 'straight' })
    case 'rect':
    case 'ellipse':
      return of(element.type, { fill, text, size: 12 })
  }
}
