import type { Database } from '../db/database.ts'
import { readManifests } from './checkpoint-rows.ts'
import { slicesOf } from './board-rows.ts'

const dayMs = 24 * 3600_000

interface Dated {
  readonly seq: number
  readonly time: number
}

/**
 * Which checkpoints stay: the last two, in case the newest is damaged, and of every day the last one, for going back in
 * history. The journal itself is kept whole until history retention exists.
 */
export function keepersOf(checkpoints: readonly Dated[]): ReadonlySet<number> {
  const sorted = [...checkpoints].sort((a, b) => a.seq - b.seq)
  const lastOfDay = new Map(sorted.map(({ seq, time }) => [Math.floor(time / dayMs), seq]))
  return new Set([...lastOfDay.values(), ...sorted.slice(-2).map(({ seq }) => seq)])
}

/** Takes away checkpoints that nothing needs, and chunks that no checkpoint names any more. */
export async function pruneCheckpoints(db: Database, wid: string): Promise<void> {
  const checkpoints = await db.sql
    .selectFrom('checkpoints')
    .select(['seq', 'time'])
    .where('wid', '=', wid)
    .execute()
  const keepers = keepersOf(checkpoints)
  const gone = checkpoints.filter(({ seq }) => !keepers.has(seq)).map(({ seq }) => seq)
  if (gone.length === 0) return
  const kept = await readManifests(db, wid, [...keepers])
  const old = await readManifests(db, wid, gone)
  // A manifest that cannot be read may name anything: then nothing goes.
  if (!kept || !old) return
  const needed = new Set(kept.map(({ hash }) => hash))
  const loose = new Map(old.filter(({ hash }) => !needed.has(hash)).map((chunk) => [chunk.hash, chunk]))
  await db.sql.deleteFrom('checkpoints').where('wid', '=', wid).where('seq', 'in', gone).execute()
  for (const slice of slicesOf([...loose.values()])) {
    await db.sql.deleteFrom('chunks').where('wid', '=', wid).where('hash', 'in', slice).execute()
  }
}
