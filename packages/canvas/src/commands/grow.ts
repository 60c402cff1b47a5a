import { defineCommand } from '../define-command.ts'
import { getGrowSource, growChanges, type Direction } from '../editor/changes/grow-changes.ts'

const grow = (id: string, direction: Direction, key: string) =>
  defineCommand({
    id,
    keys: [`Mod+${key}`],
    when: (view) => getGrowSource(view) !== undefined,
    run(edit) {
      const from = getGrowSource(edit)
      if (!from) return
      const { changes, node } = growChanges(edit, from, direction, 'connector')
      if (!edit.apply(changes)) return
      edit.select([node])
      edit.reveal(node)
    },
  })

/** Add a connected node in a direction, so that diagrams can be built with the keyboard alone. */
export const growCommands = [
  grow('growLeft', 'left', 'ArrowLeft'),
  grow('growRight', 'right', 'ArrowRight'),
  grow('growUp', 'up', 'ArrowUp'),
  grow('growDown', 'down', 'ArrowDown'),
]
