import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { App } from '../../context.ts'
import {
  findAccount,
  findUrlHolder,
  type SignedScope,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'
import { audit, createServerOrigin } from '../audit/index.ts'
import { archiveBucket, queueLimits } from '../../rate-limits/call-limits.ts'
import { Refused } from '../../refusals.ts'
import { type ArchivePart, getParts } from './parts.ts'

const exportData: SignedScope = { purpose: 'archive', fields: [] }

/** A URL for downloading the account's archive, valid until the given time or the end of the session. */
export const archiveUrl = (app: App, holder: UrlHolder, until: number): string =>
  `/api/user/export/archive?${signQuery(app, exportData, holder, until)}`

export interface Archive {
  readonly filename: string
  /** Creates the archive and logs it; refused when the rate limit is reached. */
  open(): Promise<Readable>
}

export async function openArchive(app: App, query: SignedQuery): Promise<Archive | null> {
  const uid = await findUrlHolder(app, exportData, query)
  const account = uid === null ? undefined : await findAccount(app.db.sql, uid)
  if (account?.kind !== 'full') return null
  const now = new Date(app.clock.now())
  const { memory, turns } = app.rateLimits
  return {
    filename: `tavla-${now.toISOString().slice(0, 10)}.zip`,
    async open() {
      const { uid: subject } = account
      const { retryAfter } = memory.reserve([archiveBucket(subject)])
      if (retryAfter > 0) throw new Refused('too_many_requests', { retryAfter })
      const turn = await turns.take(`archives ${subject}`, queueLimits.archives)
      if (turn.retryAfter > 0) throw new Refused('too_many_requests', { retryAfter: turn.retryAfter })
      try {
        await app.db.transaction((tx) =>
          audit(createServerOrigin(app), tx, { event: 'data.exported', subject }),
        )
        const zip = getZip(await getParts(app, account), now)
        // The work slot is held until the download ends.
        return zip.once('close', turn.end)
      } catch (error) {
        turn.end()
        throw error
      }
    },
  }
}

/**
 * Each part is opened when the zip reaches it, so that only one is in memory, however slow the download.
 */
function getZip(parts: readonly ArchivePart[], mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  // It may fail before the response reads it; the response is then cut off as well.
  output.on('error', () => undefined)
  // The stream is aborted rather than ended, so that a partial archive is not taken for a complete one.
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { path, isPacked, open } of parts) {
    zip.addReadStreamLazy(path, { mtime, compress: !isPacked }, (opened) => {
      open().then(
        (bytes) => {
          bytes.on('error', (error) => output.destroy(error))
          opened(null, bytes)
        },
        (error: unknown) => opened(error, Readable.from([])),
      )
    })
  }
  zip.end()
  return output
}
