import type { Box } from '@tavla/canvas'
import {
  type BoardRecord,
  type BoardState,
  getChain,
  getDifference,
  forEachSliced,
  type Entry,
  getPlainText,
  type RichText,
  type SlicedTask,
  scaleProgress,
} from '@tavla/canvas/model'

export type MarkKind = 'added' | 'changed' | 'removed'

/** What changed about one element, and its position; for a removed element its former position. */
export interface Mark {
  readonly kind: MarkKind
  readonly page: string
  readonly box: Box
  /** Degrees about the centre of the box. */
  readonly r: number
  /** The record on the other version, if it is missing on this one. */
  readonly entry?: Entry
  /** Its text in both versions, if that changed. */
  readonly text?: { readonly before: string; readonly after: string }
}

/** Differences of everything visible; the ends of a connector are part of it. */
export function* getMarks(older: BoardState, newer: BoardState): SlicedTask<readonly Mark[]> {
  const { added, removed, changed } = yield* scaleProgress(getDifference(older, newer), 0, 0.6)
  const kinds = new Map<string, MarkKind>()
  for (const id of changed) kinds.set(id, 'changed')
  for (const id of added) kinds.set(id, 'added')
  for (const id of removed) kinds.set(id, 'removed')
  const all = [...kinds]
  const ends = ([id, kind]: readonly [string, MarkKind]): void => {
    const { kind: what, parent } = (kind === 'removed' ? older : newer).get(id) ?? {}
    if (what === 'binding' && parent != null && !kinds.has(parent)) kinds.set(parent, 'changed')
  }
  yield* forEachSliced(all, all.length, ends, [0.6, 0.8])
  const [then, now] = [getPages(older), getPages(newer)]
  const marks: Mark[] = []
  const mark = ([id, kind]: readonly [string, MarkKind]): void => {
    const isRemoved = kind === 'removed'
    const record = (isRemoved ? older : newer).get(id)
    const box = record && getBox(record)
    const page = box && (isRemoved ? then : now)(record)
    if (!box || page === undefined) return
    const place = { kind, page, box, r: Number(record['r'] ?? 0) }
    if (kind === 'changed') marks.push({ ...place, ...textChange(older.get(id), record) })
    else {
      const entry = (isRemoved ? older : newer).entry(id)
      marks.push(entry ? { ...place, entry } : place)
    }
  }
  yield* forEachSliced(kinds, kinds.size, mark, [0.8, 1])
  return marks
}

function textChange(was: BoardRecord | undefined, is: BoardRecord): Pick<Mark, 'text'> {
  const [old, now] = [was?.['text'], is['text']]
  if (old === now) return {}
  const [before, after] = [old, now].map((text) => getPlainText((text ?? null) as RichText | null))
  return before === after ? {} : { text: { before: before ?? '', after: after ?? '' } }
}

/** The page of a record; looked up once for each container. */
function getPages(state: BoardState): (record: BoardRecord) => string | undefined {
  const pages = new Map<string, string | undefined>()
  return ({ parent }) => {
    if (parent === null) return undefined
    if (!pages.has(parent)) pages.set(parent, [...getChain(state, parent)].at(-1)?.id)
    return pages.get(parent)
  }
}

/** For elements with a position; pages, groups and bindings have none. */
export function getBox(record: BoardRecord): Box | undefined {
  const { x, y, w, h } = record as unknown as Partial<Record<keyof Box, unknown>>
  if (typeof x !== 'number' || typeof y !== 'number' || typeof w !== 'number' || typeof h !== 'number') return
  return { x, y, w, h }
}
