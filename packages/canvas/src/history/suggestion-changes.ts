import type { Change, Fields, NewRecord } from '../document/model/change.ts'
import type { Kinds } from '../document/kinds/kinds.ts'
import { SUGGESTION_KEY, type SuggestionRecord, suggestionSchema } from '../document/kinds/suggestion.ts'
import { MAX_SUGGESTIONS_EACH } from '../document/model/limits.ts'
import type { BoardRecord, DocumentView, LiveDocument, RecordId } from '../document/model/record.ts'
import { getDocument, type RichText, toRichText } from '../document/text/rich-text.ts'
import { getChain } from '../document/rules/rules.ts'
import { listLocks, findOwnSuggestion } from '../document/rules/suggestions.ts'
import { applySteps, parseSteps, stepsToJson } from '../document/text/text-steps.ts'
import { getStepsBetween } from './text-history.ts'
import { isSameValue } from './same-value.ts'

/**
 * The edit that accepts a suggestion: the proposed change, with locks removed temporarily, and the removal of the
 * suggestion.
 */
export function acceptChanges(
  view: DocumentView,
  kinds: Kinds,
  suggestion: SuggestionRecord,
): readonly Change[] | undefined {
  const done: Change = { op: 'remove', ids: [suggestion.id] }
  const { action, target, shape, fields } = suggestion
  const record = view.get(target)
  if (action === 'add') {
    if (record || shape === undefined) return undefined
    return [{ op: 'put', record: { ...fields, id: target, kind: shape } as NewRecord }, done]
  }
  if (!record) return undefined
  const locks = listLocks(view, kinds, record)
  const open = locks.map(({ id }): Change => ({ op: 'patch', id, fields: { lock: null } }))
  if (action === 'remove') {
    const others = locks.filter(({ id }) => id !== target)
    return [...open, { op: 'remove', ids: [target] }, ...closing(others), done]
  }
  return [...open, ...proposedChanges(record, fields), ...closing(locks), done]
}

function closing(locks: readonly BoardRecord[]): Change[] {
  return locks.map(({ id, lock }) => ({ op: 'patch', id, fields: { lock } }))
}

function proposedChanges(record: BoardRecord, fields: Fields): Change[] {
  const { text, ...rest } = fields
  const changes: Change[] = []
  if (Object.keys(rest).length > 0) changes.push({ op: 'patch', id: record.id, fields: rest })
  if (text === undefined) return changes
  const steps = getStepsBetween(getText(record), getDocument(text as RichText | null))
  if (steps.length > 0) changes.push({ op: 'text', id: record.id, steps: stepsToJson(steps) })
  return changes
}

function getText(record: BoardRecord): ReturnType<typeof getDocument> {
  return getDocument((record['text'] ?? null) as RichText | null)
}

/** Fields that control permissions or are set by the server cannot be suggested. */
const CONTROLS: ReadonlySet<string> = new Set(['lock', 'role', 'by', 'made', 'id', 'kind'])

interface Proposal {
  readonly action: SuggestionRecord['action']
  readonly shape?: string
  fields: Record<string, unknown>
}

interface Source {
  readonly view: Pick<LiveDocument, 'get' | 'getBindings' | 'childIds' | 'suggestionIds'> & DocumentView
  readonly kinds: Kinds
  readonly uid: string
  newId(): RecordId
}

/**
 * The suggestions for a refused edit, one per element. Empty if any part of the edit cannot be suggested, such as
 * a pen stroke, so that edits are never suggested partially.
 */
export function listSuggestions(changes: readonly Change[], source: Source): readonly NewRecord[] {
  const records: NewRecord[] = []
  for (const [target, { action, shape, fields }] of listProposals(changes, source)) {
    const parent = action === 'add' ? fields['parent'] : source.view.get(target)?.id
    const page = typeof parent === 'string' ? [...getChain(source.view, parent)].at(-1)?.id : undefined
    const isEmpty = action === 'change' && Object.keys(fields).length === 0
    if (page === undefined || isEmpty) continue
    const kind = suggestionSchema.kind
    const id = source.newId()
    records.push({
      id,
      kind,
      parent: page,
      z: SUGGESTION_KEY,
      action,
      target,
      ...(shape && { shape }),
      fields,
    })
  }
  return records.length > MAX_SUGGESTIONS_EACH ? [] : records
}

/** The edit that suggests these changes. Own suggestions that the changes revert are withdrawn. */
export function suggestEdit(changes: readonly Change[], source: Source): readonly Change[] {
  const puts = listSuggestions(changes, source).map((record): Change => ({ op: 'put', record }))
  const withdrawn = [...listProposals(changes, source)].flatMap(([target, { action, fields }]) => {
    if (action !== 'change' || Object.keys(fields).length > 0) return []
    return findOwnSuggestion(source.view, target, source.uid)?.id ?? []
  })
  return withdrawn.length > 0 ? [...puts, { op: 'remove', ids: withdrawn }] : puts
}

/** Proposed values by element; for changes only the differences from the board. */
function listProposals(changes: readonly Change[], source: Source): ReadonlyMap<RecordId, Proposal> {
  const proposals = new Map<RecordId, Proposal>()
  for (const change of changes) if (!propose(change, proposals, source)) return new Map()
  for (const [target, proposal] of proposals) {
    const record = source.view.get(target)
    if (proposal.action !== 'change' || !record) continue
    const differing = Object.entries(proposal.fields).filter(
      ([name, value]) => !isSameValue(record[name] ?? null, value),
    )
    proposal.fields = Object.fromEntries(differing)
  }
  return proposals
}

/** Adds what a change proposes; false if it cannot be suggested. */
function propose(change: Change, into: Map<RecordId, Proposal>, source: Source): boolean {
  const { view, kinds } = source
  switch (change.op) {
    case 'put': {
      const { id, kind: shape, ...fields } = change.record
      const kind = kinds.get(shape)
      if (!kind?.isElement || kind.schema.facets.stroke) return false
      into.set(id, { action: 'add', shape, fields: without(fields) })
      return true
    }
    case 'patch':
      return merge(change.id, change.fields, into, source)
    case 'translate':
      return change.ids.every((id) => {
        const { x, y } = (view.get(id) ?? {}) as { x?: number; y?: number }
        if (x === undefined || y === undefined) return false
        return merge(id, { x: x + change.dx, y: y + change.dy }, into, source)
      })
    case 'remove':
      return change.ids.every((id) => {
        const record = view.get(id)
        const kind = record && kinds.get(record.kind)
        if (record && !(kind?.isElement || kind?.container === 'group')) return false
        if (into.get(id)?.action === 'add') into.delete(id)
        else if (record) into.set(id, { action: 'remove', fields: {} })
        return true
      })
    case 'text': {
      const before = into.get(change.id)?.fields['text'] ?? view.get(change.id)?.['text']
      const steps = parseSteps(change.steps)
      if (!steps) return false
      const { doc } = applySteps(getDocument((before ?? null) as RichText | null), steps)
      return merge(change.id, { text: toRichText(doc) }, into, source)
    }
    case 'append':
    case 'restore':
      return false
  }
}

function merge(id: RecordId, fields: Fields, into: Map<RecordId, Proposal>, source: Source): boolean {
  const known = into.get(id)
  if (known) {
    if (known.action !== 'remove') Object.assign(known.fields, without(fields))
    return true
  }
  const record = source.view.get(id)
  const kind = record && source.kinds.get(record.kind)
  if (!record || !(kind?.isElement || kind?.container === 'group')) return false
  const isOnlyControls = Object.keys(fields).every((name) => CONTROLS.has(name))
  if (isOnlyControls) return false
  // Fields of the user's earlier suggestion are kept, because the new suggestion replaces it.
  const earlier = findOwnSuggestion(source.view, id, source.uid)
  into.set(id, { action: 'change', fields: { ...earlier?.fields, ...without(fields) } })
  return true
}

function without(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !CONTROLS.has(name)))
}
