import { listFrames, imagePadding, pngSize, shapes } from '@tavla/canvas'
import type { Board, ImageFormat, PngSize, RecordId, TextsForm } from '@tavla/canvas'

export type ExportFormat = ImageFormat | 'tavla' | 'json' | TextsForm
export type ExportPart = 'selection' | 'frames' | 'page' | 'board'

/** The user's settings; `null` means the default. */
export interface ExportChoice {
  readonly as: ExportFormat
  readonly part: ExportPart | null
  /** The frame that an image shows; a PDF contains all frames. */
  readonly frame: RecordId | null
  readonly scale: number
  readonly theme: 'light' | 'dark'
  /** With the background colour, else transparent. */
  readonly paper: boolean
  /** With the board in it, so that an image can be opened again. */
  readonly embeds: boolean
  /** With the named versions of the board, in a package of the whole board. */
  readonly versions: boolean
}

/** What is chosen first, beside format and colours. */
export const initialChoice: Omit<ExportChoice, 'as' | 'theme'> = {
  part: null,
  frame: null,
  scale: 2,
  paper: true,
  embeds: false,
  versions: false,
}

/** Formats to choose from; texts have two forms. */
export const formats: readonly ExportFormat[] = ['png', 'svg', 'pdf', 'tavla', 'json', 'md']

/** Board data that can be imported again. */
export const isBoardData = (as: ExportFormat): as is 'tavla' | 'json' => as === 'tavla' || as === 'json'
export const isTexts = (as: ExportFormat): as is TextsForm => as === 'md' || as === 'csv'
export const isImage = (as: ExportFormat): as is ImageFormat => !isBoardData(as) && !isTexts(as)
export const canEmbed = (as: ExportFormat): boolean => as === 'png' || as === 'svg'
export const scales = [0.5, 1, 2, 3, 4] as const

/** What can be exported from the board now. */
export interface Exportable {
  readonly selection: readonly RecordId[]
  readonly page: RecordId
  readonly pages: readonly RecordId[]
  /** Frames of all pages, in page order. */
  readonly frames: readonly RecordId[]
}

/** The content of the exported file. */
export interface ExportContent {
  readonly ids: readonly RecordId[]
  /** Frame ids; each becomes a page of the PDF. */
  readonly framed: boolean
}

const shapesByKind = new Map(shapes.map((shape) => [shape.kind, shape]))

export function getExportable(board: Board): Exportable | undefined {
  const { state, document } = board
  const page = state.page.peek()
  if (page === null) return undefined
  const pages = state.pages.peek().map(({ id }) => id)
  const frames = pages.flatMap((id) => listFrames(document, shapesByKind, id))
  return { selection: state.selection.peek(), page, pages, frames }
}

/** Board data is exported whole or as selected; images also by frame or page. */
export function getParts(as: ExportFormat, { selection, frames }: Exportable): readonly ExportPart[] {
  const selected = selection.length > 0 ? (['selection'] as const) : []
  if (!isImage(as)) return [...selected, 'board']
  return [...selected, ...(frames.length > 0 ? (['frames'] as const) : []), 'page']
}

/** Whether the file can hold named versions. */
export const canHoldVersions = (choice: ExportChoice, available: Exportable): boolean =>
  choice.as === 'tavla' && getPart(choice, available) === 'board'

/** Default: the selection, else the frames for a PDF, else everything. */
export function getPart({ as, part }: ExportChoice, available: Exportable): ExportPart {
  const offered = getParts(as, available)
  if (part !== null && offered.includes(part)) return part
  if (offered.includes('selection')) return 'selection'
  if (as === 'pdf' && offered.includes('frames')) return 'frames'
  return offered.at(-1) ?? 'page'
}

export function getContent(
  choice: ExportChoice,
  available: Exportable,
  childIds: (id: RecordId) => readonly RecordId[],
): ExportContent {
  const part = getPart(choice, available)
  if (part === 'board') return { ids: available.pages, framed: false }
  if (part === 'page') return { ids: childIds(available.page), framed: false }
  if (part === 'frames') {
    const frame = available.frames.find((id) => id === choice.frame) ?? available.frames[0]
    return { ids: choice.as === 'pdf' || frame === undefined ? available.frames : [frame], framed: true }
  }
  // A selection of frames only is exported as one page per frame.
  const frames = new Set(available.frames)
  const framed = choice.as === 'pdf' && available.selection.every((id) => frames.has(id))
  return {
    ids: framed ? available.frames.filter((id) => available.selection.includes(id)) : available.selection,
    framed,
  }
}

/** Pixel size of the image; undefined for vector formats and empty content. */
export function getSize(board: Board, choice: ExportChoice, available: Exportable): PngSize | undefined {
  if (choice.as !== 'png') return undefined
  const { ids, framed } = getContent(choice, available, (id) => board.document.childIds(id))
  const frame = framed && ids[0] !== undefined ? board.document.get(ids[0]) : undefined
  if (frame) return pngSize({ w: Number(frame['w']), h: Number(frame['h']) }, choice.scale)
  const isWholePage = getPart(choice, available) === 'page'
  const box = isWholePage ? board.scene.extent(available.page) : board.scene.boundsOfAll(ids)
  return box && pngSize({ w: box.w + 2 * imagePadding, h: box.h + 2 * imagePadding }, choice.scale)
}
