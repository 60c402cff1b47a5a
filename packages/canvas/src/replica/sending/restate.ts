import type { Change } from '../../document/model/change.ts'
import { splitEditId } from '../../document/codec/codec.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { ReplicaCore } from '../replica-core.ts'
import type { PendingEdit } from './pending.ts'

/**
 * Restates text steps of unsent edits on the current board, so that the server need not rebase them. Returns the
 * changed edits.
 */
export function restateTexts(core: ReplicaCore): readonly PendingEdit[] {
  const restated = new Map<PendingEdit, readonly Change[]>()
  /** For each text the tab whose edits were applied first; null if steps cannot be restated. */
  const lowest = new Map<RecordId, string | null>()
  for (const pending of core.pending.all) {
    const ids = pending.edit.changes.flatMap((change) => (change.op === 'text' ? [change.id] : []))
    if (ids.length === 0) continue
    const tab = splitEditId(pending.edit.id)?.tab ?? ''
    for (const id of ids) if (!lowest.has(id)) lowest.set(id, tab)
    // Edits of other open tabs are restated there.
    if (pending.acked !== null || pending.stage === 'elsewhere') continue
    const changes = ids.every((id) => lowest.get(id) === tab) ? shownChanges(pending) : undefined
    if (!changes) for (const id of ids) lowest.set(id, null)
    else if (pending.edit.base < core.seq) restated.set(pending, changes)
  }
  if (restated.size > 0)
    core.changeBase(() => {
      for (const [pending, changes] of restated) pending.edit = { ...pending.edit, base: core.seq, changes }
    })
  return [...restated.keys()]
}

/** The changes with text steps as applied on the board; undefined if some are not applied. */
function shownChanges({ edit, held, applied: appliedChanges }: PendingEdit): readonly Change[] | undefined {
  if (held || !appliedChanges) return undefined
  const shown = appliedChanges.taken.filter((change) => change.op === 'text')
  const changes: Change[] = []
  for (const change of edit.changes) {
    if (change.op !== 'text') {
      changes.push(change)
      continue
    }
    const steps = shown.shift()
    if (steps?.id !== change.id) return undefined
    changes.push({ op: 'text', id: change.id, steps: steps.steps })
  }
  return changes
}
