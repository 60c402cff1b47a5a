import { defineCommand } from '../define-command.ts'
import { getSelectedGrowSource, growChanges } from '../editor/changes/grow-changes.ts'
import type { Direction } from '../editor/view/overlay.ts'

const grow = (id: string, direction: Direction, key: string) =>
  defineCommand({
    id,
    keys: [`Mod+${key}`],
    when: (view) => getSelectedGrowSource(view) !== undefined,
    run(edit) {
      const from = getSelectedGrowSource(edit)
      if (!from) return
      const { changes, node } = growChanges(edit, from, direction, 'connector')
      if (!edit.apply(changes)) return
      edit.select([node])
      edit.reveal(node)
      edit.editText(node)
    },
  })

/** Add a connected node in a direction, so that diagrams can be built with the keyboard alone. */
export const growCommands = [
  grow('growLeft', 'left', 'ArrowLeft'),
  grow('growRight', 'right', 'ArrowRight'),
  grow('growUp', 'up', 'ArrowUp'),
  grow('growDown', 'down', 'ArrowDown'),
]
