import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import { getContainer, withDescendants } from '../view/relations.ts'

/** Takes elements away with everything inside them; each is named, so that each is checked. */
export function removeChanges(view: BoardView, ids: readonly RecordId[]): Change[] {
  const allowed = view.rights.changeable(ids)
  if (allowed.length === 0) return []
  // Contents before containers: a container removed first would move its children to its own parent.
  return [{ op: 'remove', ids: withDescendants(view.document, allowed).reverse() }]
}

/** Takes a page away with all that is on it. */
export function removePageChanges(view: BoardView, page: RecordId): Change[] {
  if (getContainer(view.document.get(page), view.shapes) !== 'page') return []
  return [{ op: 'remove', ids: withDescendants(view.document, [page]).reverse() }]
}
