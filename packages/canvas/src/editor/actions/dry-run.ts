import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { BoardEdit, BoardView, Rights } from '../board-view.ts'
import type { BoardEvent } from '../board-event.ts'
import type { Command } from '../command.ts'
import { extend } from '../extend.ts'

/** The same view with all rights granted. */
export function withAllRights<View extends BoardView>(view: View): View {
  const rights: Rights = extend(view.rights, {
    canAdd: () => true,
    canChange: () => true,
    getRefusal: () => undefined,
    getContentsRefusal: () => undefined,
    getPlacingRefusal: () => undefined,
    filterChangeable: (ids: readonly string[]) => ids,
  } satisfies Partial<Rights>)
  return extend(view, { rights })
}

/** Whether the command is only refused for lack of rights and its result could be suggested. */
export function canDryRun(command: Command, view: BoardView): boolean {
  if (!command.suggests || !view.rights.canSuggest) return false
  return view.selected.length > 0 && command.when(withAllRights(view))
}

/**
 * Dry-runs a command that the user has no right to run, to find out which changes it would make. Changes nothing
 * and emits the refusal.
 */
export function dryRun(command: Command, edit: BoardEdit, emit: (event: BoardEvent) => void): void {
  const collect = (changes: readonly Change[]): boolean => {
    emitRefusal(edit, changes, emit)
    return false
  }
  const free = withAllRights(edit)
  command.run(
    extend(free, {
      apply: collect,
      applyBurst: (_name: string, changes: readonly Change[]) => collect(changes),
    } satisfies Partial<BoardEdit>),
  )
}

/** Emits why the selection was not changed, with the attempted changes. */
export function emitRefusal(
  view: BoardView,
  tried: readonly Change[],
  emit: (event: BoardEvent) => void,
): void {
  if (tried.length === 0) return
  for (const id of view.selected) {
    const refusal = view.rights.getRefusal(id)
    if (refusal) return emit({ type: 'refused', refusal, tried })
  }
}

/** Applies the suggestion of an edited text and announces it; `changes` is null if it was discarded. */
export function sendSuggestion(
  edit: BoardEdit,
  id: RecordId,
  changes: readonly Change[] | null,
  emit: (event: BoardEvent) => void,
): boolean {
  const announce = (key: string): true => {
    emit({ type: 'announce', key, values: {} })
    return true
  }
  if (changes === null) return announce('suggestions.discarded')
  if (!edit.document.get(id)) {
    const refusal = { refused: 'missing', id, message: 'what it would change is gone' } as const
    emit({ type: 'refused', refusal })
    return false
  }
  if (changes.length === 0) return true
  if (!edit.apply(changes)) return false
  const isWithdrawn = changes.every(({ op }) => op === 'remove')
  return announce(isWithdrawn ? 'suggestions.withdrawn' : 'suggestions.sent')
}
