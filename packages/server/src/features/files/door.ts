import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import type { FileRow } from '../../db/tables-spaces.ts'
import { FileTooLarge, fileKey } from '../../ports/files/port.ts'
import { mayIn } from './may.ts'
import { opensDownload, opensUpload, type SignedQuery } from './addresses.ts'
import { isInert, OTHER } from './sniff.ts'
import { store } from './store.ts'

const findFile = (app: App, id: string): Promise<FileRow | undefined> =>
  app.db.sql.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes the bytes that an upload address asks for. */
export async function receiveFile(
  app: App,
  id: string,
  query: SignedQuery,
  bytes: Readable | Uint8Array,
): Promise<'stored' | 'refused' | 'too_large'> {
  const row = opensUpload(app, id, query) ? await findFile(app, id) : undefined
  if (!row) return 'refused'
  // The answer of a first try may have been lost: these bytes are here already.
  if (row.state === 'stored') return 'stored'
  // Asked again at the end: somebody may be taken out of the space while the bytes are on their way.
  const mayStill = () => mayIn(app, row.uid, id, 'commenter')
  if (!(await mayStill())) return 'refused'
  try {
    return (await store(app, row, bytes, query['h'] ?? '', mayStill)) ? 'stored' : 'refused'
  } catch (error) {
    if (error instanceof FileTooLarge) return 'too_large'
    throw error
  }
}

/** A file as it may be shown: what could run anything is only ever saved, as bytes of no type. */
export interface OpenFile {
  readonly filename: string
  readonly type: string
  readonly inline: boolean
  readonly size: number
  read(range: { readonly start: number; readonly end: number } | null): Promise<Readable | null>
}

/** Opens what a download address names, while it holds. */
export async function openFile(app: App, id: string, query: SignedQuery): Promise<OpenFile | null> {
  const uid = opensDownload(app, id, query)
  if (uid === null || (uid !== '' && !(await mayIn(app, uid, id, 'viewer')))) return null
  const row = await findFile(app, id)
  if (!row || row.state !== 'stored') return null
  const inline = isInert(row.type)
  return {
    filename: row.filename,
    type: inline ? row.type : OTHER,
    inline,
    size: row.size,
    read: (range) => app.files.read(fileKey(id), range ?? undefined),
  }
}
