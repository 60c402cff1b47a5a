import { batch } from '@preact/signals-core'
import type { Change, Refusal } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { EditSummary } from '../reading/change-summary.ts'
import type { Drag } from '../view/drag.ts'
import type { DrawnDocument } from '../view/drawn-document.ts'
import { ownSource } from '../view/preview-layers.ts'
import type { BoardReplica, Random } from '../board-ports.ts'

export interface GestureParts {
  readonly replica: BoardReplica
  readonly drawn: DrawnDocument
  readonly random: Random
  /** Preview for other users, computed when it is sent; null ends it. */
  readonly share: (changes: (() => readonly Change[]) | null) => void
  readonly onRefusal: (refusal: Refusal, tried: readonly Change[]) => void
  /** Called for accepted changes with what they were described as before. */
  readonly summarize: (changes: readonly Change[]) => EditSummary | undefined
  readonly onEdited: (summary: EditSummary) => void
}

export interface Gesture {
  /** A gesture is in progress. */
  readonly on: boolean
  begin(): void
  preview(changes: readonly Change[]): void
  /** `shared` returns the preview for other users; omitted if it would be too large. */
  startDrag(drag: Drag, shared?: () => readonly Change[]): void
  commitPart(changes: readonly Change[]): boolean
  commit(changes: readonly Change[]): boolean
  abandon(): void
}

/**
 * One gesture: previewed immediately, written once. Its preview is always cleaned up, and everything it writes is
 * one undo step.
 */
export function createGesture(parts: GestureParts): Gesture {
  const { replica, drawn, random, share, onRefusal } = parts
  let mark: string | undefined
  let shown = false
  let written = false

  const clear = (): void => {
    drawn.preview(ownSource, null)
    if (shown) share(null)
    shown = false
    mark = undefined
    written = false
  }
  const put = (changes: readonly Change[]): boolean => {
    if (changes.length === 0) return true
    mark ??= random.id()
    const refusal = replica.edit(changes, mark)
    if (refusal) onRefusal(refusal, changes)
    else written = true
    return !refusal
  }

  return {
    get on() {
      return mark !== undefined
    },
    begin() {
      mark = random.id()
      written = false
    },
    preview(changes) {
      shown = true
      drawn.preview(ownSource, changes)
      share(() => changes)
    },
    startDrag(drag, shared) {
      drawn.setDrag(drag)
      if (!shared) return
      shown = true
      share(shared)
    },
    commitPart: put,
    commit: (changes) =>
      batch(() => {
        const summary = parts.summarize(changes)
        const isTaken = drawn.drop(() => put(changes))
        clear()
        if (isTaken && summary) parts.onEdited(summary)
        return isTaken
      }),
    abandon: () =>
      batch(() => {
        const undo = written
        drawn.setDrag(null)
        clear()
        // Cancelling a gesture that was already committed in part undoes that part.
        if (undo) replica.undo()
      }),
  }
}

/** Ids that the changes create, in order. */
export function listCreatedIds(changes: readonly Change[]): RecordId[] {
  return changes.flatMap((change) => (change.op === 'put' ? [change.record.id] : []))
}
