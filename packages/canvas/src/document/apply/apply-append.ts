import { skipRemoved } from './apply-patch.ts'
import type { Task } from './task.ts'
import { MalformedError } from '../model/bytes.ts'
import type { AppendChange, Refusal } from '../model/change.ts'
import { MAX_PIECES } from '../model/limits.ts'
import type { StrokePiece } from '../model/record.ts'
import { authorizeChange, refuse } from '../rules/rules.ts'
import { decodePiece } from '../model/stroke-points.ts'

export function applyAppend(task: Task, change: AppendChange): Refusal | undefined {
  const { state, kinds, draft, actor } = task
  const cell = state.cell(change.id)
  if (!cell) {
    skipRemoved(task, change.id, 'pieces')
    return undefined
  }
  const { entry } = cell
  if (!kinds.get(entry.record.kind)?.schema.facets.stroke) return refuse('stroke', change.id, 'no stroke')
  if (entry.record.by !== actor.uid) return refuse('not_yours', change.id, 'a stroke is drawn by its author')
  const refusal = authorizeChange(state, kinds, entry.record, actor)
  if (refusal) return refusal
  const there = entry.pieces[change.n]
  // Already on the board, nothing to change.
  if (there && isSamePiece(there, change.piece)) return undefined
  // The author added a different piece at this index that this page had not seen: append after it.
  if (!entry.open || change.n > entry.pieces.length)
    return refuse('stroke', change.id, 'closed, or a piece is missing')
  if (entry.pieces.length >= MAX_PIECES) return refuse('limit', change.id, 'the stroke is too long')
  if (!isPiece(change.piece)) return refuse('invalid', change.id, 'no stroke piece')
  draft.append(cell, change.piece, change.last)
  return undefined
}

function isSamePiece(a: StrokePiece, b: StrokePiece): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

function isPiece(piece: StrokePiece): boolean {
  try {
    return decodePiece(piece).length > 0
  } catch (error) {
    if (error instanceof MalformedError) return false
    throw error
  }
}
