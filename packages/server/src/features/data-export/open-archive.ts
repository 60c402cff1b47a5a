import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { App } from '../../context.ts'
import {
  findAccount,
  findUrlHolder,
  type SignedFor,
  type SignedQuery,
  signQuery,
  type UrlHolder,
} from '../account/index.ts'
import { audit, byItself } from '../audit/index.ts'
import { archiveBucket, turnLimits } from '../../rate-limits/call-limits.ts'
import { Refused } from '../../refusals.ts'
import { type ArchivePart, getParts } from './parts.ts'

const exportData: SignedFor = { purpose: 'archive', facts: [] }

/** Lets its holder fetch this person's archive until then, as long as their session lasts. */
export const archiveUrl = (app: App, holder: UrlHolder, until: number): string =>
  `/api/user/export/archive?${signQuery(app, exportData, holder, until)}`

export interface Archive {
  readonly filename: string
  /** Puts it together, which is noted; refused when there were too many. */
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
      const turn = await turns.take(`archives ${subject}`, turnLimits.archives)
      if (turn.retryAfter > 0) throw new Refused('too_many_requests', { retryAfter: turn.retryAfter })
      try {
        await app.db.transaction((tx) => audit(byItself(app), tx, { event: 'data.exported', subject }))
        const zip = getZip(await getParts(app, account), now)
        // It lasts for as long as its reader takes.
        return zip.once('close', turn.end)
      } catch (error) {
        turn.end()
        throw error
      }
    },
  }
}

/** Each part is opened when its turn comes, so that one is in memory at a time, however slowly the zip is fetched. */
function getZip(parts: readonly ArchivePart[], mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  // It may fail before the answer reads it; the answer is cut off then all the same.
  output.on('error', () => undefined)
  // Cut off in the middle rather than ended well: half an archive must not pass for a whole one.
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
