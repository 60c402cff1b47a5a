import { defineCommand } from '../define-command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { getContainer, isElement, getLocked } from '../editor/view/relations.ts'

/** Tab walks through what stands directly on the page, groups as one, and select-all takes it. */
function listReachable({ document, shapes }: BoardView): (record: BoardRecord | undefined) => boolean {
  const isLocked = getLocked(document, shapes)
  return (record) => {
    const counts = isElement(record, shapes) || getContainer(record, shapes) === 'group'
    return counts && !isLocked(record)
  }
}

function candidates(view: BoardView): readonly RecordId[] {
  return view.document.childIds(view.insideGroup ?? view.page)
}

function reachable(view: BoardView): readonly RecordId[] {
  const all = candidates(view)
  const isReachable = listReachable(view)
  const ids: RecordId[] = []
  view.document.each(all, (record, id) => isReachable(record) && ids.push(id))
  // The list of the document itself, where it is the same: what is known of it stays known.
  return ids.length === all.length ? all : ids
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
  when(view) {
    const isReachable = listReachable(view)
    return candidates(view).some((id) => isReachable(view.document.still(id)))
  },
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
