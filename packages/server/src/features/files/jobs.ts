import { lifetimes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import { shareFilesJob } from '../../db/jobs.ts'
import type { Job, Jobs } from '../../jobs/worker.ts'
import { fileKey } from '../../ports/files/port.ts'
import { shareFiles } from './share.ts'

const Payload = z.object({ keys: z.array(z.string()) })

/** Deletes bytes whose rows were deleted. */
const eraseFiles: Job = async ({ files }, payload) => {
  for (const key of Payload.parse(payload).keys) await files.remove(key)
}

export const fileJobs: Jobs = { 'files.erase': eraseFiles, [shareFilesJob]: shareFiles }

/** Releases reservations of uploads that never arrived. */
export async function cleanUpFiles({ db, clock, files }: App): Promise<void> {
  const rows = await db.sql
    .deleteFrom('files')
    .where('state', '=', 'reserved')
    .where('created_at', '<', clock.now() - lifetimes.reservedUploadMs)
    .returning('id')
    .execute()
  for (const { id } of rows) await files.remove(fileKey(id))
}
