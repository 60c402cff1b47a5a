import { type Applied, UNDO_WINDOW_MS, type UndoableEdit } from '@tavla/canvas/model'

/** Limit of changes and moved records in total; beyond it the oldest edits are dropped. */
const maxWeight = 200_000

/**
 * Recent edits with their inverse, so that authors can undo them even if permissions of frames have changed
 * since. In memory only: after a restart an undo is checked like any other edit.
 */
export class UndoableEdits {
  readonly #edits = new Map<number, UndoableEdit>()
  #weight = 0

  /**
   * An edit that was itself such an undo is not undoable this way, or two states could be swapped forever.
   */
  add(seq: number, of: Omit<UndoableEdit, 'inverse'>, { inverse, isUndo }: Applied): void {
    if (!isUndo) {
      this.#edits.set(seq, { ...of, inverse })
      this.#weight += getWeight(inverse)
    }
    for (const [oldest, edit] of this.#edits) {
      if (this.#weight <= maxWeight && of.time - edit.time <= UNDO_WINDOW_MS) return
      this.delete(oldest)
    }
  }

  get(seq: number): UndoableEdit | undefined {
    return this.#edits.get(seq)
  }

  delete(seq: number): void {
    const edit = this.#edits.get(seq)
    if (!edit) return
    this.#edits.delete(seq)
    this.#weight -= getWeight(edit.inverse)
  }
}

function getWeight(inverse: UndoableEdit['inverse']): number {
  return inverse.reduce((sum, change) => sum + ('ids' in change ? change.ids.length : 1), 1)
}
