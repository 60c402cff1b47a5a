import type { ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { Vec } from '../../geometry/vec.ts'

/** Larger drops are not read one by one; moves of that size are always reported as one. */
const maxReadOneByOne = 2000
/** Rounding differences, page units. */
const rounding = 1e-6
const noOffset: Vec = { x: 0, y: 0 }

/** Dragged elements at the drop, and what was reported about them during the drag. */
export interface Drop {
  readonly slots: Int32Array
  /** Offset of the drag. */
  readonly moved: Vec
  /** Moves reported during the drag. */
  readonly moves: readonly Move[]
  /** Records with other reported changes. */
  readonly suspect: ReadonlySet<RecordId>
}

/** Access to the slots of a page. */
export interface DropTarget {
  getRecord(slot: number): ElementRecord | undefined
  /** The current record in the document. */
  getCurrent(id: RecordId): ElementRecord | undefined
  findAll(ids: readonly RecordId[]): Int32Array
  shift(slots: Int32Array, dx: number, dy: number): void
}

/**
 * Offsets elements that only moved, so that dropping a whole board needs no measuring. Returns the offset of the
 * majority, and the elements that must be read again.
 */
export function shiftDropped(target: DropTarget, drop: Drop): { by: Vec; others: Set<RecordId> } {
  const { slots, moves } = drop
  const others = new Set(drop.suspect)
  const first = moves[0]
  const by = first ? { x: first.dx, y: first.dy } : noOffset
  const count = moves.reduce((sum, { ids }) => sum + ids.length, 0)
  const isOne = count === slots.length && moves.every(({ dx, dy }) => dx === by.x && dy === by.y)
  if (isOne) target.shift(slots, by.x, by.y)
  else if (moves.length > 0) shiftEach(target, drop, others)
  else if (slots.length <= maxReadOneByOne) return { by: shiftRead(target, drop, others), others }
  return { by, others }
}

/** Several moves were reported: applies each to its elements. */
function shiftEach(target: DropTarget, { slots, moves }: Drop, others: Set<RecordId>): void {
  for (const { ids, dx, dy } of moves) target.shift(target.findAll(ids), dx, dy)
  const named = new Set(moves.flatMap(({ ids }) => ids))
  for (const slot of slots) {
    const id = target.getRecord(slot)?.id
    if (id !== undefined && !named.has(id)) others.add(id)
  }
}

/** No moves were reported: compares each record with the document. */
function shiftRead(target: DropTarget, { slots, moved }: Drop, others: Set<RecordId>): Vec {
  const by = slots.some((slot) => hasOnlyMoved(target, slot, moved)) ? moved : noOffset
  for (const slot of slots) {
    const record = target.getRecord(slot)
    if (record && !hasOnlyMoved(target, slot, by)) others.add(record.id)
  }
  target.shift(slots, by.x, by.y)
  return by
}

/** Compares all fields, because each shape may depend on any of them. */
function hasOnlyMoved(target: DropTarget, slot: number, by: Vec): boolean {
  const before = target.getRecord(slot)
  const after = before && target.getCurrent(before.id)
  if (!before || !after) return false
  if (before === after) return by.x === 0 && by.y === 0
  if (Math.abs(after.x - before.x - by.x) > rounding || Math.abs(after.y - before.y - by.y) > rounding)
    return false
  for (const field in after) {
    if (after[field] !== before[field] && field !== 'x' && field !== 'y') return false
  }
  return true
}
