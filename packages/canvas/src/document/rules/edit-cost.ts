import type { Change, Edit, NewRecord } from '../model/change.ts'
import { affectsContents } from './contents-authorizer.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { suggestionSchema } from '../kinds/suggestion.ts'
import { LONG_ORDER_KEY } from '../model/limits.ts'
import type { RecordId } from '../model/record.ts'
import { getDocument, type RichText } from '../text/rich-text.ts'
import type { BoardState } from '../state/state.ts'
import { getTextAuthor, type TextEntry } from '../text/text-log.ts'

/** Estimated cost of applying an edit, in units of about one microsecond; derived from counts, not measured. */
export interface EditCost {
  /** Written records, and records inside containers that must be checked. */
  readonly records: number
  /** Text steps on the current text. */
  readonly text: number
  /** Rebasing text steps over those after the edit's base; zero with a current base. */
  readonly rebase: number
}

const cost = {
  suggestion: 0.05,
  put: 25,
  field: 8,
  removed: 15,
  restored: 25,
  moved: 3,
  inside: 1,
  respaced: 0.2,
  byte: 0.05,
}

/**
 * Estimates the cost of an edit: steps × text size × rebase distance, plus affected records. Stops counting above
 * `limit`, so that the estimate itself is cheap.
 */
export function estimateCost(edit: Edit, uid: string, board: CostContext, limit: number): EditCost {
  const author = getTextAuthor(uid, edit.id)
  let [records, text, rebase] = [0, 0, 0]
  for (const change of edit.changes) {
    if (change.op === 'text') {
      text += getTextCost(change.steps, board.state.get(change.id)?.['text'])
      rebase += getRebaseCost(change, edit.base, author, board)
    } else records += getRecordCost(change, board, limit)
    if (records + text + rebase > limit) break
  }
  return { records, text, rebase }
}

export interface CostContext {
  readonly state: BoardState
  readonly kinds: Kinds
  /** Text entries of a record after a number, if the state no longer has all of them. */
  readonly olderTexts?: (id: RecordId, since: number) => readonly TextEntry[] | undefined
}

type RecordChange = Exclude<Change, { op: 'text' }>

function getRecordCost(change: RecordChange, board: CostContext, limit: number): number {
  switch (change.op) {
    case 'put':
      return cost.put + getPutCost(change.record, board.state)
    case 'patch':
      return getPatchCost(change, board, limit)
    case 'append':
      return cost.field + change.piece.length * cost.byte
    case 'remove':
      return getCostPerRecord(change.ids, cost.removed, cost.removed, board, limit)
    case 'restore':
      return change.ids.length * cost.restored
    case 'translate':
      return getCostPerRecord(change.ids, cost.moved, cost.inside, board, limit)
  }
}

/** A suggestion is compared with all open ones. */
function getPutCost({ kind, parent, z }: NewRecord, state: BoardState): number {
  return kind === suggestionSchema.kind
    ? state.suggestionIds().size * cost.suggestion
    : getRespaceCost(parent, z, state)
}

function getPatchCost(
  change: Extract<Change, { op: 'patch' }>,
  { state, kinds }: CostContext,
  limit: number,
): number {
  const record = state.get(change.id)
  if (!record) return 1
  const fields = Object.keys(change.fields).length * cost.field
  const container = kinds.get(record.kind)?.container
  const isMoved = container && container !== 'page' && affectsContents(Object.keys(change.fields))
  const inside = isMoved ? countInside(state, change.id, limit) * cost.inside : 0
  return fields + inside + getRespaceCost(record.parent, change.fields['z'], state)
}

function getCostPerRecord(
  ids: readonly RecordId[],
  each: number,
  inside: number,
  { state, kinds }: CostContext,
  limit: number,
): number {
  let work = 0
  for (const id of ids) {
    const kind = state.get(id)?.kind
    work += each
    if (kind !== undefined && kinds.get(kind)?.container) work += countInside(state, id, limit) * inside
    if (work > limit) break
  }
  return work
}

/** Number of records inside a container at any depth, counted up to `limit`. */
function countInside(state: BoardState, container: RecordId, limit: number): number {
  let count = 0
  const waiting = [container]
  for (let id = waiting.pop(); id !== undefined && count <= limit; id = waiting.pop()) {
    count += state.childCount(id)
    if (count <= limit)
      for (const child of state.childIds(id)) if (state.childCount(child) > 0) waiting.push(child)
  }
  return count
}

/** A long order key makes the server respace the siblings, which requires sorting them. */
function getRespaceCost(parent: RecordId | null, z: unknown, state: BoardState): number {
  const isLong = typeof z === 'string' && z.length > LONG_ORDER_KEY
  return isLong ? 100 + state.childCount(parent) * cost.respaced : 0
}

/** Each step creates a new document, which is validated completely. */
function getTextCost(steps: readonly unknown[], text: unknown): number {
  const doc = getDocument((text ?? null) as RichText | null)
  const nodes = countNodes(doc) + countValues(steps) / 4
  return steps.length * (20 + nodes / 3 + doc.content.size / 200)
}

function countNodes(doc: ReturnType<typeof getDocument>): number {
  let count = 0
  doc.descendants(() => {
    count += 1
  })
  return count
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
}

/** Own steps are rebased over each entry together, so the cost is quadratic in their number. */
function getRebaseCost(
  change: Extract<Change, { op: 'text' }>,
  base: number,
  author: string,
  { state, olderTexts }: CostContext,
): number {
  const since = Math.min(base, typeof change.at === 'number' ? change.at : base)
  const known = state.texts.entries(change.id)
  const entries = state.texts.since(change.id) > since ? (olderTexts?.(change.id, since) ?? known) : known
  const later = entries.slice(entries.findLastIndex((entry) => entry.seq <= since) + 1)
  const last = later.findLast((entry) => entry.author === author)
  const under = last ? sum(last.under) + last.sent.length : 0
  const own = change.steps.length + under
  const isForeign = (entry: TextEntry): boolean => entry.author !== author
  const foreign = later.filter(isForeign)
  return foreign.length * own * own * 0.05 + sum(foreign) * own * 1.5 + (later.length + under) * 0.2
}

function sum(groups: readonly { readonly steps: readonly unknown[] }[]): number {
  return groups.reduce((count, { steps }) => count + steps.length, 0)
}
