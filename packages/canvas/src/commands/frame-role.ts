import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'
import { getContainer } from '../editor/view/relations.ts'

const getRole = ({ document }: BoardView, id: string): unknown => document.get(id)?.['role'] ?? null

/** Sets the highest role that people below admin have inside the selected frames; null removes the limit. */
const frameCommand = (id: string, role: 'contributor' | 'viewer' | null, icon: string) =>
  defineCommand({
    id,
    icon,
    when: (view) =>
      view.rights.canAdminister &&
      view.selected.length > 0 &&
      view.selected.every((each) => getContainer(view.document.get(each), view.shapes) === 'frame') &&
      view.selected.some((each) => getRole(view, each) !== role && view.rights.canChange(each)),
    run(edit) {
      const changing = edit.selected.filter((each) => getRole(edit, each) !== role)
      edit.apply(changing.map((each) => ({ op: 'patch', id: each, fields: { role } })))
    },
  })

export const frameForAll = frameCommand('frameForAll', null, 'users')
export const frameForOwn = frameCommand('frameForOwn', 'contributor', 'user-edit')
export const findFrame = frameCommand('frameViewOnly', 'viewer', 'eye')
