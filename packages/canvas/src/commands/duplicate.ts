import { defineCommand } from '../define-command.ts'
import { duplicateChanges } from '../editor/changes/copy.ts'
import { canAdd } from './selected.ts'

/** Offset of the copy from the original, page units. */
const step = 24

export const duplicate = defineCommand({
  id: 'duplicate',
  icon: 'copy',
  keys: ['Mod+D'],
  when: (view) => view.selected.length > 0 && canAdd(view),
  run(edit) {
    const { changes, tops } = duplicateChanges(edit, edit.selected, { dx: step, dy: step })
    if (edit.apply(changes)) edit.select(tops)
  },
})
