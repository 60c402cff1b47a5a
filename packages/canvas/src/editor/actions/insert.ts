import { batch } from '@preact/signals-core'
import type { ImportedContent, ImportedOutcome } from '../board-event.ts'
import type { Change, NewRecord } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { type RichText, richTextFromPlain } from '../../document/text/rich-text.ts'
import { getCentre, unionOfAll, type Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { BoardEdit, BoardView, NewElement } from '../board-view.ts'
import { insertChanges } from '../changes/copy.ts'
import { removeChanges } from '../changes/remove.ts'
import type { ElementTemplate } from '../editor-options.ts'
import { newElement } from '../changes/new-element.ts'
import { findContainer } from '../changes/placement.ts'
import { isElement } from '../view/relations.ts'
import type { EditorParts } from '../parts.ts'
import { inInsertOrder } from './insert-order.ts'
import { fitImported } from './fit-imported.ts'
import { hasPages, importPages } from './import-pages.ts'
import type { UploadedFile } from '../board-ports.ts'

/** Gap between elements inserted side by side, page units. */
const gap = 24
/** Gap between the drawings of several files, page units. */
const importGap = 160
/** Maximum initial size of an image, page units. The file keeps its resolution. */
const maxImageSize = 800
/** Share of the view that a new image takes up at most. */
const viewShare = 0.8
/** Places that are tried for what is inserted before it covers others. */
const maxTries = 100
/** Notes per row. */
const perRow = 5

export type InsertParts = Pick<EditorParts, 'emit' | 'files' | 'defaults' | 'runner' | 'scene' | 'shapes'>

/** Inserts a text centred on the point. Returns its id, or undefined if it was refused. */
export function insertText(
  parts: InsertParts,
  edit: BoardEdit,
  text: RichText,
  at: Vec,
): RecordId | undefined {
  const record = withText(parts, edit, parts.defaults.text, text, at)
  if (!edit.apply([{ op: 'put', record }])) return undefined
  edit.select([record.id])
  return record.id
}

/** Replaces a text by one sticky note per line, as one undo step. */
export function splitIntoNotes(
  parts: InsertParts,
  edit: BoardEdit,
  id: RecordId,
  lines: readonly string[],
): boolean {
  const box = edit.scene.getBounds(id)
  if (!box) return false
  const at = getCentre(box)
  const { note } = parts.defaults
  const columns = Math.min(perRow, lines.length)
  const rows = Math.ceil(lines.length / columns)
  const { w, h } = note.fields
  const notes = lines.map((line, i) => {
    const x = at.x + ((i % columns) - (columns - 1) / 2) * (w + gap)
    const y = at.y + (Math.floor(i / columns) - (rows - 1) / 2) * (h + gap)
    return withText(parts, edit, note, richTextFromPlain(line), { x, y })
  })
  const changes = [...removeChanges(edit, [id]), ...notes.map((record): Change => ({ op: 'put', record }))]
  if (!edit.apply(changes)) return false
  edit.select(notes.map((record) => record.id))
  return true
}

/** An empty text whose first line is centred on the point; with a width it wraps. */
export function newText(parts: InsertParts, view: BoardView, at: Vec, width: number | undefined): NewElement {
  const { kind, fields, wrapped } = parts.defaults.text
  const made = parts.runner().tool.creates
  const bare = newElement(view, kind, { ...fields, x: at.x, y: at.y }, made?.kind === kind ? made : undefined)
  const sized = width === undefined ? bare : { ...bare, ...wrapped, w: width }
  const fit = parts.shapes.get(kind)?.edit?.fit?.({ ...sized, by: '', made: 0 }, parts.scene.view) ?? {}
  const record = { ...sized, ...fit }
  return { ...record, y: at.y - record.h / 2 }
}

/** A new element with a text, centred on the point and as large as the text needs. */
export function withText(
  parts: InsertParts,
  edit: BoardEdit,
  material: ElementTemplate,
  text: RichText,
  centre: Vec,
): NewElement {
  const { w, h } = material.fields
  const record = newElement(edit, material.kind, {
    ...material.fields,
    x: centre.x - w / 2,
    y: centre.y - h / 2,
    text,
  })
  const fit = parts.shapes.get(material.kind)?.edit?.fit
  const fields = fit?.({ ...record, by: '', made: 0 }, parts.scene.view) ?? {}
  return { ...record, ...fields }
}

/** Uploads images and inserts them in rows, around the point unless others lie right there. */
export async function insertImages(
  parts: InsertParts,
  edit: BoardEdit,
  files: readonly { readonly blob: Blob; readonly name: string }[],
  at: Vec,
): Promise<void> {
  const { defaults, files: port } = parts
  const uploads = await Promise.all(
    files.map((file) =>
      port.upload(file.blob, file.name).catch((error: unknown): undefined => {
        // Cancelled by the user, who needs no message.
        const canceled = (error as { readonly name?: unknown } | null)?.name === 'AbortError'
        if (!canceled) parts.emit({ type: 'uploadFailed', name: file.name })
        return undefined
      }),
    ),
  )
  const images = uploads.filter((upload): upload is UploadedFile => upload !== undefined)
  if (images.length === 0) return
  const sizes = images.map((image) => getInitialSize(image, edit.visible))
  const boxes = placeInRows(sizes, findFreeCentre(edit, at))
  const made = images.map((picture, i) =>
    newElement(edit, defaults.image.kind, { ...defaults.image.fields(picture), ...boxes[i]! }),
  )
  const svg = await readSvg(files)
  batch(() => {
    if (!edit.apply(made.map((record): Change => ({ op: 'put', record })))) return
    edit.select(made.map(({ id }) => id))
    if (svg !== undefined)
      parts.emit({ type: 'svgInserted', id: made[0]!.id, drawing: { name: 'image.svg', text: svg } })
  })
}

/** So many fit one row; more form a block that is about as wide as high, which one sees whole at a usable scale. */
const maxInOneRow = 3

/** Boxes of these sizes, in their order, around the centre; the middles of a row are on one line. */
function placeInRows(sizes: readonly { readonly w: number; readonly h: number }[], centre: Vec): Box[] {
  const perRow = sizes.length <= maxInOneRow ? sizes.length : Math.ceil(Math.sqrt(sizes.length))
  const rows = Array.from({ length: Math.ceil(sizes.length / perRow) }, (_, row) =>
    sizes.slice(row * perRow, (row + 1) * perRow),
  )
  const getWidth = (row: typeof sizes): number => row.reduce((sum, { w }) => sum + w, gap * (row.length - 1))
  const getHeight = (row: typeof sizes): number => Math.max(...row.map(({ h }) => h))
  const height = rows.reduce((sum, row) => sum + getHeight(row), gap * (rows.length - 1))
  const left = centre.x - Math.max(...rows.map(getWidth)) / 2
  let y = centre.y - height / 2
  return rows.flatMap((row) => {
    let x = left
    const middle = y + getHeight(row) / 2
    y += getHeight(row) + gap
    return row.map(({ w, h }) => {
      const box = { x, y: middle - h / 2, w, h }
      x += w + gap
      return box
    })
  })
}

/** Moves the point to the right and down until no element is centred on it, which would hide one of the two. */
function findFreeCentre(edit: BoardEdit, at: Vec): Vec {
  const isTaken = ({ x, y }: Vec): boolean => {
    let isFound = false
    edit.scene.index(edit.page).search({ x, y, w: 0, h: 0 }, (id) => {
      const bounds = edit.scene.getExactBounds(id)
      const other = bounds && getCentre(bounds)
      isFound ||= other !== undefined && Math.abs(other.x - x) < 1 && Math.abs(other.y - y) < 1
    })
    return isFound
  }
  let free = at
  for (let tries = 0; tries < maxTries && isTaken(free); tries++) free = { x: free.x + gap, y: free.y + gap }
  return free
}

/** Uploads another file for an image, which keeps its width and centre. False if it was refused. */
export async function replaceImage(
  parts: InsertParts,
  edit: BoardEdit,
  id: RecordId,
  file: { readonly blob: Blob; readonly name: string },
): Promise<boolean> {
  const upload = await parts.files.upload(file.blob, file.name).catch((error: unknown): undefined => {
    const canceled = (error as { readonly name?: unknown } | null)?.name === 'AbortError'
    if (!canceled) parts.emit({ type: 'uploadFailed', name: file.name })
    return undefined
  })
  const record = edit.document.get(id)
  if (!upload || !isElement(record, parts.shapes)) return false
  const h = Math.max(1, (record.w * upload.h) / Math.max(1, upload.w))
  const replaced = { crop: null, ...(record['video'] !== undefined && { video: null }) }
  const fields = { ...replaced, ...parts.defaults.image.fields(upload), h, y: record.y + (record.h - h) / 2 }
  return edit.apply([{ op: 'patch', id, fields }])
}

/** The source of a single SVG, of which shapes can be made; stored, it is an image like others. */
async function readSvg(files: readonly { readonly blob: Blob }[]): Promise<string | undefined> {
  const [file, ...others] = files
  return file?.blob.type === 'image/svg+xml' && others.length === 0 ? await file.blob.text() : undefined
}

/** Its own size, or as large as fits the view. */
function getInitialSize({ w, h }: UploadedFile, view: Box): { w: number; h: number } {
  const most = (side: number): number => Math.min(maxImageSize, side * viewShare)
  const scale = Math.min(1, most(view.w) / Math.max(w, 1), most(view.h) / Math.max(h, 1))
  return { w: Math.max(1, w * scale), h: Math.max(1, h * scale) }
}

/**
 * Inserts imported records at a point, beside others, or at the centre of the view or right of what lies there; all
 * or none, null if one is refused.
 */
export function importContent(edit: BoardEdit, content: ImportedContent): ImportedOutcome | null {
  if (content.isOwn && hasPages(edit, content.records)) return importPages(edit, content)
  const fitted = inInsertOrder(content.records).map((record) =>
    content.isOwn ? { record, isShrunk: false } : fitImported(edit, record),
  )
  const records = fitted.map(({ record }) => record)
  const bounds = unionOfAll(records.flatMap((record) => getBox(record) ?? []))
  const shift = getShift(edit, bounds ?? { x: 0, y: 0, w: 0, h: 0 }, content)
  const fragment = { records, pieces: content.pieces ?? new Map<RecordId, readonly Uint8Array[]>() }
  return batch(() => {
    const parent = content.at ? findContainer(edit, content.at) : edit.page
    const { changes, tops, ids } = insertChanges(edit, fragment, parent, shift)
    const { replaces } = content
    const removed =
      replaces !== undefined && edit.document.get(replaces) ? removeChanges(edit, [replaces]) : []
    if (!edit.apply([...removed, ...changes])) return null
    edit.select(tops)
    if (bounds && !content.at) edit.fit({ ...bounds, x: bounds.x + shift.dx, y: bounds.y + shift.dy })
    const shrunk = fitted.flatMap(({ record, isShrunk }) => (isShrunk ? (ids.get(record.id) ?? []) : []))
    return { shrunk, ids }
  })
}

/** From where the file has its drawing to where it is inserted. */
function getShift(
  edit: BoardEdit,
  bounds: Box,
  { at, beside = [] }: Pick<ImportedContent, 'at' | 'beside'>,
): { dx: number; dy: number } {
  const neighbour = edit.scene.boundsOfAll(beside)
  if (neighbour)
    return {
      dx: Math.round(neighbour.x + neighbour.w + importGap - bounds.x),
      dy: Math.round(neighbour.y - bounds.y),
    }
  const [from, to] = [getCentre(bounds), at ?? getCentre(edit.visible)]
  const shift = { dx: Math.round(to.x - from.x), dy: Math.round(to.y - from.y) }
  if (at) return shift
  const x = findFreeX(edit, { ...bounds, x: bounds.x + shift.dx, y: bounds.y + shift.dy })
  return { ...shift, dx: Math.round(x - bounds.x) }
}

/** Moves the box to the right until it covers no element; on crowded pages to the right of all of them. */
function findFreeX(edit: BoardEdit, box: Box): number {
  const getNextX = (x: number): number => {
    let next = x
    edit.scene.index(edit.page).search({ ...box, x }, (_id, bounds) => {
      next = Math.max(next, bounds.x + bounds.w + importGap)
    })
    return next
  }
  let { x } = box
  for (let tries = 0; tries < maxTries; tries++) {
    const next = getNextX(x)
    if (next === x) return x
    x = next
  }
  const all = edit.scene.boundsOfAll(edit.document.childIds(edit.page))
  return all ? all.x + all.w + importGap : x
}

function getBox(record: NewRecord): Box | undefined {
  const { x, y, w, h } = record
  return typeof x === 'number' && typeof y === 'number' && typeof w === 'number' && typeof h === 'number'
    ? { x, y, w, h }
    : undefined
}
