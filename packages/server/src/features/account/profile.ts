import type { Calls } from '@tavla/contract'
import type { z } from 'zod'
import type { Actor, App, Context, UploadedFile } from '../../context.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import { invalid } from '../../refusals.ts'
import { type ChoiceList, isChoice } from './choices.ts'
import { getPhotoUrl, photoKey, storePhoto } from './photo.ts'
import { getAccount, updateAccount } from './rows.ts'
import { getGuide, getUser } from './account-view.ts'

type User = Calls['user']
interface OwnAccount {
  readonly app: App
  readonly actor: Actor
}

/** Updates the caller's account and returns it. */
export async function change({ app, actor }: OwnAccount, changes: Partial<Omit<AccountRow, 'uid'>>) {
  await updateAccount(app.db.sql, actor.uid, changes)
  return getUser(app.db.sql, await getAccount(app.db.sql, actor.uid))
}

export async function setProfile(
  ctx: Context<User['setProfile']>,
  body: z.output<User['setProfile']['body']>,
) {
  const fieldErrors = new Map<string, string>()
  for (const list of ['occupation', 'staffNum', 'trade'] as const satisfies readonly ChoiceList[]) {
    const id = body[list]
    if (id !== undefined && !isChoice(list, id)) fieldErrors.set(list, 'is not in the list')
  }
  if (fieldErrors.size > 0) throw invalid(Object.fromEntries(fieldErrors))
  const changes = {
    ...(body.occupation === undefined ? {} : { occupation: body.occupation }),
    ...(body.staffNum === undefined ? {} : { staff_num: body.staffNum }),
    ...(body.trade === undefined ? {} : { trade: body.trade }),
    ...(body.lang === undefined ? {} : { lang: body.lang }),
  }
  if (Object.keys(changes).length === 0) {
    const { sql } = ctx.app.db
    return getUser(sql, await getAccount(sql, ctx.actor.uid))
  }
  return change(ctx, changes)
}

export async function setPhoto({ app, actor }: OwnAccount, file: UploadedFile) {
  const id = await storePhoto(app, file)
  if (!id) throw invalid({ file: 'is not a picture that can be read' })
  const before = await replacePhoto({ app, actor }, id)
  if (before) await app.files.remove(photoKey(before))
  return { photo: getPhotoUrl(id) ?? '' }
}

export async function removePhoto(own: OwnAccount) {
  const before = await replacePhoto(own, null)
  if (before) await own.app.files.remove(photoKey(before))
  return { photo: null }
}

/** Returns the previous photo. */
async function replacePhoto({ app, actor }: OwnAccount, photo: string | null): Promise<string | null> {
  return app.db.transaction(async (tx) => {
    const before = await getAccount(tx, actor.uid)
    await updateAccount(tx, actor.uid, { photo })
    return before.photo
  })
}

/** Merges tour steps with the stored ones; at most 4 KiB in total. */
export async function setGuide(
  { app, actor }: OwnAccount,
  steps: Readonly<Record<string, 'done' | 'skipped'>>,
) {
  const guide = await app.db.transaction(async (tx) => {
    const merged = { ...getGuide(await getAccount(tx, actor.uid)), ...steps }
    const text = JSON.stringify(merged)
    if (text.length > 4_096) return null
    await updateAccount(tx, actor.uid, { guide: text })
    return merged
  })
  if (!guide) throw invalid({ body: 'is too large together with the steps known' })
  return { guide }
}
