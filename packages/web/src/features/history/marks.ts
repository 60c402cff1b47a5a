import type { Box } from '@tavla/canvas'
import { type BoardRecord, type BoardState, chainOf, differenceOf } from '@tavla/canvas/model'

export type MarkKind = 'added' | 'changed' | 'removed'

/** What became of one thing, and where on which page it stands; of what was removed, where it stood. */
export interface Mark {
  readonly kind: MarkKind
  readonly page: string
  readonly box: Box
  /** Degrees about the centre of the box. */
  readonly r: number
}

/** What became of what can be seen; the ends of a connector are part of it. */
export function marksOf(older: BoardState, newer: BoardState): readonly Mark[] {
  const { added, removed, changed } = differenceOf(older, newer)
  const kinds = new Map<string, MarkKind>()
  for (const id of changed) kinds.set(id, 'changed')
  for (const id of added) kinds.set(id, 'added')
  for (const id of removed) kinds.set(id, 'removed')
  for (const [id, kind] of kinds) {
    const { kind: what, parent } = (kind === 'removed' ? older : newer).get(id) ?? {}
    if (what === 'binding' && parent != null && !kinds.has(parent)) kinds.set(parent, 'changed')
  }
  const [then, now] = [pagesOf(older), pagesOf(newer)]
  return [...kinds].flatMap(([id, kind]): readonly Mark[] => {
    const isGone = kind === 'removed'
    const record = (isGone ? older : newer).get(id)
    const box = record && boxOf(record)
    const page = box && (isGone ? then : now)(record)
    return box && page !== undefined ? [{ kind, page, box, r: Number(record['r'] ?? 0) }] : []
  })
}

/** The page that a record lies on; what lies in one container is asked about once. */
function pagesOf(state: BoardState): (record: BoardRecord) => string | undefined {
  const pages = new Map<string, string | undefined>()
  return ({ parent }) => {
    if (parent === null) return undefined
    if (!pages.has(parent)) pages.set(parent, [...chainOf(state, parent)].at(-1)?.id)
    return pages.get(parent)
  }
}

/** Of what has a place; pages, groups and the ends of connectors have none. */
export function boxOf(record: BoardRecord): Box | undefined {
  const { x, y, w, h } = record as unknown as Partial<Record<keyof Box, unknown>>
  if (typeof x !== 'number' || typeof y !== 'number' || typeof w !== 'number' || typeof h !== 'number') return
  return { x, y, w, h }
}
