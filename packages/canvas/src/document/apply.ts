import { applyAppend } from './apply-append.ts'
import { applyPatch } from './apply-patch.ts'
import { applyPut } from './apply-put.ts'
import { applyRemove } from './apply-remove.ts'
import { applyRestore } from './apply-restore.ts'
import { applyText } from './apply-text.ts'
import { applyTranslate } from './apply-translate.ts'
import type { Actor, Change, Edit, Refusal } from './change.ts'
import { Draft } from './draft.ts'
import { dropEmptyGroups, respaceLongKeys } from './effects.ts'
import { type Kinds, readKinds } from './fields.ts'
import { MAX_CHANGES } from './limits.ts'
import type { BoardRecord, DocumentView, RecordId } from './record.ts'
import type { ApplyContext, Outcome } from './reducer.ts'
import { judgeChange, judgePlace, refuse } from './rules.ts'
import type { ShapeSchema } from './schema.ts'
import type { BoardState } from './state.ts'
import type { Task } from './task.ts'

/** The only code that changes records by request; runs on both sides. */
export interface Reducer {
  readonly kinds: Kinds
  /**
   * Applies an edit to the board, whole or not at all. What has been removed meanwhile is passed over: removed
   * stays removed. The caller owns numbering; with a refusal the board is as it was.
   */
  apply(state: BoardState, edit: Edit, actor: Actor, context: ApplyContext): Outcome
  /** Would changing this record be refused? Asked for previews and by tools. */
  mayChange(view: DocumentView, id: RecordId, actor: Actor): Refusal | undefined
  /** Would putting things into this container be refused? */
  mayAdd(view: DocumentView, container: RecordId, actor: Actor): Refusal | undefined
}

export function createReducer(schemas: readonly ShapeSchema[]): Reducer {
  const kinds = readKinds(schemas)
  const withRecord = (
    view: DocumentView,
    id: RecordId,
    judge: (record: BoardRecord) => Refusal | undefined,
  ): Refusal | undefined => {
    const record = view.get(id)
    return record ? judge(record) : refuse('missing', id, 'no such record')
  }
  return {
    kinds,
    apply(state, edit, actor, context) {
      const stamp = { seq: context.seq, ref: context.ref, by: actor.uid }
      const draft = new Draft(state, stamp)
      const task: Task = { draft, state, kinds, edit, actor, context }
      const refusal = applyAll(task)
      if (refusal) draft.drop()
      return refusal ?? draft.finish()
    },
    mayChange: (view, id, actor) => withRecord(view, id, (record) => judgeChange(view, kinds, record, actor)),
    mayAdd: (view, id, actor) => withRecord(view, id, (record) => judgePlace(view, kinds, record, actor)),
  }
}

function applyAll(task: Task): Refusal | undefined {
  if (weightOf(task.edit.changes) > MAX_CHANGES)
    return refuse('too_large', undefined, 'too many changes in one edit')
  for (const change of task.edit.changes) {
    const refusal = applyChange(task, change)
    if (refusal) return refusal
  }
  dropEmptyGroups(task)
  if (task.context.random) respaceLongKeys(task, task.context.random)
  return undefined
}

/** Every record counts, except in a move, which says the same of all. */
function weightOf(changes: readonly Change[]): number {
  let weight = 0
  for (const change of changes) {
    weight += change.op === 'remove' || change.op === 'restore' ? change.ids.length : 1
  }
  return weight
}

function applyChange(task: Task, change: Change): Refusal | undefined {
  switch (change.op) {
    case 'put':
      return applyPut(task, change.record)
    case 'patch':
      return applyPatch(task, change)
    case 'append':
      return applyAppend(task, change)
    case 'remove':
      return applyRemove(task, change)
    case 'restore':
      return applyRestore(task, change)
    case 'text':
      return applyText(task, change)
    case 'translate':
      return applyTranslate(task, change)
  }
}
