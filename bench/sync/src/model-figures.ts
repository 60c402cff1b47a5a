/**
 * Figures without a server: size and growth of a checkpoint, and the time to apply a remote change. Prints JSON.
 */
import { deflateRawSync } from 'node:zlib'
import * as Y from 'yjs'
import {
  BoardState,
  boardSchemas,
  ChunkPlan,
  createReducer,
  decodeBatch,
  encodeBatch,
  encodeChunk,
  replay,
} from '../../../packages/canvas/src/model.ts'
import type { AcceptedChange, AcceptedEdit } from '../../../packages/canvas/src/model.ts'
import { createReplica } from '../../../packages/canvas/src/replica/replica.ts'
import { makeScene } from '../../board/src/scene.ts'
import { toPlainObject, seeded, tavlaChanges, yjsBoard } from './boards.ts'
import { quantile } from './machine.ts'

export interface ModelFigures {
  readonly elements: number
  readonly edits: number
  /** All compressed with deflate. */
  readonly bytes: Readonly<Record<'tavla' | 'yjsPlain' | 'yjsFields', Before>>
  /** Time per change, µs: lower quartile of many batches, to exclude interference by other processes. */
  readonly applyUs: Readonly<Record<'tavla' | 'tavlaReplica' | 'yjsPlain' | 'yjsFields', number>>
}

interface Before {
  readonly before: number
  readonly after: number
  readonly afterRaw: number
}

const people = 50
const { kinds } = createReducer(boardSchemas)
const firstPage: AcceptedChange = { op: 'put', record: { id: 'page-1', kind: 'page', parent: null, z: 'V' } }

class OurBoard {
  readonly state = new BoardState()
  seq = 0

  take(changes: readonly AcceptedChange[], by: string): AcceptedEdit {
    this.seq += 1
    const id = `${by}:${this.seq}`
    const edit: AcceptedEdit = { seq: this.seq, time: this.seq, by, id, base: this.seq - 1, mark: id, changes }
    replay(this.state, kinds, edit)
    return edit
  }

  chunks(): { readonly id: string; readonly page: string; readonly bytes: Uint8Array }[] {
    const plan = new ChunkPlan(this.state, kinds, 'c')
    return plan.list().map(({ id, page }) => ({
      id,
      page,
      bytes: encodeChunk({ seq: this.seq, entries: plan.getEntries(this.state, id)!, missing: [] }),
    }))
  }
}

function measureBytes(elements: number, edits: number): ModelFigures['bytes'] {
  const scene = makeScene('mixed', elements)
  const board = new OurBoard()
  board.take([firstPage], 'owner')
  for (const changes of tavlaChanges(scene)) board.take(changes as AcceptedChange[], 'owner')
  const ours = (): number => board.chunks().reduce((sum, { bytes }) => sum + deflateRawSync(bytes).length, 0)
  const raw = (): number => board.chunks().reduce((sum, { bytes }) => sum + bytes.length, 0)
  const plain = yjsBoard(scene)
  const fields = new Y.Doc()
  fields.transact(() => {
    const shapes = fields.getMap('shapes')
    for (const element of scene.elements) shapes.set(element.id, new Y.Map(Object.entries(toPlainObject(element))))
  })
  const encoded = (doc: Y.Doc): Uint8Array => Y.encodeStateAsUpdate(doc)
  const packed = (doc: Y.Doc): number => deflateRawSync(encoded(doc)).length
  const before = { tavla: ours(), yjsPlain: packed(plain), yjsFields: packed(fields) }

  // Separate documents per user, because Yjs stores the author of each change.
  const writers = (doc: Y.Doc): Y.Doc[] =>
    Array.from({ length: people }, () => {
      const copy = new Y.Doc()
      Y.applyUpdate(copy, encoded(doc))
      return copy
    })
  const [plainWriters, fieldWriters] = [writers(plain), writers(fields)]
  const pass = (to: Y.Doc, from: Y.Doc, change: (doc: Y.Doc) => void): void => {
    let update: Uint8Array | undefined
    const keep = (bytes: Uint8Array): void => void (update = bytes)
    from.on('update', keep)
    from.transact(() => change(from))
    from.off('update', keep)
    if (update) Y.applyUpdate(to, update)
  }
  const random = seeded()
  for (let i = 0; i < edits; i += 1) {
    const person = Math.floor(random() * people)
    const element = scene.elements[Math.floor(random() * elements)]!
    const { id } = element
    // A typical drag distance.
    const [x, y] = [element.x + Math.round(random() * 600 - 300), element.y + Math.round(random() * 600 - 300)]
    board.take([{ op: 'patch', id, fields: { x, y } }], `person${person}`)
    pass(plain, plainWriters[person]!, (doc) => {
      const shapes = doc.getMap<object>('shapes')
      shapes.set(id, { ...shapes.get(id), x, y })
    })
    pass(fields, fieldWriters[person]!, (doc) => {
      const shape = doc.getMap<Y.Map<unknown>>('shapes').get(id)!
      shape.set('x', x)
      shape.set('y', y)
    })
  }
  return {
    tavla: { before: before.tavla, after: ours(), afterRaw: raw() },
    yjsPlain: { before: before.yjsPlain, after: packed(plain), afterRaw: encoded(plain).length },
    yjsFields: { before: before.yjsFields, after: packed(fields), afterRaw: encoded(fields).length },
  }
}

const groups = 60
const perGroup = 400

/**
 * µs per operation. All contenders alternate, so that a slow phase of the machine affects each; the first groups
 * are warm-up.
 */
function timed<Name extends string>(contenders: Readonly<Record<Name, (i: number) => void>>): Record<Name, number> {
  const entries = Object.entries(contenders) as [Name, (i: number) => void][]
  const took = new Map<Name, number[]>(entries.map(([name]) => [name, []]))
  for (let group = 0; group < groups; group += 1) {
    for (const [name, apply] of entries) {
      const beganAt = performance.now()
      for (let i = 0; i < perGroup; i += 1) apply(group * perGroup + i)
      took.get(name)!.push(((performance.now() - beganAt) * 1000) / perGroup)
    }
  }
  return Object.fromEntries(
    [...took].map(([name, times]) => [name, quantile(times.slice(groups / 4), 0.25)!]),
  ) as Record<Name, number>
}

async function measureApply(elements: number): Promise<ModelFigures['applyUs']> {
  const scene = makeScene('mixed', elements)
  const count = groups * perGroup
  const random = seeded()
  const moves = Array.from({ length: count }, () => ({
    id: scene.elements[Math.floor(random() * elements)]!.id,
    x: Math.round(random() * 5000),
    y: Math.round(random() * 5000),
  }))
  const board = new OurBoard()
  board.take([firstPage], 'owner')
  for (const changes of tavlaChanges(scene)) board.take(changes as AcceptedChange[], 'owner')
  const chunks = board.chunks()
  const start = board.seq
  const batches = moves.map(({ id, x, y }) => {
    const edit = board.take([{ op: 'patch', id, fields: { x, y } }], 'other')
    return encodeBatch({ from: edit.seq, to: edit.seq, edits: [edit] })
  })

  const copy = new OurBoard()
  copy.take([firstPage], 'owner')
  for (const changes of tavlaChanges(scene)) copy.take(changes as AcceptedChange[], 'owner')
  const tavla = (i: number): void => {
    for (const edit of decodeBatch(batches[i]!).edits) replay(copy.state, kinds, edit)
  }

  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid: 'bench', role: 'editor' },
    tab: 'apply',
    outbox: { load: async () => [], add: async () => undefined, remove: async () => undefined },
    link: { sendEdit: () => false, need: () => true, rejoin: () => undefined, missedDeletesSeen: () => undefined },
    clock: { now: Date.now, after: () => () => undefined },
  })
  await replica.start()
  replica.receive.welcome({
    seq: start,
    role: 'editor',
    tail: null,
    chunks: chunks.map(({ id, page, bytes }) => ({ id, page, box: null, bytes: bytes.length, hash: null })),
  })
  for (const { id, bytes } of chunks) replica.receive.chunk(id, bytes)
  const tavlaReplica = (i: number): void => replica.receive.batch(batches[i]!)

  type Change = (doc: Y.Doc, move: (typeof moves)[number]) => void
  const yjs = (doc: Y.Doc, change: Change): ((i: number) => void) => {
    const writer = new Y.Doc()
    Y.applyUpdate(writer, Y.encodeStateAsUpdate(doc))
    const updates: Uint8Array[] = []
    writer.on('update', (bytes: Uint8Array) => updates.push(bytes))
    for (const move of moves) writer.transact(() => change(writer, move))
    return (i) => Y.applyUpdate(doc, updates[i]!)
  }
  const fields = new Y.Doc()
  fields.transact(() => {
    const shapes = fields.getMap('shapes')
    for (const element of scene.elements) shapes.set(element.id, new Y.Map(Object.entries(toPlainObject(element))))
  })
  const yjsPlain = yjs(yjsBoard(scene), (doc, { id, x, y }) => {
    const shapes = doc.getMap<object>('shapes')
    shapes.set(id, { ...shapes.get(id), x, y })
  })
  const yjsFields = yjs(fields, (doc, { id, x, y }) => {
    const shape = doc.getMap<Y.Map<unknown>>('shapes').get(id)!
    shape.set('x', x)
    shape.set('y', y)
  })
  const figures = timed({ tavla, tavlaReplica, yjsPlain, yjsFields })
  const last = moves.at(-1)!
  if (replica.document.get(last.id)?.['x'] !== last.x) throw new Error('the replica did not follow')
  return figures
}

const [elements, edits] = process.argv.slice(2).map(Number) as [number, number]
const figures: ModelFigures = {
  elements,
  edits,
  applyUs: await measureApply(elements),
  bytes: measureBytes(elements, edits),
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(0)
