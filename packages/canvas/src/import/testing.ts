import { strToU8 } from 'fflate'
import { getPlainText, type RichText } from '../document/text/rich-text.ts'
import { createReducer } from '../document/apply/apply.ts'
import type { Change } from '../document/model/change.ts'
import { structureSchemas } from '../document/kinds/index.ts'
import { isRefusal } from '../document/apply/reducer.ts'
import { BoardState } from '../document/state/state.ts'
import { shapeSchemas } from '../shapes/schemas.ts'
import type { ImportedDrawing } from './imported-drawing.ts'
import { importExcalidraw } from './excalidraw.ts'
import { type ImportFailure, isImportFailure } from './import-failure.ts'
import { readDrawing } from './read-drawing.ts'

/** A file with these elements, with default position and size. */
export function getScene(elements: readonly object[], rest: object = {}): string {
  const placed = elements.map((element) => ({ x: 0, y: 0, width: 100, height: 50, ...element }))
  return JSON.stringify({ type: 'excalidraw', version: 2, elements: placed, ...rest })
}

export function imported(text: string): ImportedDrawing {
  const result = importExcalidraw(text)
  if ('reason' in result) throw new Error(`${result.reason}: ${result.message}`)
  return result
}

const reducer = createReducer([...structureSchemas, ...shapeSchemas])

/** Inserts a drawing into an empty page as an editor. Returns everything the board refused or lost. */
export function getFlaws({ records, pieces }: ImportedDrawing): string[] {
  const state = new BoardState()
  const take = (seq: number, changes: readonly Change[]): string[] => {
    const edit = { id: `tab:${seq}`, base: seq - 1, mark: 'import', changes }
    const context = { seq, ref: seq, writer: () => undefined, removed: () => undefined }
    const outcome = reducer.apply(state, edit, { uid: 'ann', role: 'editor' }, context)
    return isRefusal(outcome) ? [`${outcome.id}: ${outcome.refused}, ${outcome.message}`] : []
  }
  const page = { id: 'page', kind: 'page', parent: null, z: 'V' }
  const puts = records.map((record): Change => ({
    op: 'put',
    record: { ...record, parent: record.parent ?? 'page' },
  }))
  const appends = [...pieces].flatMap(([id, list]) =>
    list.map((piece, n): Change => ({ op: 'append', id, n, piece, last: n === list.length - 1 })),
  )
  const refused = [...take(1, [{ op: 'put', record: page }]), ...take(2, [...puts, ...appends])]
  const lost = records.filter(({ id }) => !state.has(id)).map(({ id, kind }) => `${id} (${kind}) is lost`)
  const blank = records
    .filter(({ id, kind }) => kind === 'pen' && state.pieces(id).length === 0)
    .map(({ id }) => `${id} has no points`)
  return [...refused, ...lost, ...blank]
}

/** Reads a file by its name. */
export function openFile(name: string, content: string | Uint8Array): ImportedDrawing | ImportFailure {
  return readDrawing({ name, bytes: typeof content === 'string' ? strToU8(content) : content })
}

/** The same for a file that can be read; the board takes everything in it. */
export function readFile(name: string, content: string | Uint8Array): ImportedDrawing {
  const drawing = openFile(name, content)
  if (isImportFailure(drawing)) throw new Error(`${drawing.reason}: ${drawing.message}`)
  const flaws = getFlaws(drawing)
  if (flaws.length > 0) throw new Error(flaws.join('; '))
  return drawing
}

export function getTexts({ records }: ImportedDrawing): string[] {
  return records.flatMap(({ text }) => (text ? [getPlainText(text as RichText)] : []))
}

/** Connectors as `from>to`, by the texts of the elements that they are bound to. */
export function getEdges({ records }: ImportedDrawing): string[] {
  const words = new Map(
    records.map((record) => [record.id, getPlainText((record['text'] ?? null) as RichText | null)]),
  )
  const ends = Map.groupBy(
    records.filter(({ kind }) => kind === 'binding'),
    ({ parent }) => parent,
  )
  return [...ends.values()]
    .map((pair) => pair.map(({ target }) => words.get(String(target))).join('>'))
    .sort()
}
