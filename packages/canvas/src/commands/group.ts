import { defineCommand } from '../define-command.ts'
import { groupChanges, ungroupChanges, wrapInFrameChanges } from '../editor/changes/group-changes.ts'
import type { BoardView } from '../editor/board-view.ts'
import { getContainer } from '../editor/view/relations.ts'
import { canChangeAll } from './selected.ts'

/** False if the kinds of a large selection say that nothing in it is a group. */
function canHaveGroup({ chosen, shapes }: BoardView): boolean {
  const kinds = chosen.summary?.kinds
  return !kinds || [...kinds].some((kind) => shapes.schema(kind)?.facets.container === 'group')
}

export const group = defineCommand({
  id: 'group',
  icon: 'box-multiple',
  keys: ['Mod+G'],
  when: (view) => view.selected.length > 1 && canChangeAll(view),
  run(edit) {
    const made = groupChanges(edit, edit.selected)
    if (made && edit.apply(made.changes)) edit.select([made.group])
  },
})

export const ungroup = defineCommand({
  id: 'ungroup',
  icon: 'box',
  keys: ['Mod+Shift+G'],
  when: (view) =>
    canHaveGroup(view) &&
    view.selected.some(
      (id) => getContainer(view.document.get(id), view.shapes) === 'group' && view.rights.canChange(id),
    ),
  run(edit) {
    const ungrouped = edit.selected.filter(
      (id) => getContainer(edit.document.get(id), edit.shapes) !== 'group',
    )
    const { changes, freed } = ungroupChanges(edit, edit.selected)
    if (edit.apply(changes)) edit.select([...ungrouped, ...freed])
  },
})

export const wrapInFrame = defineCommand({
  id: 'wrapInFrame',
  icon: 'frame',
  keys: ['Mod+Alt+G'],
  when: (view) => view.selected.length > 0 && canChangeAll(view),
  run(edit) {
    const made = wrapInFrameChanges(edit, edit.selected)
    if (made && edit.apply(made.changes)) edit.select([made.frame])
  },
})
