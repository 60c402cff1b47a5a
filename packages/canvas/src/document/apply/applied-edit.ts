import type { AcceptedChange, EditRef, Entry, Fields, RemovedEntry, SkippedField } from '../model/change.ts'
import type { RecordId } from '../model/record.ts'
import type { Applied, InverseChange, InversePatch, SkippedDelete } from './reducer.ts'
import type { Revert } from '../state/state.ts'

/** What the inverse of a patch is made of. */
export interface PatchedEntry {
  /** The entry before the patch. */
  readonly entry: Entry
  readonly fields: Fields
  /** Previous writer of each field, in order. */
  readonly was: readonly number[]
}

/** The result of a draft. The inverse and the ids are created when first read, since most edits only need their effect. */
export class AppliedEdit implements Applied {
  readonly taken: readonly AcceptedChange[]
  readonly skipped: readonly SkippedField[]
  readonly removed: readonly RemovedEntry[]
  readonly skippedDeletes: readonly SkippedDelete[]
  readonly isUndo: boolean
  readonly revert: Revert
  readonly #ref: EditRef
  readonly #undone: readonly (InverseChange | PatchedEntry)[]
  #inverse: readonly InverseChange[] | undefined
  #touched: readonly RecordId[] | undefined

  /** `undone`: what undoes each change, in order of application. `ref`: how the inverse refers to the edit. */
  constructor(
    applied: Omit<Applied, 'inverse' | 'touched'>,
    undone: readonly (InverseChange | PatchedEntry)[],
    ref: EditRef,
  ) {
    this.taken = applied.taken
    this.skipped = applied.skipped
    this.removed = applied.removed
    this.skippedDeletes = applied.skippedDeletes
    this.isUndo = applied.isUndo
    this.revert = applied.revert
    this.#ref = ref
    this.#undone = undone
  }

  get inverse(): readonly InverseChange[] {
    return (this.#inverse ??= joinRemovals(
      this.#undone.map((change) => ('entry' in change ? createInverse(change, this.#ref) : change)).reverse(),
    ))
  }

  get touched(): readonly RecordId[] {
    return (this.#touched ??= this.revert.steps.flatMap((step) =>
      'move' in step ? step.move.ids : [step.id],
    ))
  }
}

/** The same result with another inverse. A copy by spreading would lack what is created when first read. */
export function withInverse(applied: Applied, inverse: readonly InverseChange[]): Applied {
  const { taken, skipped, touched, removed, skippedDeletes, isUndo, revert } = applied
  return { taken, skipped, inverse, touched, removed, skippedDeletes, isUndo, revert }
}

/**
 * Removes what an edit created by one change instead of one each, since undo steps are held in memory: those of an
 * import of a hundred thousand elements took 10 MB.
 */
function joinRemovals(changes: readonly InverseChange[]): readonly InverseChange[] {
  const joined: InverseChange[] = []
  let ids: RecordId[] | undefined
  for (const change of changes) {
    if (change.op !== 'remove') {
      ids = undefined
      joined.push(change)
    } else if (ids) for (const id of change.ids) ids.push(id)
    else {
      ids = [...change.ids]
      joined.push({ ...change, ids })
    }
  }
  return joined
}

function createInverse({ entry: { record }, fields, was }: PatchedEntry, ref: EditRef): InversePatch {
  const names = Object.keys(fields)
  const to = <Value>(value: (name: string, i: number) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((name, i) => [name, value(name, i)]))
  return {
    op: 'patch',
    id: record.id,
    fields: to((name) => record[name] ?? null),
    if: to(() => ref),
    was: to((_, i) => was[i]!),
  }
}
