import { signal } from '@preact/signals-core'
import type { Change, Refusal } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import { type Applied, type InverseChange, isRefusal } from '../document/apply/reducer.ts'
import { isAtLeast, refuse } from '../document/rules/rules.ts'
import { UnstorableError } from '../document/model/values.ts'
import type { ReplicaCore } from './replica-core.ts'
import type { EditSender } from './sending/edit-sender.ts'
import { nextId, type PendingEdit } from './sending/pending.ts'
import { omitUnchangedFields } from './omit-unchanged-fields.ts'
import { sliceChanges } from './slice-changes.ts'
import { getUndoBlock, withoutConditions } from './undo/undo-blocked.ts'
import { toWireChanges, undoChanges } from './undo/undo-changes.ts'
import { undoEdit } from './undo/undo-edit.ts'
import type { Step, UndoStack } from './undo/undo-stack.ts'

/** Creates edits of this user: applies them optimistically and sends them. */
export class LocalEdits {
  readonly canUndo = signal(false)
  readonly canRedo = signal(false)
  /** Called before undo and redo to flush unsent typing. */
  readonly beforeStep = new Set<() => void>()
  readonly #core: ReplicaCore
  readonly #outgoing: EditSender
  readonly #onStepsChanged: () => void
  readonly #tab: string
  #counter = 0

  constructor(core: ReplicaCore, outgoing: EditSender, tab: string, onStepsChanged: () => void) {
    this.#core = core
    this.#outgoing = outgoing
    this.#tab = tab
    this.#onStepsChanged = onStepsChanged
  }

  freshMark(): string {
    return `${this.#tab.slice(0, 24)}.${this.#core.nextStamp().toString(36)}`
  }

  edit(requested: readonly Change[], mark: string): Refusal | undefined {
    const missing = this.#missing(requested)
    if (missing) return missing
    const changes = omitUnchangedFields(requested, (id) => this.#core.board.get(id))
    if (changes.length === 0) return undefined
    const parts = this.#cut(changes)
    if ('refused' in parts) return parts
    const made = this.#apply(parts, (part) => part, mark, this.#core.undo)
    if ('refused' in made) return made
    this.#core.redo.clear()
    this.stepsChanged()
    return undefined
  }

  /** Applies an edit that is no undo step. */
  amend(changes: readonly Change[]): Refusal | undefined {
    const missing = this.#missing(changes)
    if (missing) return missing
    const made = this.#apply([changes], (part) => part, this.freshMark(), undefined)
    return 'refused' in made ? made : undefined
  }

  undo(): readonly RecordId[] {
    return this.#takeStep(this.#core.undo, this.#core.redo)
  }

  redo(): readonly RecordId[] {
    return this.#takeStep(this.#core.redo, this.#core.undo)
  }

  /** Converts unsent typing to edits. */
  flushTyping(): void {
    for (const flush of [...this.beforeStep]) flush()
  }

  /** Updates `canUndo` and `canRedo`. */
  stepsChanged(): void {
    // Commenters can undo their suggestions.
    const role = isAtLeast(this.#core.actor.value.role, 'commenter')
    this.canUndo.value = role && this.#core.undo.length > 0
    this.canRedo.value = role && this.#core.redo.length > 0
    this.#onStepsChanged()
  }

  /** Undoes the latest step. If others have changed all of it, announces that instead. */
  #takeStep(from: UndoStack, to: UndoStack): readonly RecordId[] {
    this.flushTyping()
    const step = from.pop()
    if (!step) return []
    const touched = this.#undoStep(step, from, to)
    if (!touched) this.#announceBlocked(step, to)
    this.stepsChanged()
    return touched ?? []
  }

  #announceBlocked(step: Step, to: UndoStack): void {
    const core = this.#core
    const changes = undoChanges(step.edits.toReversed())
    const blocked = getUndoBlock(changes, core.board.state, core)
    // Never applied, or already undone by this user.
    if (blocked.by === core.actor.value.uid) return
    const anyway = (): Refusal | readonly { readonly outcome: Applied }[] => {
      const parts = sliceChanges(withoutConditions(changes, core.board.state), this.#holds)
      return this.#apply(parts, (part) => part, this.freshMark(), to)
    }
    const run = (): readonly RecordId[] => {
      const made = anyway()
      this.stepsChanged()
      if (!('refused' in made)) return [...new Set(made.flatMap(({ outcome }) => outcome.touched))]
      core.announce({ type: 'refused', editId: '', refusal: made })
      return []
    }
    core.announce({ type: 'undoBlocked', ...blocked, anyway: this.#hasEffect(changes) ? run : null })
  }

  /**
   * Whether the user has the right to revert other users' later changes, and whether that would change anything.
   */
  #hasEffect(changes: readonly InverseChange[]): boolean {
    const core = this.#core
    return core.board.change(() => {
      const pending = this.#newPending(withoutConditions(changes, core.board.state), this.freshMark())
      this.#counter -= 1
      const outcome = core.applyLocal(pending)
      if (isRefusal(outcome)) return false
      core.board.revertLast()
      return outcome.taken.length > 0
    })
  }

  /** Undefined if others have changed all of it. */
  #undoStep(step: Step, from: UndoStack, to: UndoStack): readonly RecordId[] | undefined {
    const parts = sliceChanges(undoChanges(step.edits.toReversed()), this.#holds)
    const made = this.#apply(parts, toWireChanges, this.freshMark(), to, true)
    if ('refused' in made) {
      this.#core.announce({ type: 'refused', editId: step.edits[0]?.id ?? '', refusal: made })
      return []
    }
    if (made.length === 0) return undefined
    for (const { part, id } of made) from.standIn(part, id, this.#core.shownNumber)
    return [...new Set(made.flatMap(({ outcome }) => outcome.touched))]
  }

  /** Applies all parts or none. Parts without effect are omitted when undoing. */
  #apply<C extends Change | InverseChange>(
    parts: readonly (readonly C[])[],
    strip: (part: readonly C[]) => readonly Change[],
    mark: string,
    stack: UndoStack | undefined,
    isUndo = false,
  ): Refusal | { readonly part: readonly C[]; readonly id: string; readonly outcome: Applied }[] {
    return this.#core.board.change(() => {
      const made: { part: readonly C[]; id: string; outcome: Applied; pending: PendingEdit }[] = []
      for (const part of parts) {
        const pending = { ...this.#newPending(strip(part), mark), isUndo }
        const outcome = this.#core.applyLocal(pending)
        if (isRefusal(outcome)) {
          for (let i = 0; i < made.length; i++) this.#core.board.revertLast()
          this.#counter -= made.length + 1
          return outcome
        }
        if (outcome.taken.length === 0 && !part.some(isForServer)) {
          this.#core.board.revertLast()
          this.#counter -= 1
          continue
        }
        made.push({ part, id: pending.edit.id, outcome, pending })
      }
      for (const { pending, outcome } of made) {
        if (stack) {
          pending.undo = undoEdit(pending.edit.id, outcome.inverse)
          stack.push(mark, pending.undo)
        }
        this.#core.pending.add(pending)
      }
      for (const { pending } of made) this.#outgoing.write(pending)
      return made
    })
  }

  #newPending(changes: readonly Change[], mark: string): PendingEdit {
    this.#counter += 1
    return {
      edit: { id: nextId(this.#tab, this.#counter), base: this.#core.seq, mark, changes },
      stamp: this.#core.nextStamp(),
      stage: 'writing',
      acked: null,
      skipped: [],
      expected: new Map(),
      isOld: false,
      held: false,
      namesIds: false,
      isUndo: false,
      madeAt: this.#core.madeAt(),
      unrestored: [],
      applied: undefined,
      undo: undefined,
    }
  }

  #cut(changes: readonly Change[]): Change[][] | Refusal {
    try {
      return sliceChanges(changes, this.#holds)
    } catch (error) {
      if (error instanceof UnstorableError) return refuse('invalid', undefined, error.message)
      throw error
    }
  }

  /** The refusal for records that are not loaded or were just deleted. */
  #missing(changes: readonly Change[]): Refusal | undefined {
    const made = new Set<RecordId>()
    for (const change of changes) {
      if (change.op === 'put') made.add(change.record.id)
      if (change.op === 'restore') for (const id of change.ids) made.add(id)
      if (change.op !== 'patch' && change.op !== 'append' && change.op !== 'text') continue
      if (!made.has(change.id) && !this.#core.board.get(change.id)) {
        return refuse('missing', change.id, 'no such record here')
      }
    }
    return undefined
  }

  readonly #holds = (change: Change, id: RecordId): boolean => {
    const { kinds } = this.#core.reducer
    if (change.op === 'restore') {
      const kind = this.#core.removedKind(change.removedAt, id)
      return kind !== undefined && kinds.get(kind)?.container !== undefined
    }
    const kind = change.op === 'put' ? kinds.get(change.record.kind) : undefined
    return kind !== undefined && (kind.container !== undefined || kind.schema.facets.stroke === true)
  }
}

/** The effect may be known to the server only: removed records, or text history from before the page was loaded. */
function isForServer(change: Change): boolean {
  return change.op === 'restore' || change.op === 'text'
}
