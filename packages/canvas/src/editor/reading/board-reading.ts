import { isBinding } from '../../document/kinds/binding.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { SlicedWork } from '../../document/model/sliced-work.ts'
import type { BoardEdit, BoardView } from '../board-view.ts'
import { connectChanges, getSelectedGrowSource } from '../changes/grow-changes.ts'
import { connectsFacet } from '../changes/move-changes.ts'
import { listInReadingOrder, listInSlices } from './reading-order.ts'
import { getConnector, getTarget, isElement, listConnectorBindings } from '../view/relations.ts'

/** What an element is connected to: a connector by its ends, anything else by the far ends of its connectors. */
export interface Connections {
  readonly start?: RecordId | undefined
  readonly end?: RecordId | undefined
  readonly others: readonly RecordId[]
}

/** The page as it is read aloud, and connecting its elements without pointing at them. */
export interface BoardReading {
  /** Unlocked elements of the page, or of the group that was entered, in reading order. */
  list(): readonly RecordId[]
  /** `list` for pages of any size: yields every few milliseconds at most. */
  listInSlices(): SlicedWork<readonly RecordId[]>
  getConnections(id: RecordId): Connections
  /** Elements that the selected one can be connected to; empty unless exactly one can be connected. */
  listConnectTargets(): readonly RecordId[]
  /** Connects the selected element to this one. */
  connectTo(id: RecordId): void
}

export function createReading(edit: BoardEdit): BoardReading {
  const { document } = edit
  return {
    list: () => listInReadingOrder(edit),
    listInSlices: () => listInSlices(edit),
    getConnections(id) {
      if (!connectsFacet(edit, id)) return { others: listOthers(edit, id) }
      const ends = listConnectorBindings(document, id).flatMap((binding) => {
        const record = document.get(binding)
        return isBinding(record) ? [[record.end, getTarget(record)] as const] : []
      })
      return { others: [], ...Object.fromEntries(ends) }
    },
    listConnectTargets() {
      const from = getSelectedGrowSource(edit)
      return from ? listConnectTargets(edit, from) : []
    },
    connectTo(id) {
      const from = getSelectedGrowSource(edit)
      const to = document.get(id)
      if (from && isElement(to, edit.shapes)) edit.apply(connectChanges(edit, from, to, 'connector'))
    },
  }
}

function listOthers({ document }: BoardEdit, id: RecordId): RecordId[] {
  const others = document.getBindings(id).flatMap((bindingId) => {
    const connector = getConnector(document.get(bindingId))
    if (connector === undefined || connector === id) return []
    return listConnectorBindings(document, connector).flatMap((each) => {
      const target = getTarget(document.get(each))
      return each === bindingId || target === undefined || target === id ? [] : [target]
    })
  })
  return [...new Set(others)]
}

/** Elements that a connector from this one can lead to, in reading order. */
function listConnectTargets(view: BoardView, from: ElementRecord): RecordId[] {
  return listInReadingOrder(view).filter((id) => {
    const record = view.document.get(id)
    return (
      id !== from.id &&
      isElement(record, view.shapes) &&
      view.shapes.get(record.kind)?.schema.facets.bindable === true
    )
  })
}
