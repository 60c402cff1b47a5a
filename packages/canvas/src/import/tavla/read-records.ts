import { z } from 'zod'
import { createMigrator } from '../../document/apply/migrate.ts'
import { bindingSchema } from '../../document/kinds/binding.ts'
import { groupSchema } from '../../document/kinds/group.ts'
import { structureSchemas } from '../../document/kinds/index.ts'
import { isRecordId, readKinds, readNewRecord, type Kind } from '../../document/kinds/kinds.ts'
import { pageSchema } from '../../document/kinds/page.ts'
import type { NewRecord } from '../../document/model/change.ts'
import { MAX_COORDINATE, MAX_DEPTH } from '../../document/model/limits.ts'
import type { RecordId, StrokePiece } from '../../document/model/record.ts'
import { encodePiece } from '../../document/model/stroke-points.ts'
import { shapeSchemas } from '../../shapes/schemas.ts'
import { containersFirst } from '../containers-first.ts'
import type { NoteCounter } from '../notes.ts'
import type { ForeignBoard } from './read-board-file.ts'

const schemas = [pageSchema, groupSchema, bindingSchema, ...shapeSchemas]
const kinds = readKinds(schemas)
const known = new Set([...structureSchemas, ...shapeSchemas].map(({ kind }) => kind))

const Base = z.looseObject({
  id: z.string().refine(isRecordId),
  kind: z.string(),
  parent: z.string().nullable(),
  z: z.string(),
})

export interface ReadRecords {
  /** Containers before what they hold, bindings last. */
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<RecordId, readonly StrokePiece[]>
}

/** The records of a file that a board of today takes; the others are left out and noted. */
export function readRecords(board: ForeignBoard, notes: NoteCounter): ReadRecords {
  const all = new Map<RecordId, NewRecord>()
  const migrator = createMigrator(schemas, board.schema)
  for (const raw of board.records) {
    const base = Base.safeParse(raw)
    if (!base.success || all.has(base.data.id)) {
      notes.take('damaged', Object(raw) as object)
      continue
    }
    const { by: _by, made: _made, ...record } = base.data
    const kind = kinds.get(record.kind)
    const isNewer = (board.schema[record.kind] ?? 1) > (kind?.schema.version ?? Infinity)
    if (!kind || isNewer) {
      if (!known.has(record.kind) || isNewer) notes.take('unknownKind', base.data)
      continue
    }
    // Complete, as other versions of it are: a field that one of them leaves out is not taken away by it.
    const current = { ...kind.schema.defaults, ...migrator.record(record as NewRecord) }
    if (isSound(kind, current)) all.set(current.id, current)
    else notes.take('damaged', base.data)
  }
  const pieces = readStrokes(board, all, notes)
  return { records: inOrder(all, notes), pieces }
}

/** Whatever a file may hold, migrating it and looking at it must not be what fails. */
function isSound(kind: Kind, record: NewRecord): boolean {
  return typeof readNewRecord(kind, record) !== 'string'
}

const Point = z.tuple([z.number(), z.number(), z.number()])
const pointsOfPiece = 4096
const maxStrokePoints = 2_000_000

/** Strokes without points are none. */
function readStrokes(
  board: ForeignBoard,
  all: Map<RecordId, NewRecord>,
  notes: NoteCounter,
): Map<RecordId, readonly StrokePiece[]> {
  const pieces = new Map<RecordId, readonly StrokePiece[]>()
  let left = maxStrokePoints
  for (const record of [...all.values()]) {
    if (kinds.get(record.kind)?.schema.facets.stroke !== true) continue
    const raw = Object.hasOwn(board.strokes, record.id) ? board.strokes[record.id]! : []
    const points = raw.flatMap((item) => {
      const point = Point.safeParse(item)
      if (!point.success) return []
      const [x, y, pressure] = point.data
      const isNear = Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE
      return isNear ? [{ x, y, pressure: Math.min(1, Math.max(0, pressure)) }] : []
    })
    left -= points.length
    if (points.length === 0 || left < 0) {
      notes.take('damaged', record)
      all.delete(record.id)
      continue
    }
    const list = []
    for (let from = 0; from < points.length; from += pointsOfPiece)
      list.push(encodePiece(points.slice(from, from + pointsOfPiece)))
    pieces.set(record.id, list)
  }
  return pieces
}

/**
 * A tree: what names a parent that the file does not have stands at the top of a part of a board; what stands
 * nowhere, or too deep, is broken. Bindings need both sides.
 */
function inOrder(all: ReadonlyMap<RecordId, NewRecord>, notes: NoteCounter): readonly NewRecord[] {
  const records = [...all.values()]
  const hasPages = records.some(({ kind }) => kind === pageSchema.kind)
  const isBinding = ({ kind }: NewRecord): boolean => kind === bindingSchema.kind
  const placed = records
    .filter((record) => !isBinding(record))
    .map((record) =>
      record.parent !== null && !all.has(record.parent) ? { ...record, parent: null } : record,
    )
  const isTop = ({ kind, parent }: NewRecord): boolean => (parent === null) === (kind === pageSchema.kind)
  const isInPlace = (record: NewRecord): boolean => {
    if (hasPages || record.parent !== null) {
      if (hasPages && !isTop(record)) return false
      const parent = record.parent === null ? undefined : all.get(record.parent)
      return record.parent === null || kinds.get(parent!.kind)?.container !== undefined
    }
    return true
  }
  const tree = withoutDeep(containersFirst(placed.filter(isInPlace)))
  const inTree = new Map(tree.map((record) => [record.id, record]))
  for (const record of placed) if (!inTree.has(record.id)) notes.take('damaged', record)
  const bindings = records.filter(
    (record) =>
      isBinding(record) &&
      kinds.get(inTree.get(record.parent ?? '')?.kind ?? '')?.schema.facets.connects === true &&
      kinds.get(inTree.get(String(record['target']))?.kind ?? '')?.schema.facets.bindable === true,
  )
  return [...tree, ...bindings]
}

/** Pages, and what frames and groups inside each other may hold. */
function withoutDeep(records: readonly NewRecord[]): readonly NewRecord[] {
  const depths = new Map<RecordId, number>()
  return records.filter(({ id, parent }) => {
    const depth = parent === null ? 0 : (depths.get(parent) ?? Infinity) + 1
    if (depth < MAX_DEPTH - 1) depths.set(id, depth)
    return depth < MAX_DEPTH - 1
  })
}
