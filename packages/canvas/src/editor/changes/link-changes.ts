import type { Change } from '../../document/model/change.ts'
import type { BoardView } from '../board-view.ts'
import { isElement } from '../view/relations.ts'

/** Sets the link of the selected elements that can be changed; null removes it. */
export function linkChanges(view: BoardView, href: string | null): Change[] {
  return view.rights.filterChangeable(view.selected).flatMap((id): Change[] => {
    const record = view.document.get(id)
    const isSame = (record?.['link'] ?? null) === href
    return isElement(record, view.shapes) && !isSame ? [{ op: 'patch', id, fields: { link: href } }] : []
  })
}
