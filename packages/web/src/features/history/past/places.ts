import type { Board, Box } from '@tavla/canvas'
import { getChain, type Entry, getRecords } from '@tavla/canvas/model'
import type { History } from '../history.ts'
import { getBox } from './marks.ts'

/** At most this many records of one change are framed; more frames would not help. */
const mostShown = 200

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
  { past, playbackSteps, place, reached }: History,
  board: Board,
): readonly ChangedArea[] {
  const stop = playbackSteps.value[place.value - 1]
  if (!past || stop?.seq !== reached.value) return []
  const edits = past.edits.slice(stop.first - past.start.seq - 1, stop.seq - past.start.seq)
  const ids = [...new Set(edits.flatMap((edit) => [...getRecords(edit)]))].slice(0, mostShown)
  const there = ids.flatMap((id): ChangedArea[] => {
    const page = [...getChain(past.state, id)].at(-1)?.id
    const record = past.state.get(id)
    if (page === undefined || !record) return []
    // Only the board knows the route of a connector.
    const box = record['points'] === undefined ? getBox(record) : board.scene.boundsOfAll([id])
    return box ? [{ page, box, r: Number(record['r'] ?? 0) }] : []
  })
  const gone = past.removedLast.slice(0, mostShown).flatMap((removed): ChangedArea[] => {
    const { record } = removed
    const box = getBox(record)
    const page = record.parent === null ? undefined : [...getChain(past.state, record.parent)].at(-1)?.id
    return box && page !== undefined ? [{ page, box, r: Number(record['r'] ?? 0), removed }] : []
  })
  return [...there, ...gone]
}
