import type { Change } from '../../document/model/change.ts'
import { MAX_PATCHED_MOVE } from '../../document/model/limits.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { InverseChange } from '../../document/apply/reducer.ts'
import { getClock } from '../../document/apply/reducer.ts'
import type { BoardState } from '../../document/state/state.ts'

/** What another user did to the records since, so that the step cannot be undone. */
export type UndoBlock = 'moved' | 'deleted' | 'changed'

export interface BlockedUndo {
  /** Uid of that user; null if unknown. */
  readonly by: string | null
  readonly did: UndoBlock
  readonly ids: readonly RecordId[]
}

export interface BlockedUndoLookup {
  writer(seq: number): string | undefined
  getRemoval(id: RecordId): { readonly by: string } | undefined
}

const PLACE: ReadonlySet<string> = new Set(['x', 'y', 'parent', 'z'])

/** Why an undo has no effect: the later changes that it would revert. */
export function getUndoBlock(
  changes: readonly InverseChange[],
  state: BoardState,
  memory: BlockedUndoLookup,
): BlockedUndo {
  const ids = [...new Set(changes.flatMap(getIds))]
  const there = ids.filter((id) => state.has(id))
  if (there.length === 0) {
    const removal = ids.map((id) => memory.getRemoval(id)).find((known) => known !== undefined)
    return { by: removal?.by ?? null, did: 'deleted', ids }
  }
  for (const change of changes) {
    for (const id of getIds(change)) {
      const entry = state.entry(id)
      if (!entry) continue
      const fields = getFields(change) ?? Object.keys(entry.clock)
      const latest = fields
        .map((field) => ({ field, seq: getClock(entry, field) }))
        .sort((a, b) => b.seq - a.seq)[0]
      if (latest)
        return {
          by: memory.writer(latest.seq) ?? null,
          did: PLACE.has(latest.field) ? 'moved' : 'changed',
          ids: there,
        }
    }
  }
  return { by: null, did: 'changed', ids: there }
}

/** The changes without conditions, which also revert later changes of others. */
export function withoutConditions(changes: readonly InverseChange[], state: BoardState): Change[] {
  return changes.flatMap((change): Change[] => {
    if (change.op === 'patch')
      return state.has(change.id) ? [{ op: 'patch', id: change.id, fields: change.fields }] : []
    if (change.op === 'remove') return [{ op: 'remove', ids: change.ids.filter((id) => state.has(id)) }]
    if (change.op !== 'translate') return [change]
    const { dx, dy } = change
    const ids = change.ids.filter((id) => state.has(id))
    if (ids.length > MAX_PATCHED_MOVE) return [{ op: 'translate', ids, dx, dy }]
    return ids.map((id) => {
      const { x, y } = state.get(id) as unknown as { readonly x: number; readonly y: number }
      return { op: 'patch', id, fields: { x: x + dx, y: y + dy } }
    })
  })
}

function getIds(change: InverseChange): readonly RecordId[] {
  if (change.op === 'put') return [change.record.id]
  return 'ids' in change ? change.ids : [change.id]
}

function getFields(change: InverseChange): readonly string[] | undefined {
  if (change.op === 'patch') return Object.keys(change.fields)
  return change.op === 'translate' ? ['x', 'y'] : undefined
}
