import { defineCommand } from '../define-command.ts'
import { alignChanges, distributeChanges, flipChanges, type Alignment } from '../editor/changes/arrange.ts'
import { canChangeSelection } from './selected.ts'

const alignCommand = (id: string, to: Alignment, icon: string, keys: readonly string[] = []) =>
  defineCommand({
    id,
    icon,
    keys,
    when: (view) => view.selected.length > 1 && canChangeSelection(view),
    run: (edit) => void edit.apply(alignChanges(edit, edit.selected, to)),
  })

const distributeCommand = (
  id: string,
  axis: 'horizontal' | 'vertical',
  icon: string,
  keys: readonly string[],
) =>
  defineCommand({
    id,
    icon,
    keys,
    when: (view) => view.selected.length > 2 && canChangeSelection(view),
    run: (edit) => void edit.apply(distributeChanges(edit, edit.selected, axis)),
  })

const flipCommand = (id: string, axis: 'horizontal' | 'vertical', icon: string, keys: readonly string[]) =>
  defineCommand({
    id,
    icon,
    keys,
    when: canChangeSelection,
    run: (edit) => void edit.apply(flipChanges(edit, edit.selected, axis)),
  })

export const alignLeft = alignCommand('alignLeft', 'left', 'layout-align-left', [
  'Alt+A',
  'Mod+Shift+ArrowLeft',
])
export const alignCentre = alignCommand('alignCentre', 'centre', 'layout-align-center')
export const alignRight = alignCommand('alignRight', 'right', 'layout-align-right', [
  'Alt+D',
  'Mod+Shift+ArrowRight',
])
export const alignTop = alignCommand('alignTop', 'top', 'layout-align-top', ['Alt+W', 'Mod+Shift+ArrowUp'])
export const alignMiddle = alignCommand('alignMiddle', 'middle', 'layout-align-middle')
export const alignBottom = alignCommand('alignBottom', 'bottom', 'layout-align-bottom', [
  'Alt+S',
  'Mod+Shift+ArrowDown',
])
export const distributeHorizontally = distributeCommand(
  'distributeHorizontally',
  'horizontal',
  'layout-distribute-vertical',
  ['Alt+Shift+H'],
)
export const distributeVertically = distributeCommand(
  'distributeVertically',
  'vertical',
  'layout-distribute-horizontal',
  ['Alt+Shift+V'],
)
export const flipHorizontally = flipCommand('flipHorizontally', 'horizontal', 'flip-vertical', ['Shift+H'])
export const flipVertically = flipCommand('flipVertically', 'vertical', 'flip-horizontal', ['Shift+V'])
