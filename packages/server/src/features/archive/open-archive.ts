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
import { type ArchivePart, partsOf } from './parts.ts'

const archive: SignedFor = { purpose: 'archive', facts: [] }

/** Lets its holder fetch this person's archive until then, as long as their session lasts. */
export const archiveAddress = (app: App, holder: UrlHolder, until: number): string =>
  `/api/user/export/archive?${signQuery(app, archive, holder, until)}`

export interface Archive {
  readonly filename: string
  /** Puts it together, which is noted. */
  open(): Promise<Readable>
}

export async function openArchive(app: App, query: SignedQuery): Promise<Archive | null> {
  const uid = await findUrlHolder(app, archive, query)
  const account = uid === null ? undefined : await findAccount(app.db.sql, uid)
  if (account?.kind !== 'full') return null
  const now = new Date(app.clock.now())
  return {
    filename: `tavla-${now.toISOString().slice(0, 10)}.zip`,
    async open() {
      const { uid: subject } = account
      await app.db.transaction((tx) => audit(byItself(app), tx, { event: 'data.exported', subject }))
      return zipOf(await partsOf(app, account), now)
    },
  }
}

/** Each part is opened when its turn comes, so that one is in memory at a time, however slowly the zip is fetched. */
function zipOf(parts: readonly ArchivePart[], mtime: Date): Readable {
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
