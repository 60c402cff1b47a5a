import type { Board, Box } from '@tavla/canvas'
import { getChain, type Entry, getRecords } from '@tavla/canvas/model'
import type { History } from '../history.ts'
import { getBox } from './marks.ts'

/** So many records of one change are framed; of more the eye has nothing. */
const mostShown = 200

/** Where a change has left its work, or what it took away. */
export interface ChangedArea {
  readonly page: string
  readonly box: Box
  /** Degrees about the centre of the box. */
  readonly r: number
  /** Of what was removed. */
  readonly removed?: Entry
}

/** What the change at the version shown touched; nothing while the board is on its way there. */
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
    // Where a connector runs is known to the board only.
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
