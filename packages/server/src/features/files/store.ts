import type { Readable } from 'node:stream'
import { maxVideoBytes } from '@tavla/contract'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { FileRow } from '../../db/tables/spaces.ts'
import { fileKey, FileTooLarge, type StoredFile } from '../../ports/files/port.ts'
import { randomId } from '../../ports/random/values.ts'
import { getAccountLimits, isWithinLimit, getUsedStorage } from '../billing/index.ts'
import { isNear, enqueueLimitCheck } from '../notifications/index.ts'
import { canAccess } from './permissions.ts'
import { removeLocation } from './remove-location.ts'
import { sniff } from './sniff.ts'

export interface NewFile {
  readonly wid: string
  readonly uid: string
  readonly filename: string
  readonly size: number
}

export interface StorageLimitReached {
  readonly reason: 'storage' | 'file'
  readonly limit: number
  readonly used: number
}

const videoName = /\.(mp4|m4v|mov|webm)$/i

/** Reserves storage for a file, so that concurrent uploads cannot exceed the plan together. */
export async function reserve(app: App, file: NewFile): Promise<FileRow | StorageLimitReached> {
  return app.db.transaction(async (tx) => {
    const { owner } = await tx
      .selectFrom('spaces')
      .select('owner')
      .where('wid', '=', file.wid)
      .executeTakeFirstOrThrow()
    const limits = await getAccountLimits(app, tx, owner)
    // By its name, so that it is refused before its bytes are sent; `keep` goes by what they are.
    if (videoName.test(file.filename) && file.size > maxVideoBytes)
      return { reason: 'file', limit: maxVideoBytes, used: file.size }
    if (!isWithinLimit(limits.fileBytes, 0, file.size))
      return { reason: 'file', limit: limits.fileBytes, used: file.size }
    const used = await getUsedStorage(tx, owner)
    if (!isWithinLimit(limits.storageBytes, used, file.size))
      return { reason: 'storage', limit: limits.storageBytes, used }
    if (isNear(limits.storageBytes, used + file.size))
      await enqueueLimitCheck(app, tx, { wid: file.wid, of: 'storage' })
    return insertFile(app, tx, file)
  })
}

async function insertFile(app: App, tx: Tx, { wid, uid, filename, size }: NewFile): Promise<FileRow> {
  const row: FileRow = {
    id: randomId(app.random),
    uid,
    state: 'reserved',
    filename,
    size,
    type: '',
    hash: '',
    created_at: app.clock.now(),
    stored_at: null,
    unused_since: null,
  }
  await tx.insertInto('files').values(row).execute()
  await tx.insertInto('file_uses').values({ wid, file_id: row.id }).execute()
  return row
}

/**
 * Stores the bytes of a reserved file. False when they differ from the declared hash, or the sender has
 * lost access.
 */
export async function store(
  app: App,
  row: FileRow,
  bytes: Readable | Uint8Array,
  hash: string,
  isStillAllowed: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  return await keep(app, row, await app.files.put(fileKey(row.id), bytes, row.size), hash, isStillAllowed)
}

/** The row of a file whose bytes are stored now; they are deleted again if it is not to be kept. */
async function keep(
  app: App,
  row: FileRow,
  stored: StoredFile,
  hash: string,
  isStillAllowed: () => Promise<boolean>,
): Promise<boolean> {
  if ((hash !== '' && stored.hash !== hash) || !(await isStillAllowed())) {
    await app.files.remove(fileKey(row.id))
    return false
  }
  const type = await sniff(stored.head)
  if (type.startsWith('video/') && stored.size > maxVideoBytes) {
    await app.files.remove(fileKey(row.id))
    throw new FileTooLarge(`A video of ${stored.size} bytes`)
  }
  const cleaned = (await removeLocation(app.files, fileKey(row.id), stored.size, type)) ?? stored
  const metadata = {
    state: 'stored',
    size: cleaned.size,
    hash: cleaned.hash,
    type,
    stored_at: app.clock.now(),
  } as const
  const storedRow = await app.db.sql
    .updateTable('files')
    .set(metadata)
    .where('id', '=', row.id)
    .returning('id')
    .executeTakeFirst()
  // Its space was deleted meanwhile, so the bytes are deleted too.
  if (!storedRow) await app.files.remove(fileKey(row.id))
  return storedRow !== undefined
}

/** Stores a file that a page sent straight to the storage; false when it has not arrived whole. */
async function collect(app: App, row: FileRow): Promise<boolean> {
  try {
    const stored = await app.files.direct?.collect(fileKey(row.id), row.size)
    return stored
      ? await keep(app, row, stored, '', () => canAccess(app.db.sql, row.uid, row.id, 'commenter'))
      : false
  } catch (error) {
    if (error instanceof FileTooLarge) return false
    throw error
  }
}

export const findFile = (app: App, id: string): Promise<FileRow | undefined> =>
  app.db.sql.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

/** A file that was sent straight to the storage is stored when somebody first asks for it; its sender does so at once. */
export async function findStored(app: App, id: string): Promise<FileRow | null> {
  let row = await findFile(app, id)
  if (row?.state === 'reserved') {
    await collect(app, row)
    // Also if another request has just stored it.
    row = await findFile(app, id)
  }
  return row?.state === 'stored' ? row : null
}

export async function release(app: App, id: string): Promise<void> {
  await app.db.sql.deleteFrom('files').where('id', '=', id).where('state', '=', 'reserved').execute()
}
