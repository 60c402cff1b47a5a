import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { BoardEdit, BoardView, Rights } from '../board-view.ts'
import type { BoardEvent } from '../board-event.ts'
import type { Command } from '../command.ts'
import { extend } from '../extend.ts'

/** The same view as somebody would have it who may do everything. */
export function unrestricted<View extends BoardView>(view: View): View {
  const rights: Rights = extend(view.rights, {
    canAdd: () => true,
    canChange: () => true,
    getRefusal: () => undefined,
    refusalOfTaking: () => undefined,
    refusalOfPlacing: () => undefined,
    changeable: (ids: readonly string[]) => ids,
  })
  return extend(view, { rights })
}

/** Does the command lack nothing but the right, and is what it would do something to suggest? */
export function isAttemptable(command: Command, view: BoardView): boolean {
  if (!command.suggests || !view.rights.canSuggest) return false
  return view.selected.length > 0 && command.when(unrestricted(view))
}

/** Dry-runs a command that this person may not run, to find out what it would do: nothing changes, and the reason is shown. */
export function attempt(command: Command, edit: BoardEdit, emit: (event: BoardEvent) => void): void {
  const collect = (changes: readonly Change[]): boolean => {
    refuseAttempt(edit, changes, emit)
    return false
  }
  const free = unrestricted(edit)
  command.run(
    extend(free, {
      apply: collect,
      applyBurst: (_name: string, changes: readonly Change[]) => collect(changes),
    }),
  )
}

/** Says why the selection stays as it is, and what was tried. */
export function refuseAttempt(
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

/** Puts what was typed to be suggested on the board, and says so; null where it was discarded. */
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
