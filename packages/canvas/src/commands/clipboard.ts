import { defineCommand } from '../define-command.ts'
import { canAdd, canChangeSelection } from './selected.ts'

const hasSelection = (view: { readonly selected: readonly string[] }): boolean => view.selected.length > 0

export const copy = defineCommand({
  id: 'copy',
  icon: 'copy',
  keys: ['Mod+C'],
  native: true,
  when: hasSelection,
  run: (edit) => edit.clipboard.copy('copy'),
})

export const cut = defineCommand({
  id: 'cut',
  icon: 'cut',
  keys: ['Mod+X'],
  native: true,
  when: canChangeSelection,
  run: (edit) => edit.clipboard.copy('cut'),
})

export const paste = defineCommand({
  id: 'paste',
  icon: 'clipboard',
  keys: ['Mod+V'],
  native: true,
  when: canAdd,
  run: (edit) => edit.clipboard.paste('rich'),
})

export const pastePlain = defineCommand({
  id: 'pastePlain',
  icon: 'clipboard-text',
  keys: ['Mod+Shift+V'],
  native: true,
  when: canAdd,
  run: (edit) => edit.clipboard.paste('plain'),
})

export const copyStyle = defineCommand({
  id: 'copyStyle',
  icon: 'color-picker',
  keys: ['Mod+Alt+C'],
  when: hasSelection,
  run: (edit) => edit.copyStyle(),
})

export const keepStyle = defineCommand({
  id: 'keepStyle',
  icon: 'palette',
  when: canChangeSelection,
  run: (edit) => edit.keepStyle(),
})

export const pasteStyle = defineCommand({
  id: 'pasteStyle',
  icon: 'brush',
  keys: ['Mod+Alt+V'],
  when: canChangeSelection,
  run: (edit) => edit.pasteStyle(),
})
