import { type Calls, directUploadBytes } from '@tavla/contract'
import type { z } from 'zod'
import type { Actor, App, Context, Handlers, UploadedFile } from '../../context.ts'
import { fileKey } from '../../ports/files/port.ts'
import { invalid } from '../../refusals.ts'
import { getDownloadUrl, findTokenMaker, sharedUrl, getUploadUrl } from './urls.ts'
import { canAccess } from './permissions.ts'
import { findStored, release, reserve, store } from './store.ts'

type File = Calls['file']

export const file = {
  upload: (ctx, { query }) => upload(ctx, query),
  uploadDirect: (ctx, { query, file: sent }) => uploadDirect(ctx, query, sent),
  download: (ctx, { query }) => download(ctx, query.id, query.t),
} satisfies Handlers<File>

async function upload(ctx: Context<File['upload']>, query: z.output<File['upload']['query']>) {
  const { app, actor, space } = ctx
  const { filename, filesize: size, hash = '' } = query
  const row = await reserve(app, { wid: space.wid, uid: actor.uid, filename, size })
  if ('reason' in row) return ctx.refuse('storage_full', { ...row })
  // A declared hash is compared while the bytes pass through this server.
  if (app.files.direct && hash === '') {
    const { url, headers } = await app.files.direct.getPlace(fileKey(row.id), size)
    return { id: row.id, url, headers: { ...headers } }
  }
  return { id: row.id, url: getUploadUrl(app, { id: row.id, hash }, actor), headers: {} }
}

/**
 * Uploads a small file in one call. Its declared size and type are not trusted: bytes are counted and the
 * type is detected.
 */
async function uploadDirect(
  ctx: Context<File['uploadDirect']>,
  query: z.output<File['uploadDirect']['query']>,
  sent: UploadedFile,
) {
  const { app, actor, space } = ctx
  const size = sent.bytes.byteLength
  if (query.filesize > directUploadBytes) throw invalid({ filesize: 'is too large for a direct upload' })
  if (query.filesize !== size) throw invalid({ filesize: `is not the size of the file, ${size}` })
  const row = await reserve(app, { wid: space.wid, uid: actor.uid, filename: query.filename, size })
  if ('reason' in row) return ctx.refuse('storage_full', { ...row })
  try {
    await store(app, row, sent.bytes, '')
  } catch (error) {
    await release(app, row.id)
    throw error
  }
  return { id: row.id, url: getDownloadUrl(app, row.id, actor) }
}

/** For viewers of a space that uses the file, or with a `t` token for this file. */
async function download(ctx: Context<File['download']>, id: string, t: string | undefined) {
  const { app, actor } = ctx
  const right = t === undefined ? ownRight(app, actor, id) : sharedRight(app, id, t)
  if (t !== undefined && !right) return ctx.refuse('code_invalid')
  if (!right || !(await canAccess(app.db.sql, right.uid, id, 'viewer'))) return ctx.refuse('not_found')
  const row = await findStored(app, id)
  if (!row) return ctx.refuse('not_found')
  return { url: right.url, filename: row.filename, type: row.type, size: row.size }
}

/** Download URL, and the account whose access it depends on. */
interface ReadRight {
  readonly uid: string
  readonly url: string
}

const ownRight = (app: App, actor: Actor | null, id: string): ReadRight | null =>
  actor && { uid: actor.uid, url: getDownloadUrl(app, id, actor) }

function sharedRight(app: App, id: string, t: string): ReadRight | null {
  const uid = findTokenMaker(app, id, t)
  return uid === null ? null : { uid, url: sharedUrl(id, t) }
}
