import type { Database } from '../../db/database.ts'
import { BatchConflict } from '../../db/database-errors.ts'
import { readManifests } from './checkpoint-rows.ts'
import { stillOurs } from '../journal/journal.ts'
import { getSlices } from '../slices.ts'

const dayMs = 24 * 3600_000

interface Dated {
  readonly seq: number
  readonly time: number
}

/** Keyframes older than this are kept weekly instead of daily. */
const dailyRetentionMs = 90 * dayMs

/**
 * Which checkpoints to keep: the last two, in case the newest is damaged, and for history the last of each
 * day, after 90 days of each week. The plan's range is applied in `trim.ts`.
 */
export function listRetained(checkpoints: readonly Dated[], now: number): ReadonlySet<number> {
  const sorted = [...checkpoints].sort((a, b) => a.seq - b.seq)
  const newestInRange = new Map(
    sorted.map(({ seq, time }) => {
      const day = Math.floor(time / dayMs)
      return [time > now - dailyRetentionMs ? `day ${day}` : `week ${Math.floor(day / 7)}`, seq]
    }),
  )
  return new Set([...newestInRange.values(), ...sorted.slice(-2).map(({ seq }) => seq)])
}

/** Deletes checkpoints that are not retained, and chunks that no checkpoint uses any more. */
export async function pruneCheckpoints(db: Database, wid: string, now: number): Promise<void> {
  const checkpoints = await db.sql
    .selectFrom('checkpoints')
    .select(['seq', 'time'])
    .where('wid', '=', wid)
    .execute()
  const keepers = listRetained(checkpoints, now)
  const pruned = checkpoints.filter(({ seq }) => !keepers.has(seq)).map(({ seq }) => seq)
  if (pruned.length > 0) await dropCheckpoints(db, wid, pruned, [...keepers])
}

/**
 * Deletes chunks only when no other checkpoint uses them. Deletes nothing once another process has the
 * lease, which may have changed the checkpoints since they were read.
 */
export async function dropCheckpoints(
  db: Database,
  wid: string,
  pruned: readonly number[],
  keepers: readonly number[],
): Promise<void> {
  const board = await db.sql.selectFrom('boards').select('fence').where('wid', '=', wid).executeTakeFirst()
  const retained = await readManifests(db, wid, keepers)
  const old = await readManifests(db, wid, pruned)
  // An unreadable manifest may refer to any chunk, so nothing is deleted.
  if (!board || !retained || !old) return
  const needed = new Set(retained.map(({ hash }) => hash))
  const loose = new Map(old.filter(({ hash }) => !needed.has(hash)).map((chunk) => [chunk.hash, chunk]))
  const remove = [
    db.sql.deleteFrom('checkpoints').where('wid', '=', wid).where('seq', 'in', pruned),
    ...getSlices([...loose.values()]).map((slice) =>
      db.sql.deleteFrom('chunks').where('wid', '=', wid).where('hash', 'in', slice),
    ),
  ]
  try {
    for (const query of remove) await db.batch([stillOurs(db, { wid, fence: board.fence }), { query }])
  } catch (error) {
    if (!(error instanceof BatchConflict)) throw error
  }
}
