import type { Task } from './task.ts'
import type { NewRecord, Refusal } from '../model/change.ts'
import { putSuggestion } from './apply-suggestion.ts'
import { isRecordId, readNewRecord } from '../kinds/kinds.ts'
import { bindingSchema, isBinding } from '../kinds/binding.ts'
import { SETTINGS_ID, settingsSchema } from '../kinds/settings.ts'
import { suggestionSchema } from '../kinds/suggestion.ts'
import { MAX_DEPTH, MAX_PAGES, MAX_RECORDS } from '../model/limits.ts'
import type { RecordId } from '../model/record.ts'
import {
  getChain,
  isAtLeast,
  authorizeChange,
  authorizeControl,
  authorizePlacing,
  refuse,
} from '../rules/rules.ts'
import type { BoardState } from '../state/state.ts'
import { authorizeSettings } from '../rules/suggestions.ts'

export function applyPut(task: Task, sent: NewRecord): Refusal | undefined {
  const { state, kinds, draft } = task
  const { id } = sent
  const kind = kinds.get(sent.kind)
  if (!kind || !isRecordId(id)) return refuse('invalid', id, 'no such kind, or no id')
  if ((id === SETTINGS_ID) !== (kind.name === settingsSchema.kind))
    return refuse('invalid', id, 'that id is for the settings of the board, which have no other')
  if (state.has(id)) return refuse('exists', id, 'the id is taken')
  if (state.size >= MAX_RECORDS) return refuse('limit', id, 'the space is full')
  const fields = readNewRecord(kind, sent)
  if (typeof fields === 'string') return refuse('invalid', id, fields)
  const record = { id, kind: sent.kind, parent: sent.parent, ...fields } as NewRecord
  if (sent.kind === bindingSchema.kind) return putBinding(task, record)
  if (sent.kind === suggestionSchema.kind) return putSuggestion(task, record)
  if (sent.kind === settingsSchema.kind) return putSettings(task, record)
  if (kind.container === 'page') return putPage(task, record)
  const container = sent.parent === null ? undefined : state.findNearestContainer(sent.parent)
  if (!container || !kinds.get(container.kind)?.container) return refuse('parent', id, 'no such container')
  if (getDepth(state, container.id) >= MAX_DEPTH) return refuse('limit', id, 'too deep inside each other')
  const refusal = authorizePlacing(state, kinds, container, task.actor) ?? authorizeControls(task, record)
  if (refusal) return refusal
  draft.put({ ...record, parent: container.id }, kind.schema.facets.stroke === true)
  if (kind.container === 'group') draft.markPossiblyEmpty(id)
  return undefined
}

/** Number of containers from this one up to the page. */
export function getDepth(state: BoardState, position: RecordId): number {
  return [...getChain(state, position)].length
}

function putPage({ state, draft, actor }: Task, record: NewRecord): Refusal | undefined {
  if (record.parent !== null) return refuse('parent', record.id, 'a page is in nothing')
  if (!isAtLeast(actor.role, 'editor')) return refuse('role', record.id, 'pages are for editors')
  if (state.childCount(null) >= MAX_PAGES) return refuse('limit', record.id, 'too many pages')
  draft.put(record, false)
  return undefined
}

function putSettings({ draft, actor }: Task, record: NewRecord): Refusal | undefined {
  if (record.parent !== null) return refuse('parent', record.id, 'settings are in nothing')
  const refusal = authorizeSettings(record, actor)
  if (!refusal) draft.put(record, false)
  return refusal
}

/** A new record can have a lock or role only if its author may set it. */
function authorizeControls({ state, kinds, actor }: Task, record: NewRecord): Refusal | undefined {
  const blank = { ...record, by: actor.uid, made: 0, lock: undefined }
  for (const field of ['lock', 'role']) {
    const value = record[field]
    if (value === undefined || value === null) continue
    const refusal = authorizeControl(state, kinds, blank, field, value, actor)
    if (refusal) return refusal
  }
  return undefined
}

/** If the connector or target was deleted meanwhile, the binding is dropped without a refusal. */
function putBinding(task: Task, record: NewRecord): Refusal | undefined {
  const { state, kinds, draft, actor } = task
  const connector = record.parent === null ? undefined : state.get(record.parent)
  const target = state.get(record['target'] as RecordId)
  if (!connector || !target) return undefined
  if (
    !kinds.get(connector.kind)?.schema.facets.connects ||
    !isBindable(task, target.kind, connector.id, target.id)
  ) {
    return refuse('binding', record.id, 'these two cannot be bound')
  }
  const refusal = authorizeChange(state, kinds, connector, actor)
  if (refusal) return refusal
  const boundBefore = state.childIds(connector.id).find((id) => {
    const binding = state.get(id)
    return isBinding(binding) && binding.end === record['end']
  })
  if (boundBefore !== undefined) draft.remove([boundBefore])
  draft.put(record, false)
  return undefined
}

export function isBindable(
  { kinds }: Task,
  targetKind: string,
  connector: RecordId,
  target: RecordId,
): boolean {
  return connector !== target && kinds.get(targetKind)?.schema.facets.bindable === true
}
