import { applyAppend } from './apply-append.ts'
import { applyPatch } from './apply-patch.ts'
import { applyPut } from './apply-put.ts'
import { applyRemove } from './apply-remove.ts'
import { applyRestore } from './apply-restore.ts'
import { applyText } from './apply-text.ts'
import { applyTranslate } from './apply-translate.ts'
import { ContentsAuthorizer } from '../rules/contents-authorizer.ts'
import type { Actor, Change, Edit, Refusal } from '../model/change.ts'
import { Draft } from './draft.ts'
import { dropEmptyGroups, respaceLongKeys } from './effects.ts'
import { type Kinds, readKinds } from '../kinds/kinds.ts'
import { MAX_CHANGES } from '../model/limits.ts'
import { isSuggestion } from '../kinds/suggestion.ts'
import type { BoardRecord, DocumentView, RecordId } from '../model/record.ts'
import type { ApplyContext, Outcome } from './reducer.ts'
import { getAbility, isAtLeast, authorizeChange, authorizePlacing, refuse } from '../rules/rules.ts'
import type { ShapeSchema } from '../model/schema.ts'
import { runToEnd, SlicePacer, type SlicedWork } from '../model/sliced-work.ts'
import { isOwnUndo } from './own-undo.ts'
import type { BoardState } from '../state/state.ts'
import { authorizeEdit, authorizeSuggestionRemoval } from '../rules/suggestions.ts'
import type { Task } from './task.ts'

/** The only code that applies edits to records; used by client and server. */
export interface Reducer {
  readonly kinds: Kinds
  /**
   * Applies an edit completely or not at all. Changes to records that were removed meanwhile are skipped. The
   * caller assigns the sequence number. After a refusal the board is unchanged.
   */
  apply(state: BoardState, edit: Edit, actor: Actor, context: ApplyContext): Outcome
  /**
   * Same as `apply`, in slices. Between slices the edit is half applied, so no other code may read or change the
   * board. Ending the generator early reverts the edit.
   */
  applyInSlices(state: BoardState, edit: Edit, actor: Actor, context: ApplyContext): SlicedWork<Outcome>
  /** The refusal for changing this record, if any. Used by tools and previews. */
  canChange(view: DocumentView, id: RecordId, actor: Actor): Refusal | undefined
  /** The refusal for moving or deleting these records with their contents, if any. */
  canTake(view: DocumentView, ids: readonly RecordId[], actor: Actor): Refusal | undefined
  /** The refusal for moving this record and its contents into the container, if any. */
  canPlace(
    view: DocumentView,
    ids: readonly RecordId[],
    container: RecordId,
    actor: Actor,
  ): Refusal | undefined
  /** The refusal for adding elements to this container, if any. */
  canAdd(view: DocumentView, container: RecordId, actor: Actor): Refusal | undefined
}

export function createReducer(schemas: readonly ShapeSchema[]): Reducer {
  const kinds = readKinds(schemas)
  const applyInSlices: Reducer['applyInSlices'] = function* (state, edit, actor, context) {
    const stamp = { seq: context.seq, ref: context.ref, by: actor.uid }
    const draft = new Draft(state, stamp)
    const contents = new ContentsAuthorizer(state, kinds, actor)
    const task: Task = { draft, state, kinds, edit, actor, context, contents, pacer: new SlicePacer() }
    let isApplied = false
    try {
      const refusal = yield* applyAll(task)
      isApplied = refusal === undefined
      return refusal ?? draft.finish()
    } finally {
      if (!isApplied) draft.drop()
    }
  }
  const withRecord = (
    view: DocumentView,
    id: RecordId,
    authorize: (record: BoardRecord) => Refusal | undefined,
  ): Refusal | undefined => {
    const record = view.get(id)
    return record ? authorize(record) : refuse('missing', id, 'no such record')
  }
  return {
    kinds,
    apply: (state, edit, actor, context) => runToEnd(applyInSlices(state, edit, actor, context)),
    applyInSlices,
    canChange: (view, id, actor) =>
      withRecord(view, id, (record) =>
        isSuggestion(record)
          ? authorizeSuggestionRemoval(view, kinds, record, actor)
          : authorizeChange(view, kinds, record, actor),
      ),
    canTake(view, ids, actor) {
      const contents = new ContentsAuthorizer(view, kinds, actor)
      for (const id of ids) {
        const refusal =
          withRecord(view, id, (record) => authorizeChange(view, kinds, record, actor)) ??
          contents.authorize(id)
        if (refusal) return refusal
      }
      return undefined
    },
    canPlace(view, ids, container, actor) {
      const refusal = withRecord(view, container, (record) => authorizePlacing(view, kinds, record, actor))
      if (refusal) return refusal
      const contents = new ContentsAuthorizer(view, kinds, actor)
      if (isAtLeast(getAbility(view, kinds, container, actor), 'editor')) return undefined
      for (const id of ids) {
        const trapped = contents.authorizeOwn(id)
        if (trapped) return trapped
      }
      return undefined
    },
    canAdd: (view, id, actor) =>
      withRecord(view, id, (record) => authorizePlacing(view, kinds, record, actor)),
  }
}

/**
 * The same task for an edit that undoes the user's own action. Created once, because it caches container checks.
 */
function createUndoTask(task: Task): () => Task {
  let undoing: Task | undefined
  return () => {
    if (undoing) return undoing
    const actor = { ...task.actor, isUndoing: true }
    task.draft.isUndo = true
    undoing = { ...task, actor, contents: new ContentsAuthorizer(task.state, task.kinds, actor) }
    return undoing
  }
}

function* applyAll(task: Task): SlicedWork<Refusal | undefined> {
  const barred = authorizeEdit(task.state, task.edit, task.actor.role)
  if (barred) return barred
  if (countRecords(task.edit.changes) > MAX_CHANGES)
    return refuse('too_large', undefined, 'too many changes in one edit')
  const undoing = createUndoTask(task)
  for (const change of task.edit.changes) {
    const refusal = yield* applyChange(isOwnUndo(task, change) ? undoing() : task, change)
    if (refusal) return refusal
    if (task.pacer.isDue()) yield
  }
  dropEmptyGroups(task)
  if (task.context.random) respaceLongKeys(task, task.context.random)
  return undefined
}

/** Number of records in the changes; each record counts, but a move counts once. */
function countRecords(changes: readonly Change[]): number {
  let weight = 0
  for (const change of changes) {
    weight += change.op === 'remove' || change.op === 'restore' ? change.ids.length : 1
  }
  return weight
}

function* applyChange(task: Task, change: Change): SlicedWork<Refusal | undefined> {
  switch (change.op) {
    case 'put':
      return applyPut(task, change.record)
    case 'patch':
      return yield* applyPatch(task, change)
    case 'append':
      return applyAppend(task, change)
    case 'remove':
      return yield* applyRemove(task, change)
    case 'restore':
      return yield* applyRestore(task, change)
    case 'text':
      return applyText(task, change)
    case 'translate':
      return yield* applyTranslate(task, change)
  }
}
