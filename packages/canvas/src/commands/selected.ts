import type { BoardView } from '../editor/board-view.ts'

/** Something is selected that this person may change. */
export function canChangeSelection(view: BoardView): boolean {
  return view.selected.some((id) => view.rights.canChange(id))
}

export function canAdd(view: BoardView): boolean {
  return view.rights.canAdd(view.page)
}
