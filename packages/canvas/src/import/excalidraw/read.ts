import { z } from 'zod'
import { MAX_COORDINATE } from '../../document/model/limits.ts'
import { type ImportFailure, isImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { NoteCounter } from '../notes.ts'
import { ForeignElement } from './element.ts'

/** A parsed file; elements in stacking order. */
export interface ForeignScene {
  readonly elements: readonly ForeignElement[]
  readonly files: ReadonlyMap<string, string>
  readonly background: string | null
}

const Scene = z.object({
  /** Missing in the oldest files. */
  type: z.string().optional(),
  elements: z.array(z.unknown()),
  files: z.unknown().optional(),
  appState: z.object({ viewBackgroundColor: z.string() }).nullish().catch(null),
})

const Library = z.object({
  type: z.literal('excalidrawlib'),
  /** Version 1: items are arrays of elements. */
  library: z.array(z.array(z.unknown())).optional(),
  /** Version 2. */
  libraryItems: z
    .array(z.object({ elements: z.array(z.unknown()), name: z.string().max(200).catch('') }))
    .optional(),
})

interface LibraryItem {
  readonly name: string
  readonly elements: readonly unknown[]
}

/** The items of a library of any version; undefined for other files. */
export function listLibraryItems(value: unknown): readonly LibraryItem[] | undefined {
  const library = Library.safeParse(value)
  return library.success ? getItems(library.data) : undefined
}

const getItems = ({ library = [], libraryItems: items }: z.infer<typeof Library>): readonly LibraryItem[] =>
  items ?? library.map((elements) => ({ name: '', elements }))

const StoredFile = z.object({ dataURL: z.string() })

const sceneTypes: ReadonlySet<string | undefined> = new Set([undefined, 'excalidraw', 'excalidraw/clipboard'])

/** Converts parsed JSON. Invalid elements are skipped and reported; other files are a failure. */
export function readScene(value: unknown, notes: NoteCounter): ForeignScene | ImportFailure {
  const library = Library.safeParse(value)
  if (library.success) return readLibrary(library.data, notes)
  const scene = Scene.safeParse(value)
  if (!scene.success || !sceneTypes.has(scene.data.type)) {
    return { reason: 'not_a_drawing', message: 'The file has no list of elements' }
  }
  const elements = readElements(scene.data.elements, notes)
  if (isImportFailure(elements)) return elements
  return {
    elements,
    files: readFiles(scene.data.files),
    background: scene.data.appState?.viewBackgroundColor ?? null,
  }
}

function readElements(raw: readonly unknown[], notes: NoteCounter): ForeignElement[] | ImportFailure {
  if (raw.length > importLimits.elements)
    return { reason: 'too_large', message: `${raw.length} elements; at most ${importLimits.elements}` }
  const elements: ForeignElement[] = []
  let points = 0
  for (const item of raw) {
    const element = ForeignElement.safeParse(item)
    if (!element.success || !isOnBoard(element.data)) {
      notes.take('damaged', Object(item) as object)
      continue
    }
    if (element.data.isDeleted || element.data.type === 'selection') continue
    points += element.data.points.length
    if (points > importLimits.points)
      return { reason: 'too_large', message: `More than ${importLimits.points} points` }
    elements.push(element.data)
  }
  if (elements.length > 0) return elements
  return raw.length > 0 && notes.notes().length > 0
    ? { reason: 'damaged', message: 'No element of the file could be read' }
    : { reason: 'empty', message: 'The file has no elements' }
}

function isOnBoard({ x, y, width, height }: ForeignElement): boolean {
  return [x, y, x + width, y + height].every((value) => Math.abs(value) <= MAX_COORDINATE / 2)
}

/** Ids of a file are untrusted, so they are keys of a Map, not of an object. */
function readFiles(value: unknown): Map<string, string> {
  const files = new Map<string, string>()
  if (typeof value !== 'object' || value === null) return files
  for (const [id, item] of Object.entries(value)) {
    const file = StoredFile.safeParse(item)
    if (file.success) files.set(id, file.data.dataURL)
  }
  return files
}

/** Gap between library items, which are arranged in rows. */
const itemGap = 80
const itemsPerRow = 6

function readLibrary(library: z.infer<typeof Library>, notes: NoteCounter): ForeignScene | ImportFailure {
  const items = getItems(library).map(({ elements }) => elements)
  if (items.length === 0) return { reason: 'empty', message: 'The library has no items' }
  const all = readElements(items.flat(), notes)
  if (isImportFailure(all)) return all
  const spread: ForeignElement[] = []
  let top = 0
  for (let row = 0; row < items.length; row += itemsPerRow) {
    let left = 0
    let height = 0
    for (const [index, raw] of items.slice(row, row + itemsPerRow).entries()) {
      const item = placeItem(raw, { left, top, name: `${row + index}` })
      spread.push(...item.elements)
      left += item.width + itemGap
      height = Math.max(height, item.height)
    }
    top += height + itemGap
  }
  return { elements: spread, files: new Map(), background: null }
}

/** Places one library item. Its ids get a prefix, because items of different boards can have equal ids. */
function placeItem(
  raw: readonly unknown[],
  at: { readonly left: number; readonly top: number; readonly name: string },
): { readonly elements: readonly ForeignElement[]; readonly width: number; readonly height: number } {
  const elements = raw.flatMap((item) => {
    const element = ForeignElement.safeParse(item)
    return element.success && isOnBoard(element.data) && !element.data.isDeleted ? [element.data] : []
  })
  if (elements.length === 0) return { elements, width: 0, height: 0 }
  const left = Math.min(...elements.map((element) => element.x))
  const top = Math.min(...elements.map((element) => element.y))
  const right = Math.max(...elements.map((element) => element.x + Math.max(0, element.width)))
  const bottom = Math.max(...elements.map((element) => element.y + Math.max(0, element.height)))
  const own = (id: string): string => `${at.name}/${id}`
  const ownBinding = (binding: ForeignElement['startBinding']) =>
    binding && { ...binding, elementId: own(binding.elementId) }
  const placed = elements.map((element) => ({
    ...element,
    x: element.x - left + at.left,
    y: element.y - top + at.top,
    id: own(element.id),
    groupIds: [...element.groupIds.map(own), own('item')],
    frameId: element.frameId && own(element.frameId),
    containerId: element.containerId && own(element.containerId),
    startBinding: ownBinding(element.startBinding),
    endBinding: ownBinding(element.endBinding),
  }))
  return { elements: placed, width: right - left, height: bottom - top }
}
