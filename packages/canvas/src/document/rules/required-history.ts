import type { Edit, EditRef } from '../model/change.ts'
import type { RecordId } from '../model/record.ts'
import type { BoardState } from '../state/state.ts'

/** Data to read from the journal before an edit can be applied, since `apply` is synchronous. */
export interface RequiredHistory {
  readonly removed: readonly { readonly removedAt: number; readonly ids: readonly RecordId[] }[]
  readonly texts: readonly { readonly id: RecordId; readonly since: number }[]
  readonly writers: readonly number[]
}

/** Recent history that the room keeps in memory. */
export interface RecentHistory {
  hasRemoved(removedAt: number, id: RecordId): boolean
  hasWriter(seq: number): boolean
  /** Whether all text entries of this record after a number are in memory. */
  hasTexts(id: RecordId, since: number): boolean
}

/** Returns undefined in the common case that everything is in memory. */
export function getRequiredHistory(
  edit: Edit,
  state: BoardState,
  memory: RecentHistory,
): RequiredHistory | undefined {
  const removed = new Map<number, RecordId[]>()
  const texts = new Map<RecordId, number>()
  const writers = new Set<number>()
  const requireWriters = (id: RecordId, after: EditRef): void => {
    for (const clock of Object.values(state.entry(id)?.clock ?? {})) {
      if (typeof after === 'number' && clock > after && !memory.hasWriter(clock)) writers.add(clock)
    }
  }
  for (const change of edit.changes) {
    switch (change.op) {
      case 'restore': {
        const at = change.removedAt
        if (typeof at !== 'number') break
        const unknown = change.ids.filter((id) => !state.has(id) && !memory.hasRemoved(at, id))
        if (unknown.length > 0) removed.set(at, [...(removed.get(at) ?? []), ...unknown])
        break
      }
      case 'text': {
        const since = Math.min(edit.base, typeof change.at === 'number' ? change.at : edit.base)
        if (
          state.has(change.id) &&
          state.texts.since(change.id) > since &&
          !memory.hasTexts(change.id, since)
        ) {
          texts.set(change.id, Math.min(since, texts.get(change.id) ?? since))
        }
        break
      }
      case 'patch':
        if (!change.if) requireWriters(change.id, edit.base)
        break
      case 'translate':
        if (change.if === undefined) for (const id of change.ids) requireWriters(id, edit.base)
        break
      case 'remove':
        for (const id of change.ids) requireWriters(id, change.if ?? edit.base)
        break
      // New records depend on no history.
      case 'put':
      case 'append':
    }
  }
  if (removed.size + texts.size + writers.size === 0) return undefined
  return {
    removed: [...removed].map(([removedAt, ids]) => ({ removedAt, ids })),
    texts: [...texts].map(([id, since]) => ({ id, since })),
    writers: [...writers],
  }
}
