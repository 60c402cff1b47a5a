import type { Change } from '../document/model/change.ts'
import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'
import { isLocked } from '../editor/view/relations.ts'

const lockable = ({ selected, rights }: BoardView) => selected.filter((id) => rights.canLock(id))

const lockChanges = (view: BoardView, lock: 'editor' | 'admin' | null): Change[] =>
  lockable(view)
    .filter((id) => (view.document.get(id)?.['lock'] ?? null) !== lock)
    .map((id) => ({ op: 'patch', id, fields: { lock } }))

/**
 * Locks the selection, or unlocks it if everything in it is locked. Locked elements are still reachable by their
 * context menu.
 */
export const lock = defineCommand({
  id: 'lock',
  icon: 'lock',
  keys: ['Mod+Shift+L'],
  when: (view) => lockable(view).length > 0,
  run(edit) {
    const all = edit.selected.every((id) => isLocked(edit.document, edit.shapes, id))
    edit.apply(lockChanges(edit, all ? null : 'editor'))
  },
})

/** A lock that only admins can remove. */
export const lockForAdmins = defineCommand({
  id: 'lockForAdmins',
  icon: 'shield-lock',
  when: (view) => view.rights.canAdminister && lockChanges(view, 'admin').length > 0,
  run: (edit) => void edit.apply(lockChanges(edit, 'admin')),
})
