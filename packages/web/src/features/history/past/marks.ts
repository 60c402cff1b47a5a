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
  const markConnector = ([id, kind]: readonly [string, MarkKind]): void => {
    const { kind: recordKind, parent } = (kind === 'removed' ? older : newer).get(id) ?? {}
    if (recordKind === 'binding' && parent != null && !kinds.has(parent)) kinds.set(parent, 'changed')
  }
  yield* forEachSliced(all, all.length, markConnector, [0.6, 0.8])
  const [getOlderPage, getNewerPage] = [createPageLookup(older), createPageLookup(newer)]
  const marks: Mark[] = []
  const addMark = ([id, kind]: readonly [string, MarkKind]): void => {
    const isRemoved = kind === 'removed'
    const record = (isRemoved ? older : newer).get(id)
    const box = record && getBox(record)
    const page = box && (isRemoved ? getOlderPage : getNewerPage)(record)
    if (!box || page === undefined) return
    const common = { kind, page, box, r: Number(record['r'] ?? 0) }
    if (kind === 'changed') marks.push({ ...common, ...getTextChange(older.get(id), record) })
    else {
      const entry = (isRemoved ? older : newer).entry(id)
      marks.push(entry ? { ...common, entry } : common)
    }
  }
  yield* forEachSliced(kinds, kinds.size, addMark, [0.8, 1])
  return marks
}

function getTextChange(older: BoardRecord | undefined, newer: BoardRecord): Pick<Mark, 'text'> {
  const [oldText, newText] = [older?.['text'], newer['text']]
  if (oldText === newText) return {}
  const [before, after] = [oldText, newText].map((text) => getPlainText((text ?? null) as RichText | null))
  return before === after ? {} : { text: { before: before ?? '', after: after ?? '' } }
}

/** The page of a record; looked up once for each container. */
function createPageLookup(state: BoardState): (record: BoardRecord) => string | undefined {
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
