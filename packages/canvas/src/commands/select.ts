import { defineCommand } from '../define-command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { getContainer, isElement, getLocked } from '../editor/view/relations.ts'

/** Tab order and select-all: unlocked direct children of the page; a group counts as one item. */
function createReachableTest({ document, shapes }: BoardView): (record: BoardRecord | undefined) => boolean {
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
  const isReachable = createReachableTest(view)
  const ids: RecordId[] = []
  view.document.each(all, (record, id) => isReachable(record) && ids.push(id))
  // Returns the document's own array where possible, because lookups for it are cached.
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
    const isReachable = createReachableTest(view)
    return candidates(view).some((id) => isReachable(view.document.getUnmoved(id)))
  },
  run: (edit) => edit.select(reachable(edit)),
})

/** After the last element, Tab moves focus out of the board (WCAG 2.1.2, no keyboard trap). */
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
