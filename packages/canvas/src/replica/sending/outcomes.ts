import type { Change, Fields, Refusal } from '../../document/model/change.ts'
import type { BoardRecord, RecordId } from '../../document/model/record.ts'

/**
 * What happened to an edit that was not fully applied. Plain data for IndexedDB. The replica passes each outcome
 * to `OutcomeStore.add` and removes the edit from the outbox only after that has resolved.
 */
export type EditOutcome = RejectedEdit | SkippedFields | SkippedDeletes | EditsOfRemoved | PreservedFromDelete

interface EditOutcomeBase {
  readonly editId: string
  /** Edits with the same mark were one undo step. */
  readonly mark: string
}

/** The server refused the whole edit; it was reverted. */
export interface RejectedEdit extends EditOutcomeBase {
  readonly type: 'rejected'
  readonly refusal: Refusal
  /** Changes of the edit, to be sent again as a new one. */
  readonly changes: readonly Change[]
  readonly entered: readonly EnteredContent[]
}

/** Other users' newer values were kept; `Replica.takeOver` overwrites them. */
export interface SkippedFields extends EditOutcomeBase {
  readonly type: 'fieldsSkipped'
  readonly fields: readonly SkippedValue[]
}

export interface SkippedValue {
  readonly id: RecordId
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  /** Uid of the user whose value was kept; null if unknown. */
  readonly by: string | null
}

/** Deletes that were skipped, because other users had changed the records. */
export interface SkippedDeletes extends EditOutcomeBase {
  readonly type: 'deletesSkipped'
  readonly records: readonly {
    readonly id: RecordId
    /** The last other user who changed it. */
    readonly by: string | null
  }[]
}

/**
 * Changes of records that another user had deleted; or that another user deleted without having seen them, in
 * which case `editId` and `mark` are those of the deletion.
 */
export interface EditsOfRemoved extends EditOutcomeBase {
  readonly type: 'recordsRemoved'
  readonly records: readonly RemovedTarget[]
}

export interface RemovedTarget {
  readonly id: RecordId
  /** User who deleted it; null if unknown. */
  readonly by: string | null
  /** Journal number of the deletion, with which `Replica.restoreRemoved` restores the record; null if unknown. */
  readonly removedAt: number | null
  /** The record as this user saw it last, with their changes; null if this page never had it. */
  readonly record: BoardRecord | null
  readonly entered: readonly EnteredContent[]
}

/**
 * The counterpart of `deletesSkipped`, reported by the server: another user's delete was skipped because of this
 * user's changes.
 */
export interface PreservedFromDelete {
  readonly type: 'keptFromDelete'
  /** User who tried to delete them. */
  readonly by: string
  readonly ids: readonly RecordId[]
}

/** Content that an edit adds to one record, readable without the board. */
export interface EnteredContent {
  readonly id: RecordId
  /** Known only if the edit creates the record. */
  readonly kind: string | null
  readonly fields: Fields
  /** Typed text as plain text; empty if there is none. */
  readonly text: string
}

/** Stores outcomes until the user has decided; IndexedDB in the browser. */
export interface OutcomeStore {
  /** Resolves once the outcome is durable. */
  add(outcome: EditOutcome): Promise<void>
}

/** Content that the changes add, by record; removals and restores are omitted. */
export function listEnteredContent(changes: readonly Change[]): readonly EnteredContent[] {
  const entered = new Map<RecordId, { kind: string | null; fields: Record<string, unknown>; text: string }>()
  const of = (id: RecordId) => {
    const known = entered.get(id) ?? { kind: null, fields: {}, text: '' }
    entered.set(id, known)
    return known
  }
  for (const change of changes) {
    if (change.op === 'put') {
      const { id, kind, parent: _parent, z: _z, text, ...fields } = change.record
      Object.assign(of(id), { kind, fields, text: getWrittenText(text) })
    } else if (change.op === 'patch') Object.assign(of(change.id).fields, change.fields)
    else if (change.op === 'text') of(change.id).text += getWrittenText(change.steps)
    else if (change.op === 'append') of(change.id)
    else if (change.op === 'translate') for (const id of change.ids) of(id)
  }
  return [...entered].map(([id, parts]) => ({ id, ...parts }))
}

/** Plain text of rich text or steps in JSON form; blocks become lines. */
function getWrittenText(value: unknown): string {
  if (Array.isArray(value)) return value.map(getWrittenText).join('')
  if (typeof value !== 'object' || value === null) return ''
  const { text, content, slice, type } = value as Readonly<Record<string, unknown>>
  if (typeof text === 'string') return text
  const inner = getWrittenText(content) + getWrittenText(slice)
  return type === 'paragraph' || type === 'heading' ? `${inner}\n` : inner
}
