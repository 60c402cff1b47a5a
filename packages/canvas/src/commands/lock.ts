import type { Change } from '../document/change.ts'
import { defineCommand } from '../command.ts'
import { isLocked } from '../editor/relations.ts'

/** Locks what is selected; when all of it is locked, unlocks it. A locked thing is reached by its context menu. */
export const lock = defineCommand({
  id: 'lock',
  icon: 'lock',
  keys: ['Mod+Shift+L'],
  when: (view) => view.rights.mayManage && view.selected.length > 0,
  run(edit) {
    const all = edit.selected.every((id) => isLocked(edit.document, edit.shapes, id))
    edit.apply(
      edit.selected.map((id): Change => ({ op: 'patch', id, fields: { lock: all ? null : 'editor' } })),
    )
  },
})
