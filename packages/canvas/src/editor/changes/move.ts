import type { Change } from '../../document/change.ts'
import type { RecordId } from '../../document/record.ts'
import type { BoardView } from '../board-view.ts'
import { dependentsOf, holdsOf, isElement, releasedFields, targetOf, withDescendants } from '../relations.ts'

/** What goes along when these are moved. */
export interface Movers {
  /** Elements whose records change. */
  readonly ids: readonly RecordId[]
  /** The same and the connectors between them: their picture moves as it is. */
  readonly lifted: ReadonlySet<RecordId>
  /** Bindings that are let go, because only their connector is moved and not what it holds on to. */
  readonly released: readonly RecordId[]
}

/** Up to this many, a move says where each element ends up, so that two people who drag one thing do not add up. */
export const patchedMoveLimit = 256

/**
 * Everything inside moves along; a connector follows the elements it is bound to by itself. A connector that is
 * moved alone lets go of what it held.
 */
export function moversOf(view: BoardView, ids: Iterable<RecordId>): Movers {
  const { document, shapes } = view
  const inside = withDescendants(document, ids).filter((id) => isElement(document.get(id), shapes))
  const all = new Set(inside)
  const connects = (id: RecordId): boolean => connectsFacet(view, id)
  const stays = (binding: RecordId): boolean => {
    const target = targetOf(document.get(binding))
    return target === undefined || !all.has(target)
  }

  const alone = inside.length > 0 && inside.every(connects)
  const released = alone ? inside.flatMap((id) => holdsOf(document, id).filter(stays)) : []
  const moving = alone ? inside : inside.filter((id) => !connects(id) || !holdsOf(document, id).some(stays))
  const lifted = new Set(moving)
  for (const id of dependentsOf(document, all)) {
    const bound = holdsOf(document, id)
    if (bound.length === 2 && !bound.some(stays)) lifted.add(id)
  }
  return { ids: moving, lifted, released }
}

export function connectsFacet(view: Pick<BoardView, 'document' | 'shapes'>, id: RecordId): boolean {
  const record = view.document.get(id)
  return record !== undefined && view.shapes.get(record.kind)?.schema.facets.connects === true
}

/** The move as changes: absolute places for a few, one shift for many. */
export function moveChanges(view: BoardView, movers: Movers, dx: number, dy: number): Change[] {
  const { ids, released } = movers
  const changes: Change[] = released.length > 0 ? [{ op: 'remove', ids: released }] : []
  if (ids.length > patchedMoveLimit) return [...changes, { op: 'translate', ids, dx, dy }]
  for (const id of ids) {
    const record = view.document.get(id)
    if (!isElement(record, view.shapes)) continue
    const fields = released.length > 0 ? releasedFields(view.document, view.shapes, id) : {}
    const x = (typeof fields['x'] === 'number' ? fields['x'] : record.x) + dx
    const y = (typeof fields['y'] === 'number' ? fields['y'] : record.y) + dy
    changes.push({ op: 'patch', id, fields: { ...fields, x, y } })
  }
  return changes
}
