import type { Database } from '../../db/database.ts'
import type { Clock } from '../../ports/clock/port.ts'
import { ForgottenChunks } from './erase-chunks.ts'
import { type ErasureTarget, forgetEdits, type DeletedAccount } from './erase-edits.ts'
import type { ExclusiveLease } from '../journal/exclusive-lease.ts'

export interface ForgetOptions {
  readonly db: Database
  readonly clock: Clock
  readonly newId: () => string
  /** Closes the board's room and keeps it closed; null when there is no such board. */
  readonly hold: (wid: string) => Promise<ExclusiveLease | null>
}

/**
 * Erases a person from a board; their work stays, attributed to a placeholder. The long part runs while
 * people continue: a deleted account adds nothing new. Then the room is closed for a moment, which drops
 * the memory of rooms and pages. Can be interrupted and restarted at any point.
 */
export async function eraseAuthor(
  options: ForgetOptions,
  wid: string,
  deletedAccount: DeletedAccount,
): Promise<void> {
  const { db, hold } = options
  const place = { db, wid, deletedAccount }
  if (!(await isAuthor(place))) return
  const before = await forgetEdits(place, 0, (queries) => db.batch(queries))
  const chunks = new ForgottenChunks(place)
  await chunks.prepare()
  const held = await hold(wid)
  if (!held) return
  try {
    // Until now others could restore their records from the room's memory.
    const since = await forgetEdits(place, before.seq, held.commit)
    await chunks.swap(held.commit)
    await finish(options, place, held, { chunks, edits: before.edits + since.edits })
  } finally {
    await held.release()
  }
}

async function isAuthor({ db, wid, deletedAccount }: ErasureTarget): Promise<boolean> {
  const row = await db.sql
    .selectFrom('authors')
    .select('wid')
    .where('wid', '=', wid)
    .where('uid', '=', deletedAccount.uid)
    .executeTakeFirst()
  return row !== undefined
}

interface Done {
  readonly chunks: ForgottenChunks
  readonly edits: number
}

/** Logs the erasure. The author row is deleted last, so that an interrupted erasure is repeated. */
async function finish(
  { clock, newId }: ForgetOptions,
  { db, wid, deletedAccount: { uid, as } }: ErasureTarget,
  held: ExclusiveLease,
  { edits, chunks: { chunks, keyframes } }: Done,
): Promise<void> {
  const { count: versions } = await db.sql
    .selectFrom('versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wid', '=', wid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  const note = { id: newId(), wid, done_at: clock.now(), edits, keyframes, chunks, versions }
  await held.commit([
    { query: db.sql.updateTable('versions').set({ uid: as }).where('wid', '=', wid).where('uid', '=', uid) },
    { query: db.sql.deleteFrom('delete_conflicts').where('wid', '=', wid).where('uid', '=', uid) },
    {
      query: db.sql
        .updateTable('delete_conflicts')
        .set({ by_uid: as })
        .where('wid', '=', wid)
        .where('by_uid', '=', uid),
    },
    { query: db.sql.deleteFrom('trimmed_tabs').where('wid', '=', wid).where('uid', '=', uid) },
    { query: db.sql.deleteFrom('authors').where('wid', '=', wid).where('uid', '=', uid) },
    { query: db.sql.insertInto('erasures').values(note) },
  ])
}
