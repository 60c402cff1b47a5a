import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'
import { isLocked } from '../editor/view/relations.ts'

type Lock = 'editor' | 'admin' | null

const canSetLock = ({ document, rights }: BoardView, id: RecordId, lock: Lock): boolean =>
  rights.canLock(id) && (document.get(id)?.['lock'] ?? null) !== lock

const lockChanges = (view: BoardView, lock: Lock): Change[] =>
  view.selected
    .filter((id) => canSetLock(view, id, lock))
    .map((id) => ({ op: 'patch', id, fields: { lock } }))

/**
 * Locks the selection, or unlocks it if everything in it is locked. Locked elements are still reachable by their
 * context menu.
 */
export const lock = defineCommand({
  id: 'lock',
  icon: 'lock',
  keys: ['Mod+Shift+L'],
  when: ({ selected, rights }) => selected.some((id) => rights.canLock(id)),
  run(edit) {
    const all = edit.selected.every((id) => isLocked(edit.document, edit.shapes, id))
    edit.apply(lockChanges(edit, all ? null : 'editor'))
  },
})

/** A lock that only admins can remove. */
export const lockForAdmins = defineCommand({
  id: 'lockForAdmins',
  icon: 'shield-lock',
  when: (view) => view.rights.canAdminister && view.selected.some((id) => canSetLock(view, id, 'admin')),
  run: (edit) => void edit.apply(lockChanges(edit, 'admin')),
})
