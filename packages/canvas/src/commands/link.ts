import { defineCommand } from '../define-command.ts'

/** Opens the editor for the link of the edited text, or of the selected elements. */
export const editLink = defineCommand({
  id: 'editLink',
  icon: 'link',
  keys: ['Mod+K'],
  when: (view) => view.editing !== null || view.rights.filterChangeable(view.selected).length > 0,
  run: (edit) => edit.requestHost({ type: 'editLink' }),
})
