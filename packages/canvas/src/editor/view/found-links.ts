import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { isLinkUrl, type RichText } from '../../document/text/rich-text.ts'
import { containsPoint } from '../../geometry/box.ts'
import { getLinkMarkBox } from '../../geometry/link-mark.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { RichNode } from '../../text/rich.ts'
import type { BoardView } from '../board-view.ts'
import { compareStacking, isElement } from './relations.ts'
import { getTextHit } from './text-hits.ts'

/** A link under the pointer. */
export interface FoundLink {
  readonly href: string
  /** What of it was hit: its text, the mark of an element's link, or that element elsewhere. */
  readonly part: 'text' | 'mark' | 'element'
}

/** The link of an element at a page point: of its text, else its own; undefined if there is none. */
export function findLinkAt(view: BoardView, id: RecordId, at: Vec): FoundLink | undefined {
  const record = view.document.get(id)
  if (!isElement(record, view.shapes)) return undefined
  const inText = findTextLink(view, record, at)
  if (inText !== undefined) return { href: inText, part: 'text' }
  const { link } = record
  const bounds = isLinkUrl(link) ? view.scene.getBounds(id) : undefined
  if (!isLinkUrl(link) || !bounds) return undefined
  return { href: link, part: containsPoint(getLinkMarkBox(bounds), at) ? 'mark' : 'element' }
}

/** The topmost element whose link mark is at a page point; hollow elements are not hit there. */
export function findLinkMark(view: BoardView, at: Vec): RecordId | undefined {
  const found: RecordId[] = []
  view.scene.index(view.page).search({ ...at, w: 0, h: 0 }, (id, bounds) => {
    const link = view.document.get(id)?.['link']
    if (isLinkUrl(link) && containsPoint(getLinkMarkBox(bounds), at)) found.push(id)
  })
  return found.sort((a, b) => compareStacking(view.document, b, a))[0]
}

function findTextLink(view: BoardView, record: ElementRecord, point: Vec): string | undefined {
  const text = (record['text'] ?? null) as RichText | null
  const hit = text === null || listTextLinks(text).length === 0 ? undefined : getTextHit(view, record, point)
  if (!hit) return undefined
  const { block, at } = hit
  const line = at.y > block.h ? undefined : block.lines.findLast(({ top }) => at.y >= top)
  const run = line?.runs.find((one) => one.href !== undefined && at.x >= one.x && at.x <= one.x + one.width)
  return isLinkUrl(run?.href) ? run.href : undefined
}

const known = new WeakMap<RichText, readonly string[]>()

/** The URLs of the links in a text, each once. */
function listTextLinks(text: RichText): readonly string[] {
  const cached = known.get(text)
  if (cached) return cached
  const found = new Set<string>()
  const visit = (node: RichNode): void => {
    for (const mark of node.marks ?? []) {
      const href = mark.type === 'link' ? mark.attrs?.['href'] : undefined
      if (isLinkUrl(href)) found.add(href)
    }
    node.content?.forEach(visit)
  }
  for (const node of text.content as readonly RichNode[]) visit(node)
  const list = [...found]
  known.set(text, list)
  return list
}

/** The URLs of an element: its own, and those in its text. */
export function listLinks(record: ElementRecord): readonly string[] {
  const text = (record['text'] ?? null) as RichText | null
  const own = isLinkUrl(record.link) ? [record.link] : []
  return [...new Set([...own, ...(text === null ? [] : listTextLinks(text))])]
}
