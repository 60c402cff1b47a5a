import type { BoardView } from '../editor/board-view.ts'

/** Whether the selection contains something that the user can change. */
export function canChangeSelection(view: BoardView): boolean {
  return view.selected.some((id) => view.rights.canChange(id))
}

/** Whether the user can change all of the selection. Of many alike elements, only one is examined. */
export function canChangeAll({ selected, chosen, rights }: BoardView): boolean {
  if (!rights.canManage) return selected.every((id) => rights.canChange(id))
  return rights.filterChangeable(selected, chosen.summary).length === selected.length
}

export function canAdd(view: BoardView): boolean {
  return view.rights.canAdd(view.page)
}
