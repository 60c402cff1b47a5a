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

/** Older keyframes than this stay one a week. */
const getDaily = 90 * dayMs

/**
 * Which checkpoints stay: the last two, in case the newest is damaged, and for going back in history the last one of
 * every day, after 90 days of every week. How far back they reach is the plan's matter: `trim.ts`.
 */
export function listRetained(checkpoints: readonly Dated[], now: number): ReadonlySet<number> {
  const sorted = [...checkpoints].sort((a, b) => a.seq - b.seq)
  const lastOfStretch = new Map(
    sorted.map(({ seq, time }) => {
      const day = Math.floor(time / dayMs)
      return [time > now - getDaily ? `day ${day}` : `week ${Math.floor(day / 7)}`, seq]
    }),
  )
  return new Set([...lastOfStretch.values(), ...sorted.slice(-2).map(({ seq }) => seq)])
}

/** Takes away checkpoints that nothing needs, and chunks that no checkpoint names any more. */
export async function pruneCheckpoints(db: Database, wid: string, now: number): Promise<void> {
  const checkpoints = await db.sql
    .selectFrom('checkpoints')
    .select(['seq', 'time'])
    .where('wid', '=', wid)
    .execute()
  const keepers = listRetained(checkpoints, now)
  const gone = checkpoints.filter(({ seq }) => !keepers.has(seq)).map(({ seq }) => seq)
  if (gone.length > 0) await dropCheckpoints(db, wid, gone, [...keepers])
}

/**
 * Chunks go only when no other checkpoint names them. Nothing goes once somebody else has taken the board: they may have
 * changed what its checkpoints name since that was read here.
 */
export async function dropCheckpoints(
  db: Database,
  wid: string,
  gone: readonly number[],
  keepers: readonly number[],
): Promise<void> {
  const board = await db.sql.selectFrom('boards').select('fence').where('wid', '=', wid).executeTakeFirst()
  const kept = await readManifests(db, wid, keepers)
  const old = await readManifests(db, wid, gone)
  // A manifest that cannot be read may name anything: then nothing goes.
  if (!board || !kept || !old) return
  const needed = new Set(kept.map(({ hash }) => hash))
  const loose = new Map(old.filter(({ hash }) => !needed.has(hash)).map((chunk) => [chunk.hash, chunk]))
  const remove = [
    db.sql.deleteFrom('checkpoints').where('wid', '=', wid).where('seq', 'in', gone),
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
