import { defineCommand } from '../define-command.ts'
import { moveChanges, getMoveSet } from '../editor/changes/move-changes.ts'
import { canChangeSelection } from './selected.ts'

/** Page units per key press, without and with Shift. With the grid shown, a press moves to the next grid line. */
const small = 1
const large = 10

const nudge = (id: string, key: string, x: -1 | 0 | 1, y: -1 | 0 | 1) =>
  [false, true].map((far) =>
    defineCommand({
      id: far ? `${id}Far` : id,
      keys: [far ? `Shift+${key}` : key],
      suggests: true,
      // After Tab, Shift with an arrow key extends the selection.
      when: far ? (view) => canChangeSelection(view) && !view.isWalking : canChangeSelection,
      run(edit) {
        const step = edit.grid ?? (far ? large : small)
        const movable = edit.selected.filter((one) => edit.rights.canChange(one))
        edit.applyBurst('nudge', moveChanges(edit, getMoveSet(edit, movable), x * step, y * step))
      },
    }),
  )

export const nudgeCommands = [
  ...nudge('nudgeLeft', 'ArrowLeft', -1, 0),
  ...nudge('nudgeRight', 'ArrowRight', 1, 0),
  ...nudge('nudgeUp', 'ArrowUp', 0, -1),
  ...nudge('nudgeDown', 'ArrowDown', 0, 1),
]
