import { defineCommand } from '../define-command.ts'
import { orderChanges, type OrderMove } from '../editor/changes/order-changes.ts'
import { canChangeSelection } from './selected.ts'

const orderCommand = (id: string, move: OrderMove, icon: string, keys: readonly string[]) =>
  defineCommand({
    id,
    icon,
    keys,
    when: canChangeSelection,
    run: (edit) => void edit.apply(orderChanges(edit, edit.selected, move)),
  })

export const bringToFront = orderCommand('bringToFront', 'front', 'layers-selected', [
  ']',
  'Mod+Shift+]',
  'Mod+Alt+]',
])
export const bringForward = orderCommand('bringForward', 'forward', 'arrow-bar-to-up', ['Mod+]'])
export const sendBackward = orderCommand('sendBackward', 'backward', 'arrow-bar-to-down', ['Mod+['])
export const sendToBack = orderCommand('sendToBack', 'back', 'layers-selected-bottom', [
  '[',
  'Mod+Shift+[',
  'Mod+Alt+[',
])
