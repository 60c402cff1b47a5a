import { defineCommand } from '../define-command.ts'
import type { BoardEdit, BoardView } from '../editor/board-view.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { getCentre } from '../geometry/box.ts'
import { listInReadingOrder } from '../editor/reading/reading-order.ts'
import { getContainer, isElement, getLocked } from '../editor/view/relations.ts'

/** Select-all: unlocked direct children of the page; a group counts as one item. */
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
  const ids = listInReadingOrder(view)
  const last = view.selected.at(-1)
  if (last === undefined) return step === 1 ? ids[0] : ids.at(-1)
  return ids[ids.indexOf(last) + step]
}

function walk(edit: BoardEdit, step: 1 | -1): void {
  const id = next(edit, step)
  if (id === undefined) return
  edit.walkTo([id])
  edit.reveal(id)
}

export const selectAll = defineCommand({
  id: 'selectAll',
  icon: 'select-all',
  keys: ['Mod+A'],
  // On an empty page as well: otherwise the browser would select the texts of the interface.
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

/** The nearest element in this direction from the one selected last that is not selected yet. */
function findBeside(view: BoardView, x: -1 | 0 | 1, y: -1 | 0 | 1): RecordId | undefined {
  const last = view.selected.at(-1)
  const from = last === undefined ? undefined : view.scene.getBounds(last)
  if (!from) return undefined
  const centre = getCentre(from)
  const selected = new Set(view.selected)
  let found: { readonly id: RecordId; readonly distance: number } | undefined
  for (const id of listInReadingOrder(view)) {
    const bounds = selected.has(id) ? undefined : view.scene.getBounds(id)
    if (!bounds) continue
    const at = getCentre(bounds)
    const along = (at.x - centre.x) * x + (at.y - centre.y) * y
    const aside = Math.abs((at.x - centre.x) * y) + Math.abs((at.y - centre.y) * x)
    // What is more aside than ahead lies in another direction.
    if (along <= 0 || aside > along) continue
    const distance = along + aside
    if (!found || distance < found.distance) found = { id, distance }
  }
  return found?.id
}

/** After a selection by Tab, Shift with an arrow key adds the next element in that direction. */
const extendSelection = (id: string, key: string, x: -1 | 0 | 1, y: -1 | 0 | 1) =>
  defineCommand({
    id,
    keys: [`Shift+${key}`],
    when: (view) => view.isWalking,
    run(edit) {
      const beside = findBeside(edit, x, y)
      if (beside === undefined) return
      edit.walkTo([...edit.selected, beside])
      edit.reveal(beside)
    },
  })

export const extendCommands = [
  extendSelection('extendLeft', 'ArrowLeft', -1, 0),
  extendSelection('extendRight', 'ArrowRight', 1, 0),
  extendSelection('extendUp', 'ArrowUp', 0, -1),
  extendSelection('extendDown', 'ArrowDown', 0, 1),
]
