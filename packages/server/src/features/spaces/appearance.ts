import type { Actor, App, UploadedFile } from '../../context.ts'
import type { Sql } from '../../db/database.ts'
import { foldForSearch } from '../../db/fold.ts'
import type { SpaceRow } from '../../db/tables/spaces.ts'
import { invalid } from '../../refusals.ts'
import { photoKey, storePhoto } from '../account/index.ts'
import { isBuiltIn } from './builtin-photos.ts'
import { builtInPhoto, isStoredPhoto, getSpace } from './space-view.ts'

interface InSpace {
  readonly app: App
  readonly actor: Actor
  readonly space: { readonly wid: string }
}

async function update(sql: Sql, wid: string, changes: Partial<SpaceRow>): Promise<void> {
  await sql.updateTable('spaces').set(changes).where('wid', '=', wid).execute()
}

export async function renameSpace({ app, actor, space }: InSpace, name: string) {
  await update(app.db.sql, space.wid, { name, name_key: foldForSearch(name), updated_at: app.clock.now() })
  return getSpace(app, actor, space.wid)
}

/** Sets an uploaded photo or a built-in one; an upload takes precedence. */
export async function setSpacePhoto(ctx: InSpace, file: UploadedFile | null, builtIn: string | undefined) {
  if (!file && builtIn === undefined) throw invalid({ file: 'or photo is needed' })
  if (!file && !isBuiltIn(builtIn ?? '')) throw invalid({ photo: 'is no built-in photo' })
  const photo = file ? await storePhoto(ctx.app, file) : builtInPhoto(builtIn ?? '')
  if (photo === null) throw invalid({ file: 'is not a picture that can be read' })
  return replacePhoto(ctx, photo, false)
}

export const removeSpacePhoto = (ctx: InSpace, auto: boolean) => replacePhoto(ctx, null, auto)

async function replacePhoto({ app, actor, space }: InSpace, photo: string | null, auto: boolean) {
  const before = await app.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('spaces')
      .select('photo')
      .where('wid', '=', space.wid)
      .executeTakeFirstOrThrow()
    await update(tx, space.wid, { photo, photo_auto: auto ? 1 : 0 })
    return row.photo
  })
  if (isStoredPhoto(before)) await app.files.remove(photoKey(before))
  return getSpace(app, actor, space.wid)
}
