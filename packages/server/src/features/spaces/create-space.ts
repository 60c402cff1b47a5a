import type { Change } from '@tavla/canvas/model'
import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Actor, App, Context, Refuse } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { foldForSearch } from '../../db/fold.ts'
import { randomId } from '../../ports/random/values.ts'
import {
  getAccountLimits,
  isWithinLimit,
  getSpaceStorage,
  countOwnSpaces,
  getUsedStorage,
} from '../billing/index.ts'
import { enqueueSnapshot } from '../boards/index.ts'
import { enqueueLimitCheck } from '../notifications/index.ts'
import { getChanges, findTemplate } from '../templates/index.ts'
import { eraseSpace } from './erase-space.ts'
import { getSpace } from './space-view.ts'

type Space = Calls['space']

export interface NewSpace {
  readonly wid: string
  readonly name: string
  readonly owner: string
}

/** Inserts the space without members: nobody sees it yet. */
export async function insertSpace(app: App, tx: Tx, { wid, name, owner }: NewSpace): Promise<void> {
  const now = app.clock.now()
  await tx
    .insertInto('spaces')
    .values({
      wid,
      name,
      name_key: foldForSearch(name),
      owner,
      successor: null,
      photo: null,
      photo_auto: 1,
      thumb: null,
      access_version: 1,
      created_at: now,
      updated_at: now,
      archived_at: null,
      trashed_at: null,
    })
    .execute()
}

export async function insertOwner(
  app: App,
  tx: Tx,
  { wid, owner }: NewSpace,
  folder: string | null,
): Promise<void> {
  const row = {
    wid,
    uid: owner,
    role: 'owner',
    via: 'owner',
    joined_at: app.clock.now(),
    starred: 0,
    folder,
    color: 0,
  } as const
  await tx
    .insertInto('members')
    .values({ ...row, active_at: null, opened_at: null })
    .execute()
}

/** The limit that prevents another own space, or null. */
export async function findFullSpaces(
  app: App,
  sql: Sql,
  uid: string,
): Promise<{ limit: number; used: number } | null> {
  const limit = (await getAccountLimits(app, sql, uid)).spaces
  const used = await countOwnSpaces(sql, uid)
  return isWithinLimit(limit, used, 1) ? null : { limit, used }
}

/** A guest owns one trial space in total, also while it is in the trash. */
const hasTrialSpace = async (sql: Sql, uid: string) =>
  (await sql.selectFrom('spaces').select('wid').where('owner', '=', uid).executeTakeFirst()) !== undefined

export async function createSpace(ctx: Context<Space['create']>, body: z.output<Space['create']['body']>) {
  const { app, actor } = ctx
  const template = body.template === undefined ? null : findTemplate(body.template)
  if (body.template !== undefined && !template) return ctx.refuse('not_found')
  const space = { wid: randomId(app.random), name: body.name, owner: actor.uid }
  const refusal = await app.db.transaction(async (tx) => {
    if (actor.kind === 'guest' && (await hasTrialSpace(tx, actor.uid))) return 'guest'
    const full = await findFullSpaces(app, tx, actor.uid)
    if (full) return full
    if (body.folder !== undefined && !(await isMyFolder(tx, actor.uid, body.folder))) return 'folder'
    await insertSpace(app, tx, space)
    await insertOwner(app, tx, space, body.folder ?? null)
    await enqueueLimitCheck(app, tx, { wid: space.wid, of: 'spaces' })
    return null
  })
  if (refusal === 'guest') return ctx.refuse('guest_not_allowed')
  if (refusal === 'folder') return ctx.refuse('not_found')
  if (refusal) return ctx.refuse('limit_reached', refusal)
  if (template) await insertTemplate(app, space, getChanges(template, actor.lang))
  return getSpace(app, actor, space.wid)
}

/** Inserts the template's elements as edits of the owner; if that fails, so does the call. */
async function insertTemplate(app: App, { wid, owner }: NewSpace, changes: readonly Change[]): Promise<void> {
  try {
    await app.boards.change(wid, owner, changes)
  } catch (error) {
    await app.db.transaction((tx) => eraseSpace(app, tx, wid))
    app.push.accessChanged(wid)
    throw error
  }
}

const isMyFolder = async (sql: Sql, uid: string, id: string) =>
  (await sql
    .selectFrom('folders')
    .select('id')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined

interface Duplicating {
  readonly app: App
  readonly actor: Actor
  readonly refuse: Refuse<'limit_reached'>
}

/**
 * Creates an own copy of a space with board and files. It becomes visible only when its board is complete.
 */
export async function duplicateSpace(
  { app, actor, refuse }: Duplicating,
  from: string,
  name: string | undefined,
) {
  const original = await app.db.sql
    .selectFrom('spaces')
    .select('name')
    .where('wid', '=', from)
    .executeTakeFirstOrThrow()
  const space = { wid: randomId(app.random), name: name ?? copyName(original.name), owner: actor.uid }
  const full = await app.db.transaction(async (tx) => {
    const left =
      (await findFullSpaces(app, tx, actor.uid)) ?? (await findFullStorage(app, tx, from, actor.uid))
    if (!left) {
      await insertSpace(app, tx, space)
      await insertFileUses(tx, from, space.wid)
    }
    return left
  })
  if (full) return refuse('limit_reached', full)
  try {
    await app.boards.copy(from, space.wid, actor.uid)
    const over = await app.db.transaction((tx) => finishCopy(app, tx, from, space))
    if (over) refuse('limit_reached', over)
    await enqueueSnapshot(app, space.wid, app.clock.now())
  } catch (error) {
    await app.db.sql.deleteFrom('spaces').where('wid', '=', space.wid).execute()
    throw error
  }
  return getSpace(app, actor, space.wid)
}

/** Files added while the board was copied are added to the copy, as far as the plan allows. */
async function finishCopy(app: App, tx: Tx, from: string, { wid, name, owner }: NewSpace) {
  const limit = (await getAccountLimits(app, tx, owner)).storageBytes
  const before = await getUsedStorage(tx, owner)
  await insertFileUses(tx, from, wid)
  const used = await getUsedStorage(tx, owner)
  if (used > before && !isWithinLimit(limit, used, 0))
    return { reason: 'storage' as const, limit, used: before }
  await insertOwner(app, tx, { wid, name, owner }, null)
  await enqueueLimitCheck(app, tx, { wid, of: 'spaces' })
  await enqueueLimitCheck(app, tx, { wid, of: 'storage' })
  return null
}

/** The storage limit that a copy's files would exceed, or null. */
async function findFullStorage(app: App, sql: Sql, from: string, uid: string) {
  const limit = (await getAccountLimits(app, sql, uid)).storageBytes
  const [used, more] = [await getUsedStorage(sql, uid), await getSpaceStorage(sql, from)]
  return more === 0 || isWithinLimit(limit, used, more) ? null : { reason: 'storage' as const, limit, used }
}

async function insertFileUses(tx: Tx, from: string, to: string): Promise<void> {
  const uses = tx
    .selectFrom('file_uses')
    .select((eb) => [eb.val(to).as('wid'), 'file_id'])
    .where('wid', '=', from)
  await tx
    .insertInto('file_uses')
    .columns(['wid', 'file_id'])
    .expression(uses)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const copyName = (name: string): string => `${name.slice(0, 73)} (copy)`
