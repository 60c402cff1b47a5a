import { defineCommand } from '../define-command.ts'
import { canChangeSelection } from './selected.ts'

/** Opens the editor for the link of the edited text, or of the selected elements. */
export const editLink = defineCommand({
  id: 'editLink',
  icon: 'link',
  keys: ['Mod+K'],
  when: (view) => view.editing !== null || canChangeSelection(view),
  run: (edit) => edit.requestHost({ type: 'editLink' }),
})
