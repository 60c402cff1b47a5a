import type { Change } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { BoardView } from '../board-view.ts'
import {
  listConnectors,
  listConnectorBindings,
  isElement,
  getDetachedFields,
  getTarget,
} from '../view/relations.ts'

/** All records that a move of elements affects. */
export interface MoveSet {
  /** Elements whose records change. */
  readonly ids: readonly RecordId[]
  /** These and the connectors between them, which move without changing shape. */
  readonly dragged: ReadonlySet<RecordId>
  /** Connectors with one end attached to a moved element; they are redrawn. */
  readonly followingConnectors: readonly RecordId[]
  /** All moved records, containers included. */
  readonly all: ReadonlySet<RecordId>
  /** Bindings to remove, because their connector is moved without its target. */
  readonly releasedBindings: readonly RecordId[]
  /** The elements at the start of the move, for absolute positions. */
  readonly from: ReadonlyMap<RecordId, ElementRecord>
}

/** Moves up to this size set absolute positions, so that concurrent drags of one element do not add up. */
export const patchedMoveLimit = 256

/**
 * Contents move with their container, and connectors follow their targets. A connector that is moved on its own
 * is detached.
 */
export function getMoveSet(view: BoardView, ids: Iterable<RecordId>): MoveSet {
  const moveSet = findMoveSet(view, ids)
  const from = new Map<RecordId, ElementRecord>()
  if (moveSet.ids.length > patchedMoveLimit) return { ...moveSet, from }
  for (const id of moveSet.ids) {
    const record = view.document.get(id)
    if (isElement(record, view.shapes)) from.set(id, record)
  }
  return { ...moveSet, from }
}

function findMoveSet(view: BoardView, ids: Iterable<RecordId>): Omit<MoveSet, 'from'> {
  const { document } = view
  const { all, elements, areConnectors } = getInside(view, ids)
  if (areConnectors) {
    const isOut = (binding: RecordId): boolean => !all.has(getTarget(document.get(binding)) ?? '')
    const releasedBindings = elements.flatMap((id) => listConnectorBindings(document, id).filter(isOut))
    return { ids: elements, dragged: new Set(elements), followingConnectors: [], all, releasedBindings }
  }
  const staying = new Set<RecordId>()
  const followingConnectors: RecordId[] = []
  const carried: RecordId[] = []
  for (const [connector, bindings] of listConnectors(document, all)) {
    const isWithin = bindings.every((binding) => all.has(getTarget(binding) ?? ''))
    if (isWithin && !all.has(connector) && bindings.length === 2) carried.push(connector)
    else if (!isWithin || !all.has(connector)) followingConnectors.push(connector)
    if (!isWithin && all.has(connector)) staying.add(connector)
  }
  const moving = staying.size === 0 ? elements : elements.filter((id) => !staying.has(id))
  const dragged = all.size === moving.length ? all : new Set(moving)
  if (carried.length === 0) return { ids: moving, dragged, followingConnectors, all, releasedBindings: [] }
  return {
    ids: moving,
    dragged: new Set([...dragged, ...carried]),
    followingConnectors,
    all: new Set([...all, ...carried]),
    releasedBindings: [],
  }
}

interface Inside {
  /** The elements and their ancestors in the selection. */
  readonly all: ReadonlySet<RecordId>
  readonly elements: readonly RecordId[]
  readonly areConnectors: boolean
}

function getInside(view: BoardView, ids: Iterable<RecordId>): Inside {
  const { document, shapes, chosen } = view
  const getFacets = (kind: string) => shapes.schema(kind)?.facets
  if (ids === chosen.list && chosen.summary) {
    // A selection without containers is already the complete set.
    const facets = [...chosen.summary.kinds].map(getFacets)
    if (facets.every((each) => each?.element && !each.container)) {
      const areConnectors = facets.every((each) => each?.connects)
      return { all: chosen.members, elements: chosen.list, areConnectors }
    }
  }
  const all = new Set<RecordId>()
  const elements: RecordId[] = []
  let areConnectors = true
  const take = (id: RecordId): void => {
    const record = document.getUnmoved(id)
    if (!record || all.has(id)) return
    const facets = getFacets(record.kind)
    all.add(id)
    if (facets?.element) {
      elements.push(id)
      areConnectors &&= facets.connects === true
    }
    if (!facets?.container) return
    for (const child of document.childIds(id)) take(child)
  }
  for (const id of ids) take(id)
  return { all, elements, areConnectors }
}

export function connectsFacet(view: Pick<BoardView, 'document' | 'shapes'>, id: RecordId): boolean {
  const record = view.document.get(id)
  return record !== undefined && view.shapes.get(record.kind)?.schema.facets.connects === true
}

/**
 * Changes of a move: absolute positions for few elements, one offset for many. Absolute positions count from the
 * start of the move, so that elements end up under the pointer despite concurrent changes.
 */
export function moveChanges(view: BoardView, moveSet: MoveSet, dx: number, dy: number): Change[] {
  const { ids, releasedBindings, from } = moveSet
  const changes: Change[] = releasedBindings.length > 0 ? [{ op: 'remove', ids: releasedBindings }] : []
  if (ids.length > patchedMoveLimit) return [...changes, { op: 'translate', ids, dx, dy }]
  for (const id of ids) {
    const record = from.get(id)
    if (!record || !view.document.get(id)) continue
    const fields = releasedBindings.length > 0 ? getDetachedFields(view.document, view.shapes, id) : {}
    const position = { ...fields }
    // An axis without movement keeps other users' changes.
    if (dx !== 0 || 'x' in fields)
      position['x'] = (typeof fields['x'] === 'number' ? fields['x'] : record.x) + dx
    if (dy !== 0 || 'y' in fields)
      position['y'] = (typeof fields['y'] === 'number' ? fields['y'] : record.y) + dy
    changes.push({ op: 'patch', id, fields: position })
  }
  return changes
}
