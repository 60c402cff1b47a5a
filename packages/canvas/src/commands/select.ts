import { defineCommand } from '../command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import type { RecordId } from '../document/record.ts'
import { containerOf, isElement, lockedOf } from '../editor/relations.ts'

/** Tab walks through what stands directly on the page, groups as one, and select-all takes it. */
function reachableIn(view: BoardView): (id: RecordId) => boolean {
  const { document, shapes } = view
  const isLocked = lockedOf(document, shapes)
  return (id) => {
    const record = document.still(id)
    const counts = isElement(record, shapes) || containerOf(record, shapes) === 'group'
    return counts && !isLocked(id)
  }
}

function candidates(view: BoardView): readonly RecordId[] {
  return view.document.childIds(view.insideGroup ?? view.page)
}

function reachable(view: BoardView): readonly RecordId[] {
  return candidates(view).filter(reachableIn(view))
}

function next(view: BoardView, step: 1 | -1): RecordId | undefined {
  const ids = reachable(view)
  const last = view.selected.at(-1)
  if (last === undefined) return step === 1 ? ids[0] : ids.at(-1)
  return ids[ids.indexOf(last) + step]
}

function walk(edit: BoardEdit, step: 1 | -1): void {
  const id = next(edit, step)
  if (id === undefined) return
  edit.select([id])
  edit.reveal(id)
}

export const selectAll = defineCommand({
  id: 'selectAll',
  icon: 'select-all',
  keys: ['Mod+A'],
  when: (view) => candidates(view).some(reachableIn(view)),
  run: (edit) => edit.select(reachable(edit)),
})

/** Past the last element Tab leaves the board, so nobody is caught in it. */
export const selectNext = defineCommand({
  id: 'selectNext',
  keys: ['Tab'],
  when: (view) => next(view, 1) !== undefined,
  run: (edit) => walk(edit, 1),
})

export const selectPrevious = defineCommand({
  id: 'selectPrevious',
  keys: ['Shift+Tab'],
  when: (view) => next(view, -1) !== undefined,
  run: (edit) => walk(edit, -1),
})
