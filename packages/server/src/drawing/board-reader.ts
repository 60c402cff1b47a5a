import { inflateRawSync } from 'node:zlib'
import {
  boardSchemas,
  type BoardRecord,
  decodeChunk,
  decodeAcceptedEdit,
  type DocumentView,
  type ElementRecord,
  HistoryReplay,
  getPlainText,
  type RecordId,
  type RichText,
  type SchemaVersions,
} from '@tavla/canvas/model'
import {
  boardColors,
  type Box,
  exportSvg,
  getImageBox,
  type PlacedRun,
  shapesByKind,
  type SvgOptions,
} from '@tavla/canvas/svg'
import type { Glyphs } from './measure.ts'
import { thinned } from './thinned.ts'

/** A stored keyframe with its compressed chunks; without chunks for a board before its first edit. */
export interface BoardStart {
  readonly seq: number
  readonly schema: SchemaVersions | null
  readonly chunks: readonly Uint8Array[]
}

/** Consecutive journal edits under the same schema versions. */
export interface BoardRun {
  readonly schema: SchemaVersions
  readonly edits: readonly Uint8Array[]
}

/** A text on a board, as one line. */
export interface BoardText {
  readonly page: RecordId
  readonly element: RecordId
  readonly text: string
}

export interface BoardContents {
  readonly texts: readonly BoardText[]
  /** Images of the first page, the largest first. */
  readonly files: readonly string[]
}

export interface DrawingOrder {
  readonly theme: 'light' | 'dark'
  /** Image bytes as `data:` URLs by file id; a missing one is drawn as a placeholder. */
  readonly images: ReadonlyMap<string, string>
  /**
   * Level of detail. `small` leaves out what would be invisible; `coarse` draws only the largest elements,
   * for boards that took too long with `small`.
   */
  readonly care: 'whole' | 'small' | 'coarse'
}

/** Thumbnail size in pixels. */
export const thumbnailSize = { w: 640, h: 400 } as const

const limits = {
  /** Maximum number of drawn elements of a page; the largest are drawn. */
  elements: { whole: 3_000, small: 3_000, coarse: 300 },
  texts: 50_000,
  textLength: 2_000,
  /** Characters of all texts together. */
  glyphs: 4_000_000,
  /** Minimum width of the view in page units, so that a single note does not fill the thumbnail. */
  leastWidth: 1_000,
  /** Text smaller than this many pixels is drawn as bars. */
  readable: 3.2,
  /** Maximum bytes of glyph paths; further text is drawn as bars. */
  outlines: 12_000_000,
} as const

/** Free margin at each side, as a fraction of the width. */
const margin = 0.04

/** Reads a board once, for the search index and the thumbnail. */
export class BoardReader {
  readonly #past: HistoryReplay

  constructor({ seq, schema, chunks }: BoardStart) {
    const entries = chunks.flatMap((bytes) => decodeChunk(inflateRawSync(bytes)).entries)
    this.#past = new HistoryReplay(boardSchemas, { seq, schema, entries })
  }

  extend(runs: readonly BoardRun[]): void {
    this.#past.extend(runs.map(({ schema, edits }) => ({ schema, edits: edits.map(decodeAcceptedEdit) })))
    this.#past.seek(this.#past.head)
  }

  contents(): BoardContents {
    const document = this.#past.drawable()
    const texts: BoardText[] = []
    const files = new Map<string, number>()
    let glyphs = 0
    for (const [index, page] of document.childIds(null).entries()) {
      for (const record of within(document, page)) {
        const text = getWords(record)
        if (text !== '' && texts.length < limits.texts && glyphs < limits.glyphs) {
          texts.push({ page, element: record.id, text })
          glyphs += text.length
        }
        const file = record['file']
        if (index === 0 && typeof file === 'string' && file !== '')
          files.set(file, Math.max(files.get(file) ?? 0, getArea(record)))
      }
    }
    return { texts, files: [...files].toSorted(([, a], [, b]) => b - a).map(([file]) => file) }
  }

  /** Draws the first page as SVG; null when it is empty. */
  draw({ theme, images, care }: DrawingOrder, glyphs: Glyphs): string | null {
    const whole = this.#past.drawable()
    const page = whole.childIds(null)[0]
    if (page === undefined) return null
    const document = thinned(whole, page, { most: limits.elements[care], getSize: getArea })
    const drawing = {
      document,
      shapes: shapesByKind,
      measure: care === 'coarse' ? roughly : glyphs.measure,
      ids: document.childIds(page),
      theme,
      background: boardColors[theme].paper,
    } as const
    const box = getImageBox({ ...drawing, padding: 0 })
    if (!box) return null
    const shown = framed(box)
    const scale = thumbnailSize.w / shown.w
    const options: SvgOptions = {
      ...drawing,
      box: shown,
      padding: 0,
      image: (file) => images.get(file),
      systemText: 'bars',
      outline: care === 'coarse' ? () => '' : readableAt(scale, glyphs),
      ...(care !== 'whole' && { seenAt: scale }),
    }
    return exportSvg(options)
  }
}

/** Everything in a container, lowest first. */
function* within(document: DocumentView, id: RecordId): Generator<BoardRecord> {
  for (const child of document.childIds(id)) {
    const record = document.get(child)
    if (record) yield record
    yield* within(document, child)
  }
}

function getWords(record: BoardRecord): string {
  const own = shapesByKind.get(record.kind)?.export?.plainText?.(record as ElementRecord)
  const text = own ?? getPlainText((record['text'] as RichText | null | undefined) ?? null)
  return text.replace(/\s+/g, ' ').trim().slice(0, limits.textLength).toWellFormed()
}

function getArea(record: BoardRecord): number {
  const { w = 0, h = 0 } = record as Partial<ElementRecord>
  // Lines have no area of their own.
  return Math.max(w, 1) * Math.max(h, 1)
}

/** The view of the thumbnail: all elements, centred, with a margin. */
function framed(box: Box): Box {
  const ratio = thumbnailSize.w / thumbnailSize.h
  const fitted = Math.max(box.w, box.h * ratio) / (1 - 2 * margin)
  const w = Math.max(fitted, limits.leastWidth)
  const h = w / ratio
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }
}

/** Draws legible text as glyphs and smaller text as bars. */
function readableAt(scale: number, glyphs: Glyphs): (run: PlacedRun) => string {
  let bytes = 0
  return (run) => {
    if (run.size * scale < limits.readable || bytes > limits.outlines) return drawBars(run)
    const path = glyphs.outline(run)
    bytes += path.length
    return path
  }
}

function drawBars({ text, size, width }: PlacedRun): string {
  const each = width / Math.max(1, text.length)
  const [top, bottom] = [-size * 0.42, -size * 0.14].map((y) => Math.round(y * 10) / 10)
  return [...text.matchAll(/\S+/g)]
    .map(({ 0: word, index }) => [index * each, (index + word.length) * each].map((x) => Math.round(x)))
    .map(([left, right]) => `M${left} ${top}H${right}V${bottom}H${left}Z`)
    .join('')
}

const roughly = ({ text, size }: { readonly text: string; readonly size: number }): number =>
  text.length * size * 0.5
