import { batch } from '@preact/signals-core'
import type { NewRecord } from '../../document/model/change.ts'
import { withAllowedControls } from '../../document/rules/allowed-controls.ts'
import type { BoardEdit, BoardView } from '../board-view.ts'
import type { ImportedContent, ImportedOutcome } from '../board-event.ts'
import { insertChanges } from '../changes/copy.ts'
import { removePageChanges } from '../changes/remove.ts'
import { inInsertOrder } from './insert-order.ts'

const isPage = (view: BoardView, { kind }: NewRecord): boolean =>
  view.shapes.schema(kind)?.facets.container === 'page'

export function hasPages(view: BoardView, records: readonly NewRecord[]): boolean {
  return records.some((record) => isPage(view, record))
}

/**
 * Adds the pages of a whole board behind those that are there, as they were; a board on which nothing was done yet
 * becomes that board. One step of undo; null when it is refused.
 */
export function importPages(edit: BoardEdit, content: ImportedContent): ImportedOutcome | null {
  const { document } = edit
  const before = document.childIds(null)
  const blank = before.length === 1 && document.childIds(before[0]!).length === 0 ? before[0] : undefined
  const records = inInsertOrder(content.records).map((record) =>
    withAllowedControls(record, edit.rights.ability),
  )
  const fragment = { records, pieces: content.pieces ?? new Map<string, readonly Uint8Array[]>() }
  const pages = new Set(records.filter((record) => isPage(edit, record)).map(({ id }) => id))
  return batch(() => {
    const { changes, tops, ids } = insertChanges(edit, fragment, null, { dx: 0, dy: 0 })
    const removed = blank === undefined ? [] : removePageChanges(edit, blank)
    if (pages.size === 0 || !edit.apply([...changes, ...removed])) return null
    const first = tops[0]
    if (first !== undefined) edit.goToPage(first)
    return { shrunk: [], ids }
  })
}
