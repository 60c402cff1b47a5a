import { isStale, resolveRef, skipRemoved } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Entry, Refusal, TranslateChange } from '../model/change.ts'
import { MAX_COORDINATE, MAX_PATCHED_MOVE } from '../model/limits.ts'
import { getPosition, getUnmoved } from '../state/moved-entry.ts'
import type { RecordId } from '../model/record.ts'
import { getClock } from './reducer.ts'
import { authorizeMany, refuse } from '../rules/rules.ts'
import type { SlicedWork } from '../model/sliced-work.ts'
import type { Cell } from '../state/state.ts'

type Axis = 'x' | 'y'

export function* applyTranslate(task: Task, change: TranslateChange): SlicedWork<Refusal | undefined> {
  const { state, kinds, draft, actor, pacer } = task
  if (change.if === undefined && change.ids.length <= MAX_PATCHED_MOVE) {
    return refuse('invalid', undefined, 'so few are moved by patches')
  }
  if (!isFiniteMove(change)) return refuse('invalid', undefined, 'no distance')
  const authorize = authorizeMany(state, kinds, actor)
  const moves = getMoves(task, change)
  const moved: RecordId[] = []
  const cells: Cell[] = []
  const entries: Entry[] = []
  const was: number[] = []
  const halfMoved = new Set<RecordId>()
  const found = state.getCells(change.ids)
  for (let i = 0; i < found.length; i++) {
    if (pacer.isDue()) yield
    const id = change.ids[i]!
    const cell = found[i]
    if (!cell && !change.if) skipRemoved(task, id, 'x', 'y')
    if (!cell || halfMoved.has(id)) continue
    const { entry } = cell
    const record = getUnmoved(entry)
    const kind = kinds.get(record.kind)
    if (!kind?.isElement) return refuse('invalid', id, 'it has no place')
    const along = kind.container ? yield* task.contents.authorizeInSlices(id, pacer) : undefined
    const refusal = authorize(record) ?? along ?? authorizeTranslation(entry, change)
    if (refusal) return refusal
    const movesX = !moves || moves(entry, 'x')
    const movesY = !moves || moves(entry, 'y')
    if (movesX && movesY) {
      moved.push(id)
      cells.push(cell)
      entries.push(entry)
      was.push(getClock(entry, 'x'), getClock(entry, 'y'))
    } else if (movesX || movesY) {
      const { x, y } = getPosition(entry)
      halfMoved.add(id)
      draft.patch(cell, movesX ? { x: x + change.dx } : { y: y + change.dy })
    }
  }
  const ids = moved.length === change.ids.length ? change.ids : moved
  draft.move({ ids, cells, entries, was }, change)
  return undefined
}

function isFiniteMove({ dx, dy }: TranslateChange): boolean {
  return Math.abs(dx) <= 2 * MAX_COORDINATE && Math.abs(dy) <= 2 * MAX_COORDINATE
}

function authorizeTranslation(entry: Entry, { dx, dy }: TranslateChange): Refusal | undefined {
  const { x, y } = getPosition(entry)
  if (Math.abs(x + dx) <= MAX_COORDINATE && Math.abs(y + dy) <= MAX_COORDINATE) return undefined
  return refuse('limit', getUnmoved(entry).id, 'it would leave the board')
}

/** Resolves the conditions once for all records of the move; undefined if there are none. */
function getMoves(task: Task, change: TranslateChange): ((entry: Entry, field: Axis) => boolean) | undefined {
  // Only the server skips overwritten coordinates.
  if (change.if === undefined && task.context.now === undefined) return undefined
  if (change.if === undefined) return (entry, field) => !isStale(task, entry, field)
  const writers = new Set(change.if.map((ref) => resolveRef(task, ref)))
  return (entry, field) => {
    const clock = getClock(entry, field)
    return writers.has(clock) || task.draft.isOwn(clock)
  }
}
