import { defineCommand } from '../define-command.ts'

/** CSS pixels per key press, without and with Shift. */
const small = 60
const large = 240

/** With nothing selected, the arrow keys move the view. */
const pan = (id: string, key: string, x: -1 | 0 | 1, y: -1 | 0 | 1) =>
  [false, true].map((far) =>
    defineCommand({
      id: far ? `${id}Far` : id,
      keys: [far ? `Shift+${key}` : key],
      when: (view) => view.selected.length === 0,
      run(edit) {
        const step = far ? large : small
        edit.panBy(-x * step, -y * step)
      },
    }),
  )

export const panCommands = [
  ...pan('panLeft', 'ArrowLeft', -1, 0),
  ...pan('panRight', 'ArrowRight', 1, 0),
  ...pan('panUp', 'ArrowUp', 0, -1),
  ...pan('panDown', 'ArrowDown', 0, 1),
]
