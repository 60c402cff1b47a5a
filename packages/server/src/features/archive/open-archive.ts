import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { App } from '../../context.ts'
import { equalSecrets } from '../../secrets.ts'
import { findAccount } from '../account/index.ts'
import { audit, byItself } from '../audit/index.ts'
import { type ArchivePart, partsOf } from './parts.ts'

const signature = (app: App, uid: string, until: number): string =>
  app.seal.derive('archive', `${uid}\n${until}`).toString('base64url')

/** Lets whoever holds it fetch this person's archive until then. */
export const archiveAddress = (app: App, uid: string, until: number): string =>
  `/api/user/export/archive?u=${uid}&e=${until}&s=${signature(app, uid, until)}`

export interface Archive {
  readonly filename: string
  readonly bytes: Readable
}

export async function openArchive(
  app: App,
  { u = '', e = '', s = '' }: Readonly<Record<string, string>>,
): Promise<Archive | null> {
  if (!(Number(e) > app.clock.now()) || !equalSecrets(s, signature(app, u, Number(e)))) return null
  const account = await findAccount(app.db.sql, u)
  if (account?.kind !== 'full') return null
  await app.db.transaction((tx) => audit(byItself(app), tx, { event: 'data.exported', subject: u }))
  const day = new Date(app.clock.now()).toISOString().slice(0, 10)
  return {
    filename: `tavla-${day}.zip`,
    bytes: zipOf(await partsOf(app, account), new Date(app.clock.now())),
  }
}

/** Each part is opened when its turn comes, so that one is in memory at a time, however slowly the zip is fetched. */
function zipOf(parts: readonly ArchivePart[], mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
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
