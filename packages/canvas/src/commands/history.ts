import { defineCommand } from '../define-command.ts'

export const undo = defineCommand({
  id: 'undo',
  icon: 'arrow-back-up',
  keys: ['Mod+Z'],
  when: (view) => view.canUndo,
  run: (edit) => edit.undo(),
})

export const redo = defineCommand({
  id: 'redo',
  icon: 'arrow-forward-up',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  when: (view) => view.canRedo,
  run: (edit) => edit.redo(),
})
