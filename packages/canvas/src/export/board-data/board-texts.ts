import type { BoardRecord, DocumentView, RecordId } from '../../document/model/record.ts'
import type { ShapeDefinition } from '../../shape.ts'
import type { ElementRecord } from '../../document/model/record.ts'

export type TextsForm = 'md' | 'csv'

/** What is written of a board, or of a part of it. */
export interface TextsPart {
  readonly document: DocumentView
  /** Pages or elements; with everything in them. */
  readonly ids: readonly RecordId[]
  readonly shapes: readonly ShapeDefinition[]
  readonly title: string
}

interface Entry {
  readonly page: string
  readonly frame: string
  readonly kind: string
  readonly text: string
}

/** All texts of a part of the board, in reading order: page by page, frame by frame, from top to bottom. */
export function exportTexts(part: TextsPart, form: TextsForm): Blob {
  const entries = [...new TextReader(part).read(part.ids)]
  return form === 'md'
    ? new Blob([toMarkdown(part.title, entries)], { type: 'text/markdown' })
    : new Blob(['\ufeff', toCsv(entries)], { type: 'text/csv' })
}

class TextReader {
  readonly #document: DocumentView
  readonly #shapes: ReadonlyMap<string, ShapeDefinition>

  constructor({ document, shapes }: TextsPart) {
    this.#document = document
    this.#shapes = new Map(shapes.map((shape) => [shape.kind, shape]))
  }

  *read(ids: readonly RecordId[], page = '', frame = ''): Iterable<Entry> {
    const records = ids.flatMap((id) => this.#document.get(id) ?? [])
    const isFrame = ({ kind }: BoardRecord): boolean => this.#shapes.get(kind)?.geometry.clip !== undefined
    const sorted = records.toSorted((a, b) => this.#compare(a, b))
    for (const record of [...sorted.filter((each) => !isFrame(each)), ...sorted.filter(isFrame)]) {
      const { id, kind } = record
      const text = this.#getText(record)
      const children = this.#document.childIds(id)
      if (kind === 'page') yield* this.read(children, String(record['name'] ?? ''), '')
      else if (isFrame(record)) yield* this.read(children, page, text)
      else {
        if (text !== '') yield { page, frame, kind, text }
        yield* this.read(children, page, frame)
      }
    }
  }

  #getText(record: BoardRecord): string {
    const getText = this.#shapes.get(record.kind)?.export?.plainText
    return getText ? getText(record as ElementRecord).trim() : ''
  }

  /** From top to bottom, then from left to right; pages keep their order. */
  #compare(a: BoardRecord, b: BoardRecord): number {
    const [first, second] = [this.#getCorner(a), this.#getCorner(b)]
    return first.y - second.y || first.x - second.x
  }

  #getCorner(record: BoardRecord): { readonly x: number; readonly y: number } {
    const [x, y] = [record['x'], record['y']]
    if (typeof x === 'number' && typeof y === 'number') return { x, y }
    const corners = this.#document
      .childIds(record.id)
      .flatMap((id) => this.#document.get(id) ?? [])
      .filter((child) => record.kind !== 'page' && typeof child['x'] === 'number')
      .map((child) => ({ x: Number(child['x']), y: Number(child['y']) }))
    return corners.reduce((least, each) => (each.y < least.y ? each : least), corners[0] ?? { x: 0, y: 0 })
  }
}

function toMarkdown(title: string, entries: readonly Entry[]): string {
  const lines = [`# ${escapeMarkdown(title)}`]
  let [page, frame] = ['', '']
  for (const entry of entries) {
    if (entry.page !== page && entry.page !== '') lines.push('', `## ${escapeMarkdown(entry.page)}`)
    if ((entry.frame !== frame || entry.page !== page) && entry.frame !== '')
      lines.push('', `### ${escapeMarkdown(entry.frame)}`)
    if (entry.page !== page || entry.frame !== frame || lines.length === 1) lines.push('')
    ;[page, frame] = [entry.page, entry.frame]
    lines.push(`- ${entry.text.split('\n').map(escapeMarkdown).join('\\\n  ')}`)
  }
  return `${lines.join('\n')}\n`
}

/** Text that no Markdown program takes for markup. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`)
    .replace(/^(\s*)([#+-])/, String.raw`$1\$2`)
    .replace(/^(\s*\d{1,9})([.)])/, String.raw`$1\$2`)
}

function toCsv(entries: readonly Entry[]): string {
  const rows = entries.map(({ page, frame, kind, text }) => [page, frame, kind, text])
  return [['page', 'frame', 'kind', 'text'], ...rows]
    .map((row) => `${row.map(toCell).join(',')}\r\n`)
    .join('')
}

/** As in RFC 4180. What a spreadsheet would run as a formula is marked as text. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
