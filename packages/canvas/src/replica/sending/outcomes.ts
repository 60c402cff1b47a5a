import type { Change, Fields, Refusal } from '../../document/model/change.ts'
import type { BoardRecord, RecordId } from '../../document/model/record.ts'

/**
 * What became of something that a person entered and that is not simply on the board. Plain data, ready for IndexedDB:
 * the replica passes each one to `OutcomeStore.add` and takes the edit out of the outbox only when that has resolved.
 */
export type EditOutcome = RejectedEdit | SkippedFields | SkippedDeletes | EditsOfRemoved | SparedFromDelete

interface EditOutcomeBase {
  readonly editId: string
  /** Edits with one mark were one step of undo. */
  readonly mark: string
}

/** The server refused the whole edit; it is off the board. */
export interface RejectedEdit extends EditOutcomeBase {
  readonly type: 'rejected'
  readonly refusal: Refusal
  /** All that the edit would have done; to be sent again as a new edit. */
  readonly changes: readonly Change[]
  readonly entered: readonly EnteredContent[]
}

/** Somebody else's newer values stayed; `Replica.takeOver` writes this person's over them. */
export interface SkippedFields extends EditOutcomeBase {
  readonly type: 'fieldsSkipped'
  readonly fields: readonly SkippedValue[]
}

export interface SkippedValue {
  readonly id: RecordId
  readonly field: string
  readonly mine: unknown
  readonly theirs: unknown
  /** Uid of the person whose value stayed; null where the page does not know it. */
  readonly by: string | null
}

/** Records that this person deleted and that stayed, because somebody else had changed them meanwhile. */
export interface SkippedDeletes extends EditOutcomeBase {
  readonly type: 'deletesSkipped'
  readonly records: readonly {
    readonly id: RecordId
    /** Who changed it last, the deleting person apart. */
    readonly by: string | null
  }[]
}

/**
 * Changes of records that somebody else had deleted meanwhile; or whose deletion by somebody else had not seen them, then
 * `editId` and `mark` are those of the deletion.
 */
export interface EditsOfRemoved extends EditOutcomeBase {
  readonly type: 'recordsRemoved'
  readonly records: readonly RemovedTarget[]
}

export interface RemovedTarget {
  readonly id: RecordId
  /** Who deleted it; null where the page does not know it. */
  readonly by: string | null
  /** Journal number of the deletion, by which `Replica.restoreRemoved` restores the record whole; null where it is not known. */
  readonly removedAt: number | null
  /** The record as this person saw it last, their own changes included; null where this page never had it. */
  readonly record: BoardRecord | null
  readonly entered: readonly EnteredContent[]
}

/** The other side of `deletesSkipped`, reported by the server: a delete by somebody else was skipped for what this person had changed. */
export interface SparedFromDelete {
  readonly type: 'keptFromDelete'
  /** Who wanted it deleted. */
  readonly by: string
  readonly ids: readonly RecordId[]
}

/** What an edit enters into one record, readable without the board. */
export interface EnteredContent {
  readonly id: RecordId
  /** Known only where the edit creates the record. */
  readonly kind: string | null
  readonly fields: Fields
  /** What was typed, as plain text; empty when nothing was. */
  readonly text: string
}

/** Keeps outcomes until the person has decided; the browser's is IndexedDB. */
export interface OutcomeStore {
  /** Resolves once the outcome would survive a crash. */
  add(outcome: EditOutcome): Promise<void>
}

/** What these changes enter, by record; what they take away or bring back is not entered. */
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
      Object.assign(of(id), { kind, fields, text: listWritten(text) })
    } else if (change.op === 'patch') Object.assign(of(change.id).fields, change.fields)
    else if (change.op === 'text') of(change.id).text += listWritten(change.steps)
    else if (change.op === 'append') of(change.id)
    else if (change.op === 'translate') for (const id of change.ids) of(id)
  }
  return [...entered].map(([id, parts]) => ({ id, ...parts }))
}

/** The words inside a rich text or inside steps, in their JSON form; blocks become lines. */
function listWritten(value: unknown): string {
  if (Array.isArray(value)) return value.map(listWritten).join('')
  if (typeof value !== 'object' || value === null) return ''
  const { text, content, slice, type } = value as Readonly<Record<string, unknown>>
  if (typeof text === 'string') return text
  const inner = listWritten(content) + listWritten(slice)
  return type === 'paragraph' ? `${inner}\n` : inner
}
