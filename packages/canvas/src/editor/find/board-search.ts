import type { DocumentView, ElementRecord, RecordId } from '../../document/model/record.ts'
import { SlicePacer, type SlicedWork } from '../../document/model/sliced-work.ts'
import { getDocument, getPlainText, type RichText } from '../../document/text/rich-text.ts'
import type { Box } from '../../geometry/box.ts'
import { getPage, isElement, type Shapes } from '../view/relations.ts'
import { findInRichText, findInString, type TextRange } from './text-match.ts'

/** One occurrence of the searched text. */
export interface FindMatch extends TextRange {
  readonly id: RecordId
  readonly page: RecordId
  /** Whether it is in the element's rich text, its one-line title, or the text in place of an image. */
  readonly part: 'text' | 'title' | 'alternative'
}

/** The search ends here; the interface says that there are more. */
export const MOST_MATCHES = 10_000

export interface BoardSearchParts {
  readonly document: DocumentView
  readonly shapes: Shapes
  /** Page bounds, for the reading order. */
  readonly getBounds: (id: RecordId) => Box | undefined
}

interface MatchedElement {
  readonly matches: readonly FindMatch[]
  readonly pageIndex: number
  readonly box: Box | undefined
}

/** Finds the pattern in all texts and titles, ordered by page, then from top to bottom and left to right. */
export function* searchBoard(parts: BoardSearchParts, pattern: RegExp): SlicedWork<readonly FindMatch[]> {
  const { document } = parts
  const pages = new Map(document.childIds(null).map((id, index) => [id, index]))
  const pacer = new SlicePacer()
  const found: MatchedElement[] = []
  let count = 0
  for (const id of document.ids()) {
    if (pacer.isDue()) yield
    const matches = findInElement(parts, id, pattern)
    if (matches.length === 0) continue
    found.push({ matches, pageIndex: pages.get(matches[0]!.page) ?? 0, box: parts.getBounds(id) })
    count += matches.length
    if (count >= MOST_MATCHES) break
  }
  return found
    .sort(compareReadingOrder)
    .flatMap(({ matches }) => matches)
    .slice(0, MOST_MATCHES)
}

/** Occurrences in one element, the title first. */
export function findInElement(
  { document, shapes }: Pick<BoardSearchParts, 'document' | 'shapes'>,
  id: RecordId,
  pattern: RegExp,
): readonly FindMatch[] {
  const record = document.getUnmoved(id)
  if (!isElement(record, shapes)) return []
  const title = getTitle(record, shapes)
  const inTitle = title === undefined ? [] : findInString(title, pattern)
  const inText = findInText(record, shapes, pattern)
  const inAlternative = findInString(getAlternative(record, shapes), pattern)
  if (inTitle.length + inText.length + inAlternative.length === 0) return []
  const page = getPage(document, id)
  if (page === undefined) return []
  return [
    ...inTitle.map((range) => ({ ...range, id, page, part: 'title' as const })),
    ...inText.map((range) => ({ ...range, id, page, part: 'text' as const })),
    ...inAlternative.map((range) => ({ ...range, id, page, part: 'alternative' as const })),
  ]
}

/** The one-line title of an element; undefined if its kind has none. */
export function getTitle(record: ElementRecord, shapes: Shapes): string | undefined {
  const field = shapes.get(record.kind)?.edit?.title?.field
  const title = field === undefined ? undefined : record[field]
  return typeof title === 'string' ? title : undefined
}

/** The text in place of an image. Replacing leaves it alone: it says what the image shows. */
function getAlternative(record: ElementRecord, shapes: Shapes): string {
  const shape = shapes.get(record.kind)
  if (!shape || shape.edit?.title || shapes.schema(record.kind)?.facets.text) return ''
  const text = shape.export?.plainText?.(record)
  return typeof text === 'string' ? text : ''
}

function findInText(record: ElementRecord, shapes: Shapes, pattern: RegExp): readonly TextRange[] {
  if (!shapes.schema(record.kind)?.facets.text) return []
  const text = (record['text'] ?? null) as RichText | null
  return text === null || getPlainText(text) === '' ? [] : findInRichText(getDocument(text), pattern)
}

function compareReadingOrder(a: MatchedElement, b: MatchedElement): number {
  if (a.pageIndex !== b.pageIndex) return a.pageIndex - b.pageIndex
  if (!a.box || !b.box) return Number(b.box !== undefined) - Number(a.box !== undefined)
  return a.box.y - b.box.y || a.box.x - b.box.x
}
