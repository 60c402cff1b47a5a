import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import { getContainer, withDescendants } from '../view/relations.ts'

/** Removes elements with their contents. All ids are listed, so that each is authorized. */
export function removeChanges(view: BoardView, ids: readonly RecordId[]): Change[] {
  const allowed = view.rights.filterChangeable(ids)
  if (allowed.length === 0) return []
  // Contents before containers, since a removed container moves its remaining children up.
  return [{ op: 'remove', ids: withDescendants(view.document, allowed).reverse() }]
}

/** Removes a page with its contents. */
export function removePageChanges(view: BoardView, page: RecordId): Change[] {
  if (getContainer(view.document.get(page), view.shapes) !== 'page') return []
  return [{ op: 'remove', ids: withDescendants(view.document, [page]).reverse() }]
}
