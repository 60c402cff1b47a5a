import { isLastWriter, isOvertaken } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Entry, Refusal, TranslateChange } from './change.ts'
import { MAX_COORDINATE, MAX_PATCHED_MOVE } from './limits.ts'
import type { RecordId } from './record.ts'
import { clockOf } from './reducer.ts'
import { judgeChange, refuse } from './rules.ts'

interface Place {
  readonly x: number
  readonly y: number
}

export function applyTranslate(task: Task, change: TranslateChange): Refusal | undefined {
  const { state, kinds, draft, actor } = task
  if (change.if === undefined && change.ids.length <= MAX_PATCHED_MOVE) {
    return refuse('invalid', undefined, 'so few are moved by patches')
  }
  if (!isFiniteMove(change)) return refuse('invalid', undefined, 'no distance')
  const moved: RecordId[] = []
  const was: number[] = []
  for (const id of new Set(change.ids)) {
    const entry = state.entry(id)
    if (!entry) continue
    if (!kinds.get(entry.record.kind)?.isElement) return refuse('invalid', id, 'it has no place')
    const refusal = judgeChange(state, kinds, entry.record, actor) ?? judgeReach(entry, change)
    if (refusal) return refusal
    const [movesX, movesY] = [moves(task, entry, 'x', change), moves(task, entry, 'y', change)]
    if (movesX && movesY) {
      moved.push(id)
      was.push(clockOf(entry, 'x'), clockOf(entry, 'y'))
      draft.shift(entry, change.dx, change.dy)
    } else if (movesX || movesY) {
      const { x, y } = placeOf(entry)
      draft.patch(entry, movesX ? { x: x + change.dx } : { y: y + change.dy })
    }
  }
  draft.translated(moved, change.dx, change.dy, was)
  return undefined
}

function isFiniteMove({ dx, dy }: TranslateChange): boolean {
  return Math.abs(dx) <= 2 * MAX_COORDINATE && Math.abs(dy) <= 2 * MAX_COORDINATE
}

function judgeReach(entry: Entry, { dx, dy }: TranslateChange): Refusal | undefined {
  const { x, y } = placeOf(entry)
  if (Math.abs(x + dx) <= MAX_COORDINATE && Math.abs(y + dy) <= MAX_COORDINATE) return undefined
  return refuse('limit', entry.record.id, 'it would leave the board')
}

function placeOf(entry: Entry): Place {
  return entry.record as unknown as Place
}

function moves(task: Task, entry: Entry, field: 'x' | 'y', change: TranslateChange): boolean {
  if (change.if === undefined) return !isOvertaken(task, entry, field)
  return change.if.some((ref) => isLastWriter(task, entry, field, ref))
}
