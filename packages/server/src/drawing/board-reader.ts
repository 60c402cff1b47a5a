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

/** A keyframe as it is stored, its chunks deflated; none for an empty board before its first edit. */
export interface BoardStart {
  readonly seq: number
  readonly schema: SchemaVersions | null
  readonly chunks: readonly Uint8Array[]
}

/** Edits of the journal under the same schema versions. */
export interface BoardRun {
  readonly schema: SchemaVersions
  readonly edits: readonly Uint8Array[]
}

/** Something that is written on a board, on one line. */
export interface BoardText {
  readonly page: RecordId
  readonly element: RecordId
  readonly text: string
}

export interface BoardContents {
  readonly texts: readonly BoardText[]
  /** Pictures of the first page, the largest first. */
  readonly files: readonly string[]
}

export interface DrawingOrder {
  readonly theme: 'light' | 'dark'
  /** Bytes of pictures as `data:` addresses by their file; what is missing is drawn as an empty place. */
  readonly images: ReadonlyMap<string, string>
  /** `small` leaves out what could not be seen; `coarse` takes a glance only, for boards on which `small` took too long. */
  readonly care: 'whole' | 'small' | 'coarse'
}

/** Size of every picture, in pixels. */
export const thumbnailSize = { w: 640, h: 400 } as const

const limits = {
  /** Elements of a page that are drawn; the largest. */
  elements: { whole: 3_000, small: 3_000, coarse: 300 },
  texts: 50_000,
  textLength: 2_000,
  /** Characters of all texts together. */
  glyphs: 4_000_000,
  /** A page is never shown nearer than this many page units in width: a single note does not fill the picture. */
  leastWidth: 1_000,
  /** Text smaller than this many pixels are drawn as bars. */
  readable: 3.2,
  /** Bytes of glyph paths; text beyond them is drawn as bars. */
  outlines: 12_000_000,
} as const

/** Share of the picture's width that stays free at each side. */
const margin = 0.04

/** A board that is read once, to be searched and drawn. */
export class BoardReader {
  readonly #past: HistoryReplay

  constructor({ seq, schema, chunks }: BoardStart) {
    const entries = chunks.flatMap((bytes) => decodeChunk(inflateRawSync(bytes)).entries)
    this.#past = new HistoryReplay(boardSchemas, { seq, schema, entries })
  }

  extend(runs: readonly BoardRun[]): void {
    this.#past.extend(runs.map(({ schema, edits }) => ({ schema, edits: edits.map(decodeAcceptedEdit) })))
    this.#past.go(this.#past.head)
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

  /** The first page as an SVG; null when nothing is on it. */
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

/** The part of the page that fills the picture: everything, in its middle, with room around. */
function framed(box: Box): Box {
  const ratio = thumbnailSize.w / thumbnailSize.h
  const fitted = Math.max(box.w, box.h * ratio) / (1 - 2 * margin)
  const w = Math.max(fitted, limits.leastWidth)
  const h = w / ratio
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h }
}

/** Legible text as glyphs, words too small to read as bars. */
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
