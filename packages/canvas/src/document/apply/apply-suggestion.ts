import type { Entry, Fields, NewRecord, Refusal, RemovedEntry } from '../model/change.ts'
import { isRecordId, type Kind, readNewRecord } from '../kinds/kinds.ts'
import { isSuggestion, SUGGESTION_KEY, type SuggestionRecord } from '../kinds/suggestion.ts'
import { MAX_SUGGESTION_BYTES } from '../model/limits.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'
import { parseRichText } from '../text/rich-text.ts'
import { getChain, refuse } from '../rules/rules.ts'
import {
  authorizeDecision,
  authorizeSuggesting,
  authorizeSuggestionCount,
  proposedParent,
} from '../rules/suggestions.ts'
import type { Task } from './task.ts'

/** Fields that cannot be suggested: permissions, and fields written by the server. */
const NOT_PROPOSED: ReadonlySet<string> = new Set(['id', 'kind', 'by', 'made', 'lock', 'role'])

/**
 * Stores a suggestion whose own fields are validated. It replaces an earlier one by the same user for the same
 * element.
 */
export function putSuggestion(task: Task, sent: NewRecord): Refusal | undefined {
  const { state, draft, actor } = task
  const refusal = authorizeSuggesting(state, actor.role)
  if (refusal) return { ...refusal, id: sent.id }
  const record = sent as NewRecord & SuggestionRecord
  const fields = readProposal(task, record)
  if ('refused' in fields) return fields as Refusal
  const page = getPage(task, record)
  if (!page) return refuse('parent', sent.id, 'it is on no page')
  const older = [...state.suggestionIds()].find((id) => {
    const other = state.get(id)
    return isSuggestion(other) && other.target === record.target && other.by === actor.uid
  })
  if (older !== undefined) draft.remove([older])
  const full = authorizeSuggestionCount(state, sent.id, actor.uid)
  if (full) return full
  draft.put({ ...record, parent: page, z: SUGGESTION_KEY, fields }, false)
  return undefined
}

/** The proposed values as the shape accepts them, or the refusal. */
function readProposal(task: Task, record: SuggestionRecord): Fields | Refusal {
  const { state, kinds } = task
  const { id, action, target, fields } = record
  const size = new TextEncoder().encode(JSON.stringify(fields)).length
  if (size > MAX_SUGGESTION_BYTES) return refuse('too_large', id, 'a suggestion holds no more')
  const barred = Object.keys(fields).find((name) => NOT_PROPOSED.has(name))
  if (barred !== undefined) return refuse('invalid', id, `${barred} cannot be suggested`)
  if (action === 'add') return readAddition(task, record)
  if (record.shape !== undefined) return refuse('invalid', id, 'only what is new has a kind to be')
  const present = state.get(target)
  const kind = present && kinds.get(present.kind)
  if (!present) return refuse('missing', id, 'what it would change is gone')
  if (!kind || !(kind.isElement || kind.container === 'group'))
    return refuse('invalid', id, 'only elements and groups can be suggested to change')
  const count = Object.keys(fields).length
  if (action === 'remove') return count === 0 ? fields : refuse('invalid', id, 'a removal has no values')
  return count > 0 ? readChange(kind, id, fields) : refuse('invalid', id, 'nothing is suggested')
}

function readChange(kind: Kind, id: RecordId, fields: Fields): Fields | Refusal {
  const legal: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const fault = refuse('invalid', id, `${name} is not valid`)
    if (name === 'parent') {
      if (!isRecordId(value)) return fault
      legal[name] = value
    } else if (name === 'text' && kind.schema.facets.text) {
      const text = value === null ? null : parseRichText(value)
      if (text === undefined) return fault
      legal[name] = text
    } else {
      const rule = kind.fields.get(name)
      if (!rule || !(rule.check(value) || (value === null && rule.clears))) return fault
      legal[name] = value
    }
  }
  return legal
}

/** Strokes (streamed in pieces) and connector bindings (separate records) cannot be suggested. */
function readAddition({ state, kinds }: Task, record: SuggestionRecord): Fields | Refusal {
  const { id, target, shape, fields } = record
  const kind = shape === undefined ? undefined : kinds.get(shape)
  if (!kind?.isElement || kind.schema.facets.stroke || !isRecordId(target))
    return refuse('invalid', id, 'no such element')
  if (state.has(target)) return refuse('exists', id, 'the id is taken')
  const { parent, ...rest } = fields
  if (!isRecordId(parent)) return refuse('parent', id, 'it would be nowhere')
  const read = readNewRecord(kind, { id: target, kind: kind.name, parent, ...rest } as NewRecord)
  return typeof read === 'string' ? refuse('invalid', id, read) : { ...read, parent }
}

/** Page of the target element or, for a new element, of its intended container. */
function getPage({ state, kinds }: Task, suggestion: SuggestionRecord): RecordId | undefined {
  const start: BoardRecord | undefined =
    suggestion.action === 'add'
      ? state.findNearestContainer(proposedParent(suggestion) ?? '')
      : state.get(suggestion.target)
  if (!start) return undefined
  const page = [...getChain(state, start.id)].at(-1)
  return page && kinds.get(page.kind)?.container === 'page' ? page.id : undefined
}

/**
 * A removed suggestion can be restored by its author and by those who can decide it, for example by undoing an
 * acceptance.
 */
export function restoreSuggestion(
  { state, kinds, actor }: Task,
  { record, within, clock, pieces, open }: RemovedEntry,
  found: ReadonlyMap<RecordId, RemovedEntry>,
): Entry | Refusal {
  if (!isSuggestion(record)) return refuse('invalid', record.id, 'no suggestion')
  if (!within.some((id) => state.has(id) || found.has(id)))
    return refuse('parent', record.id, 'its page is gone')
  // If it is restored with its target, the check of the target decides.
  const decides = found.has(record.target) || !authorizeDecision(state, kinds, record, actor)
  const isOwn = record.by === actor.uid
  const refusal = decides
    ? undefined
    : isOwn
      ? authorizeSuggesting(state, actor.role)
      : refuse('not_yours', record.id, 'it is neither yours nor yours to decide')
  return refusal ?? authorizeSuggestionCount(state, record.id, record.by) ?? { record, clock, pieces, open }
}
