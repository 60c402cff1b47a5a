import { type BoardAsset, type BoardFile, boardFileVersion } from '../../document/codec/board-file.ts'
import { isBinding } from '../../document/kinds/binding.ts'
import { getRecordFiles } from '../../document/model/record-files.ts'
import type { BoardRecord, DocumentView, RecordId } from '../../document/model/record.ts'
import { decodePieces } from '../../document/model/stroke-points.ts'
import type { ShapeDefinition } from '../../shape.ts'
import { runToEnd, scaleProgress, type TaskSteps } from '../task-steps.ts'

/** The part of a board to export. */
export interface JsonPart {
  readonly document: DocumentView
  /** These records with their descendants and bindings. */
  readonly ids: readonly RecordId[]
  readonly shapes: readonly Pick<ShapeDefinition, 'kind' | 'schema'>[]
  /** Filters records; descendants of excluded records are still visited. */
  readonly only?: (record: BoardRecord) => boolean
  /** Files that the records reference, by id; a file that is not listed is referenced without its bytes. */
  readonly assets?: ReadonlyMap<string, BoardAsset>
}

export function exportJson(part: JsonPart): BoardFile {
  return runToEnd(gather(part))
}

/** The export as several long strings, computed in slices. */
export function* jsonText(part: JsonPart): TaskSteps<readonly string[]> {
  const board = yield* scaleProgress(gather(part), 0, 0.6)
  return yield* scaleProgress(writeJson(board), 0.6, 1)
}

function* gather({ document, ids, shapes, only, assets }: JsonPart): TaskSteps<BoardFile> {
  const records = new Map<RecordId, BoardRecord>()
  const seen = new Set<RecordId>()
  const total = Math.max(1, document.size)
  function* add(id: RecordId): Generator<number, void> {
    const record = document.get(id)
    if (!record || isBinding(record) || seen.has(id)) return
    if (!only || only(record)) records.set(id, record)
    seen.add(id)
    yield seen.size / total / 2
    for (const child of document.childIds(id)) yield* add(child)
  }
  for (const id of ids) yield* add(id)
  for (const id of [...records.keys()])
    for (const binding of document.getBindings(id)) addBinding(binding, document, records)

  const versions = new Map(shapes.map((shape) => [shape.kind, shape.schema.version]))
  const schema = new Map<string, number>()
  const strokes = new Map<RecordId, (readonly [number, number, number])[]>()
  const files = new Set<string>()
  let read = 0
  for (const record of records.values()) {
    schema.set(record.kind, versions.get(record.kind) ?? 1)
    const pieces = document.pieces(record.id)
    if (pieces.length > 0)
      strokes.set(
        record.id,
        decodePieces(pieces).map((p) => [p.x, p.y, p.pressure] as const),
      )
    for (const file of getRecordFiles(record)) files.add(file)
    yield 0.5 + ++read / records.size / 2
  }
  return {
    format: 'tavla',
    version: boardFileVersion,
    schema: Object.fromEntries(schema),
    assets: [...files].map((id) => assets?.get(id) ?? { id }),
    records: [...records.values()],
    strokes: Object.fromEntries(strokes),
  }
}

/** Characters encoded at once. */
const partLength = 500_000

/** One asset, record and stroke per line, so that versions of a board can be compared with a diff. */
function* writeJson({ assets, records, strokes, ...head }: BoardFile): TaskSteps<readonly string[]> {
  const lines = Object.entries(strokes)
  const total = Math.max(1, assets.length + records.length + lines.length)
  let part = JSON.stringify(head).slice(0, -1)
  let done = 0
  const parts: string[] = []
  const add = (text: string): void => {
    part += text
    if (part.length < partLength) return
    parts.push(part)
    part = ''
  }
  function* addList(values: readonly unknown[]): TaskSteps<void> {
    for (const [i, value] of values.entries()) {
      add((i > 0 ? ',\n' : '') + JSON.stringify(value))
      yield ++done / total
    }
  }
  add(',"assets":[\n')
  yield* addList(assets)
  add('\n],"records":[\n')
  yield* addList(records)
  add('\n],"strokes":{\n')
  for (const [i, [id, points]] of lines.entries()) {
    add(`${i > 0 ? ',\n' : ''}${JSON.stringify(id)}:${JSON.stringify(points)}`)
    yield ++done / total
  }
  return [...parts, `${part}\n}}\n`]
}

/** A binding is exported only with both its connector and its target. */
function addBinding(id: RecordId, document: DocumentView, records: Map<RecordId, BoardRecord>): void {
  const binding = document.get(id)
  if (isBinding(binding) && records.has(binding.parent) && records.has(binding.target))
    records.set(id, binding)
}
