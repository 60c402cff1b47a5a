import type { Board, Box } from '@tavla/canvas'
import { getChain, type Entry, getRecords } from '@tavla/canvas/model'
import type { History } from '../history.ts'
import { getBox } from './marks.ts'

/** At most this many records of one change are framed; more frames would not help. */
const maxShown = 200

/** Position of a record that a change affected or deleted. */
export interface ChangedArea {
  readonly page: string
  readonly box: Box
  /** Degrees about the centre of the box. */
  readonly r: number
  /** The record was removed. */
  readonly removed?: Entry
}

/** Records affected by the change of the shown version; empty while seeking. */
export function listChangedAreas(
  { replay, playbackSteps, stepNumber, reached }: History,
  board: Board,
): readonly ChangedArea[] {
  const step = playbackSteps.value[stepNumber.value - 1]
  if (!replay || step?.seq !== reached.value) return []
  const edits = replay.edits.slice(step.first - replay.start.seq - 1, step.seq - replay.start.seq)
  const ids = [...new Set(edits.flatMap((edit) => [...getRecords(edit)]))].slice(0, maxShown)
  const changedAreas = ids.flatMap((id): ChangedArea[] => {
    const page = [...getChain(replay.state, id)].at(-1)?.id
    const record = replay.state.get(id)
    if (page === undefined || !record) return []
    // Only the board knows the route of a connector.
    const box = record['points'] === undefined ? getBox(record) : board.scene.boundsOfAll([id])
    return box ? [{ page, box, r: Number(record['r'] ?? 0) }] : []
  })
  const removedAreas = replay.removedLast.slice(0, maxShown).flatMap((removed): ChangedArea[] => {
    const { record } = removed
    const box = getBox(record)
    const page = record.parent === null ? undefined : [...getChain(replay.state, record.parent)].at(-1)?.id
    return box && page !== undefined ? [{ page, box, r: Number(record['r'] ?? 0), removed }] : []
  })
  return [...changedAreas, ...removedAreas]
}
