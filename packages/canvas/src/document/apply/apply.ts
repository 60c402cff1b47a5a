import { applyAppend } from './apply-append.ts'
import { applyPatch } from './apply-patch.ts'
import { applyPut } from './apply-put.ts'
import { applyRemove } from './apply-remove.ts'
import { applyRestore } from './apply-restore.ts'
import { applyText } from './apply-text.ts'
import { applyTranslate } from './apply-translate.ts'
import { Contents } from '../rules/contents.ts'
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

/** The only code that changes records by request; runs on both sides. */
export interface Reducer {
  readonly kinds: Kinds
  /**
   * Applies an edit to the board, whole or not at all. What has been removed meanwhile is passed over: removed
   * stays removed. The caller owns numbering; with a refusal the board is as it was.
   */
  apply(state: BoardState, edit: Edit, actor: Actor, context: ApplyContext): Outcome
  /**
   * The same in slices. Between two of them the edit is half in the board: nobody else may read or change it. Ended early,
   * it leaves the board as it was.
   */
  applyInSlices(state: BoardState, edit: Edit, actor: Actor, context: ApplyContext): SlicedWork<Outcome>
  /** Would changing this record be refused? Asked for previews and by tools. */
  canChange(view: DocumentView, id: RecordId, actor: Actor): Refusal | undefined
  /** The same with everything inside: would moving, deleting or putting it elsewhere be refused? */
  canTake(view: DocumentView, ids: readonly RecordId[], actor: Actor): Refusal | undefined
  /** Would putting this record, with everything inside, into this container be refused? */
  canPlace(
    view: DocumentView,
    ids: readonly RecordId[],
    container: RecordId,
    actor: Actor,
  ): Refusal | undefined
  /** Would inserting elements into this container be refused? */
  canAdd(view: DocumentView, container: RecordId, actor: Actor): Refusal | undefined
}

export function createReducer(schemas: readonly ShapeSchema[]): Reducer {
  const kinds = readKinds(schemas)
  const applyInSlices: Reducer['applyInSlices'] = function* (state, edit, actor, context) {
    const stamp = { seq: context.seq, ref: context.ref, by: actor.uid }
    const draft = new Draft(state, stamp)
    const contents = new Contents(state, kinds, actor)
    const task: Task = { draft, state, kinds, edit, actor, context, contents, pace: new SlicePacer() }
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
      const contents = new Contents(view, kinds, actor)
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
      const contents = new Contents(view, kinds, actor)
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

/** The same task for one who undoes an act of their own; made once, so that it walks each container once. */
function createUndoTask(task: Task): () => Task {
  let undoing: Task | undefined
  return () => {
    if (undoing) return undoing
    const actor = { ...task.actor, isUndoing: true }
    task.draft.isUndo = true
    undoing = { ...task, actor, contents: new Contents(task.state, task.kinds, actor) }
    return undoing
  }
}

function* applyAll(task: Task): SlicedWork<Refusal | undefined> {
  const barred = authorizeEdit(task.state, task.edit, task.actor.may)
  if (barred) return barred
  if (getWeight(task.edit.changes) > MAX_CHANGES)
    return refuse('too_large', undefined, 'too many changes in one edit')
  const undoing = createUndoTask(task)
  for (const change of task.edit.changes) {
    const refusal = yield* applyChange(isOwnUndo(task, change) ? undoing() : task, change)
    if (refusal) return refusal
    if (task.pace.isDue()) yield
  }
  dropEmptyGroups(task)
  if (task.context.random) respaceLongKeys(task, task.context.random)
  return undefined
}

/** Every record counts, except in a move, which says the same of all. */
function getWeight(changes: readonly Change[]): number {
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
