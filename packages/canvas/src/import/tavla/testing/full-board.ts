import { placeImages } from '../../images.ts'
import type { ImportedDrawing } from '../../imported-drawing.ts'
import { richTextFromPlain } from '../../../document/text/rich-text.ts'
import { encodePiece } from '../../../document/model/stroke-points.ts'
import type { Change } from '../../../document/model/change.ts'
import type { BoardRecord, DocumentView } from '../../../document/model/record.ts'
import { shapeSchemas } from '../../../shapes/schemas.ts'
import type { BoardDriver } from '../../../testing/board-driver.ts'

export const schemaDefaults = new Map(shapeSchemas.map(({ kind, defaults }) => [kind, defaults]))
export const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
const clip = new Uint8Array([0, 0, 0, 12, 0x66, 0x74, 0x79, 0x70, 9, 8])
export const readFile = (id: string) =>
  Promise.resolve(
    id === 'clip' ? new Blob([clip], { type: 'video/mp4' }) : new Blob([png], { type: 'image/png' }),
  )

export function put(kind: string, id: string, parent: string, z: string, fields: object = {}): Change {
  const box = { x: 10, y: 20, w: 120, h: 80, r: 0 }
  const record = { ...schemaDefaults.get(kind), ...(schemaDefaults.has(kind) && box), ...fields }
  return { op: 'put', record: { id, kind, parent, z, ...record } }
}

/** Two pages, everything a board can hold. */
export function fill(board: BoardDriver): void {
  const words = richTextFromPlain('Smörgås\nfür 5 €')
  const stroke = encodePiece([
    { x: 1, y: 2, pressure: 0.5 },
    { x: 30.5, y: 40.25, pressure: 1 },
  ])
  board.editor.edit.apply([
    { op: 'patch', id: 'page', fields: { name: 'Plan' } },
    { op: 'put', record: { id: 'page2', kind: 'page', parent: null, z: 'Z', name: 'Zweite' } },
    put('frame', 'frame', 'page', 'B', { title: 'Rahmen', w: 400, h: 400, role: null, lock: 'editor' }),
    put('rect', 'rect', 'frame', 'A', { fill: '#ff8800', radius: 12, text: words, r: 30 }),
    put('ellipse', 'ellipse', 'page', 'C', { fillStyle: 'hatch', fill: 'blue' }),
    { op: 'put', record: { id: 'group', kind: 'group', parent: 'page', z: 'D' } },
    put('diamond', 'diamond', 'group', 'A'),
    put('sticky', 'sticky', 'group', 'B', { text: words, size: 17 }),
    put('text', 'text', 'page', 'E', { text: words, font: 'serif' }),
    put('line', 'line', 'page', 'F', { closed: true, points: [0, 0, 1, 0, 0.5, 1] }),
    put('pen', 'pen', 'page', 'G', { nib: 'pen' }),
    { op: 'append', id: 'pen', n: 0, piece: stroke, last: true },
    put('image', 'image', 'page2', 'A', { file: 'f1', naturalW: 40, naturalH: 30, alt: 'Eine Katze' }),
    put('image', 'video', 'page2', 'B', { file: 'f1', video: 'clip', naturalW: 40, naturalH: 30 }),
    put('connector', 'arrow', 'page', 'H', { routing: 'elbow', text: words }),
    { op: 'put', record: { id: 'b1', kind: 'binding', parent: 'arrow', z: 'A', end: 'start', target: 'rect', u: 0.5, v: 0.5 } }, // prettier-ignore
    { op: 'put', record: { id: 'b2', kind: 'binding', parent: 'arrow', z: 'B', end: 'end', target: 'ellipse', u: 0, v: 0.5 } }, // prettier-ignore
  ])
}

/** A board without what is new at each import: ids, keys, authors. */
export function getStructure(document: DocumentView): unknown {
  const places = new Map<string, string>()
  const name = (id: string | null, at: string): void => {
    document.childIds(id).forEach((child, i) => {
      places.set(child, `${at}/${i}`)
      name(child, `${at}/${i}`)
    })
  }
  name(null, '')
  const rows = [...document.ids()].map((id) => {
    const { by: _by, made: _made, z: _z, id: _id, parent, target, ...rest } = document.get(id) as BoardRecord
    const ends = target === undefined ? {} : { target: places.get(String(target)) }
    const pieces = document.pieces(id).map((piece) => [...piece])
    return {
      ...rest,
      ...ends,
      pieces,
      at: places.get(id) ?? `${places.get(parent ?? '')}:${String(rest['end'])}`,
    }
  })
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** With every picture stored under a name that says what its bytes were. */
export function place(drawing: ImportedDrawing): ImportedDrawing {
  const images = [drawing, ...(drawing.versions ?? [])].flatMap((part) => part.images)
  const stored = images.map(({ key, bytes, type }) => {
    const found = [...(bytes.join() === png.join() && type === 'image/png' ? ['f1'] : []), ...(bytes.join() === clip.join() && type === 'video/mp4' ? ['clip'] : [])] // prettier-ignore
    return [key, { fileId: found[0] ?? 'wrong', w: 40, h: 30 }] as const
  })
  return placeImages(drawing, new Map(stored))
}
