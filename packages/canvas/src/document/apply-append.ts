import { skipGone } from './apply-patch.ts'
import type { Task } from './task.ts'
import { MalformedError } from './bytes.ts'
import type { AppendChange, Refusal } from './change.ts'
import { MAX_PIECES } from './limits.ts'
import type { StrokePiece } from './record.ts'
import { judgeChange, refuse } from './rules.ts'
import { decodePiece } from './stroke-points.ts'

export function applyAppend(task: Task, change: AppendChange): Refusal | undefined {
  const { state, kinds, draft, actor } = task
  const entry = state.entry(change.id)
  if (!entry) {
    skipGone(task, change.id, 'pieces')
    return undefined
  }
  if (!kinds.get(entry.record.kind)?.schema.facets.stroke) return refuse('stroke', change.id, 'no stroke')
  if (entry.record.by !== actor.uid) return refuse('not_yours', change.id, 'a stroke is drawn by its author')
  const refusal = judgeChange(state, kinds, entry.record, actor)
  if (refusal) return refusal
  // Sent twice: once under an answer that got lost.
  if (change.n < entry.pieces.length) return undefined
  if (!entry.open || change.n > entry.pieces.length)
    return refuse('stroke', change.id, 'closed, or a piece is missing')
  if (change.n >= MAX_PIECES) return refuse('limit', change.id, 'the stroke is too long')
  if (!isPiece(change.piece)) return refuse('invalid', change.id, 'no stroke piece')
  draft.append(entry, change.piece, change.last)
  return undefined
}

function isPiece(piece: StrokePiece): boolean {
  try {
    return decodePiece(piece).length > 0
  } catch (error) {
    if (error instanceof MalformedError) return false
    throw error
  }
}
