import type { BoardView } from '../editor/board-view.ts'

/** Whether the selection contains something that the user can change. */
export function canChangeSelection(view: BoardView): boolean {
  return view.selected.some((id) => view.rights.canChange(id))
}

export function canAdd(view: BoardView): boolean {
  return view.rights.canAdd(view.page)
}
