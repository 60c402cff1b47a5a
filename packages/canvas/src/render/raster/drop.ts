import type { ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { Vec } from '../../geometry/vec.ts'

/** More elements than this are not read one by one when they are dropped: a move of so many is always announced as one. */
const maxReadOneByOne = 2000
/** Differences smaller than this, page units, come from adding in another order. */
const rounding = 1e-6
const noOffset: Vec = { x: 0, y: 0 }

/** What was dragged, and what is known of where it went. */
export interface Drop {
  readonly slots: Int32Array
  /** How far it was dragged. */
  readonly moved: Vec
  /** Moves that were announced of it meanwhile. */
  readonly moves: readonly Move[]
  /** What else was announced to have changed. */
  readonly suspect: ReadonlySet<RecordId>
}

/** The slots of a page, as far as a drop concerns them. */
export interface DropTarget {
  getRecord(slot: number): ElementRecord | undefined
  /** The record as the document has it now. */
  getCurrent(id: RecordId): ElementRecord | undefined
  findAll(ids: readonly RecordId[]): Int32Array
  shift(slots: Int32Array, dx: number, dy: number): void
}

/**
 * Shifts what only moved, so that dropping a whole board costs no measuring. Returns the offset that most of it moved
 * by, and what did anything else and has to be read.
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

/** Several moves were announced: each applies to what it names. */
function shiftEach(target: DropTarget, { slots, moves }: Drop, others: Set<RecordId>): void {
  for (const { ids, dx, dy } of moves) target.shift(target.findAll(ids), dx, dy)
  const named = new Set(moves.flatMap(({ ids }) => ids))
  for (const slot of slots) {
    const id = target.getRecord(slot)?.id
    if (id !== undefined && !named.has(id)) others.add(id)
  }
}

/** Nothing was announced: the document says whether each moved as it was dragged, or stayed. */
function shiftRead(target: DropTarget, { slots, moved }: Drop, others: Set<RecordId>): Vec {
  const by = slots.some((slot) => hasOnlyMoved(target, slot, moved)) ? moved : noOffset
  for (const slot of slots) {
    const record = target.getRecord(slot)
    if (record && !hasOnlyMoved(target, slot, by)) others.add(record.id)
  }
  target.shift(slots, by.x, by.y)
  return by
}

/** Compared field by field: what a shape draws from is its own business. */
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
