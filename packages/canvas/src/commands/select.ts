import { defineCommand } from '../command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import { containerOf, isElement, isLocked } from '../editor/relations.ts'

/** What Tab walks through and select-all takes: what stands directly on the page, groups as one. */
function reachable(view: BoardView): readonly string[] {
  const { document, shapes } = view
  return document.childIds(view.insideGroup ?? view.page).filter((id) => {
    const record = document.get(id)
    const counts = isElement(record, shapes) || containerOf(record, shapes) === 'group'
    return counts && !isLocked(document, shapes, id)
  })
}

function next(view: BoardView, step: 1 | -1): string | undefined {
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
  when: (view) => reachable(view).length > 0,
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
