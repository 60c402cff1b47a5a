import type { Readable } from 'node:stream'
import type { App } from '../../context.ts'
import { FileTooLarge, fileKey } from '../../ports/files/port.ts'
import { canAccess } from './permissions.ts'
import type { SignedQuery } from '../account/index.ts'
import { findDownloader, findUploader } from './urls.ts'
import { isInert, OTHER } from './sniff.ts'
import { findFile, store } from './store.ts'

export type Received = 'stored' | 'used' | 'refused' | 'too_large'

/**
 * Uploads in progress by file id. A second one waits for the first, so that it never overwrites stored
 * bytes.
 */
const inProgress = new Map<string, Promise<Received>>()

/** Receives the bytes for an upload URL, once. */
export async function receiveFile(
  app: App,
  id: string,
  query: SignedQuery,
  bytes: Readable | Uint8Array,
): Promise<Received> {
  for (let first = inProgress.get(id); first; first = inProgress.get(id)) await first.catch(() => undefined)
  const received = receive(app, id, query, bytes)
  inProgress.set(id, received)
  try {
    return await received
  } finally {
    inProgress.delete(id)
  }
}

async function receive(
  app: App,
  id: string,
  query: SignedQuery,
  bytes: Readable | Uint8Array,
): Promise<Received> {
  // Checked again at the end: the session or membership may have ended during the upload.
  const isStillAllowed = async () => {
    const uid = await findUploader(app, id, query)
    return uid !== null && (await canAccess(app.db.sql, uid, id, 'commenter'))
  }
  const row = (await isStillAllowed()) ? await findFile(app, id) : undefined
  if (!row) return 'refused'
  if (row.state === 'stored') return 'used'
  try {
    return (await store(app, row, bytes, query['h'] ?? '', isStillAllowed)) ? 'stored' : 'refused'
  } catch (error) {
    if (error instanceof FileTooLarge) return 'too_large'
    throw error
  }
}

/**
 * A stored file with the headers it is served with: types that could run scripts are served as a download.
 */
export interface OpenFile {
  readonly filename: string
  readonly type: string
  readonly inline: boolean
  readonly size: number
  read(range: { readonly start: number; readonly end: number } | null): Promise<Readable | null>
}

/** Opens the file of a signed download URL. */
export async function openFile(app: App, id: string, query: SignedQuery): Promise<OpenFile | null> {
  const uid = await findDownloader(app, id, query)
  if (uid === null || !(await canAccess(app.db.sql, uid, id, 'viewer'))) return null
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
