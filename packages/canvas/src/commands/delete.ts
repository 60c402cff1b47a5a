import { defineCommand } from '../define-command.ts'
import { removeChanges } from '../editor/changes/remove.ts'
import { canChangeSelection } from './selected.ts'

export const deleteSelection = defineCommand({
  id: 'delete',
  icon: 'trash',
  keys: ['Delete', 'Backspace'],
  suggests: true,
  when: canChangeSelection,
  run: (edit) => void edit.apply(removeChanges(edit, edit.selected)),
})
