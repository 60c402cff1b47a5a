import type { Change, EditRef } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { InverseChange, InversePatch, InverseTranslate } from '../../document/apply/reducer.ts'
import type { UndoEdit } from './undo-edit.ts'

/** Changes that undo these edits, given newest first. Multiple writes of a field are merged. */
export function undoChanges(edits: readonly UndoEdit[]): InverseChange[] {
  const changes: InverseChange[] = []
  let open = new Map<string, { patch: InversePatch; at: number }>()
  for (const edit of edits) {
    for (const change of edit.inverse) {
      if (change.op === 'patch') {
        addPatch(changes, open, withReplacedConditions(change, edit))
        continue
      }
      // States before a removal and after a restore are separate.
      if (change.op === 'remove' || change.op === 'restore') open = new Map()
      changes.push(...prepare(change, edit))
    }
  }
  return changes
}

/** Removes local-only fields. */
export function toWireChanges(changes: readonly InverseChange[]): Change[] {
  return changes.map((change) => {
    if (change.op === 'patch')
      return { op: 'patch', id: change.id, fields: change.fields, if: change.if ?? {} }
    if (change.op !== 'translate') return change
    const { ids, dx, dy } = change
    return { op: 'translate', ids, dx, dy, if: change.if ?? [] }
  })
}

/** Merges the older value with the newer condition. */
function addPatch(
  changes: InverseChange[],
  open: Map<string, { patch: InversePatch; at: number }>,
  patch: InversePatch,
): void {
  const known = open.get(patch.id)
  if (!known) {
    open.set(patch.id, { patch, at: changes.length })
    changes.push(patch)
    return
  }
  const merged: InversePatch = {
    ...known.patch,
    fields: { ...known.patch.fields, ...patch.fields },
    if: { ...patch.if, ...known.patch.if },
    was: { ...known.patch.was, ...patch.was },
  }
  open.set(patch.id, { patch: merged, at: known.at })
  changes[known.at] = merged
}

function withReplacedConditions(patch: InversePatch, edit: UndoEdit): InversePatch {
  const conditions: Record<string, EditRef> = { ...patch.if }
  for (const field of Object.keys(conditions)) {
    const standIn = edit.standIns.get(fieldKey(patch.id, field))
    if (standIn !== undefined) conditions[field] = standIn
  }
  return { ...patch, if: conditions }
}

function prepare(change: Exclude<InverseChange, InversePatch>, edit: UndoEdit): InverseChange[] {
  if (change.op === 'translate') return [withAlternatives(change, edit)]
  if (change.op === 'remove') return [{ ...change, ids: change.ids.filter((id) => !edit.lost.has(id)) }]
  return [change]
}

function withAlternatives(change: InverseTranslate, edit: UndoEdit): InverseTranslate {
  if (edit.alternatives.size === 0 && edit.lost.size === 0) return change
  const ids: RecordId[] = []
  const was: number[] = []
  change.ids.forEach((id, i) => {
    if (edit.lost.has(id)) return
    ids.push(id)
    was.push(change.was[2 * i]!, change.was[2 * i + 1]!)
  })
  return { ...change, ids, was, if: [...(change.if ?? []), ...edit.alternatives] }
}

export function fieldKey(id: RecordId, field: string): string {
  return `${field}/${id}`
}
