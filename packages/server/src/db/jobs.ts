import { z } from 'zod'
import type { Random } from '../ports/random/port.ts'
import { randomId } from '../ports/random/values.ts'
import type { BatchQuery, Database, Tx } from './database.ts'

/** A job to run after the commit, at least once. */
export interface EnqueuedJob {
  /** Name of the registered job, such as `members.mail`. */
  readonly kind: string
  /** Jobs with the same key are merged until they have run. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly runAt: number
}

/** Enqueues a job in the transaction that makes it necessary, so that both are committed or neither. */
export async function enqueue(tx: Tx, random: Random, enqueuedJobs: EnqueuedJob): Promise<void> {
  await tx
    .insertInto('promises')
    .values({
      id: randomId(random),
      kind: enqueuedJobs.kind,
      key: enqueuedJobs.key,
      payload: JSON.stringify(enqueuedJobs.payload),
      run_at: enqueuedJobs.runAt,
      tries: 0,
      taken_until: 0,
      failed_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Files in one statement and one job. */
const BATCH = 500

/** Shares files that somebody put on a board with the people of that board. */
export const shareFilesJob = 'files.share'

export const FilesToShare = z.object({ wid: z.string(), uid: z.string(), files: z.array(z.string()) })

/** Files that a person's edit names on a board. */
export interface NamedFiles {
  readonly wid: string
  readonly uid: string
  /** Number of the edit. */
  readonly seq: number
  readonly files: readonly string[]
}

/**
 * To be committed before the edit that names files: none of them is deleted as unused from now on, and a job shares
 * those of other boards. If the edit is not journaled after all, neither does harm.
 */
export async function prepareNamedFiles(db: Database, { wid, uid, seq, files }: NamedFiles): Promise<void> {
  const distinct = [...new Set(files)].toSorted()
  for (let at = 0; at < distinct.length; at += BATCH) {
    const part = distinct.slice(at, at + BATCH)
    const key = `${shareFilesJob}:${wid}:${seq}:${at}`
    const payload: z.output<typeof FilesToShare> = { wid, uid, files: part }
    const job = { id: key, kind: shareFilesJob, key, payload: JSON.stringify(payload), run_at: 0 }
    const rest = { tries: 0, taken_until: 0, failed_at: null, last_error: null }
    const queries: readonly BatchQuery[] = [
      {
        query: db.sql
          .updateTable('files')
          .set({ unused_since: null })
          .where('id', 'in', part)
          .where('unused_since', 'is not', null),
      },
      {
        query: db.sql
          .insertInto('promises')
          .values({ ...job, ...rest })
          .onConflict((conflict) => conflict.column('key').doNothing()),
      },
    ]
    await db.batch(queries)
  }
}
