import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { getLimits } from '../billing/index.ts'
import { authorize } from './space-access.ts'
import { removeSpacePhoto, renameSpace, setSpacePhoto } from './appearance.ts'
import { builtInPhotos } from './builtin-photos.ts'
import { createSpace, duplicateSpace } from './create-space.ts'
import { listFolders, setFolders } from './folders.ts'
import { listSpaces } from './list-spaces.ts'
import { removeSpace, restoreSpace } from './trash.ts'
import { getSpace } from './space-view.ts'

type Space = Calls['space']

export const space = {
  list: (ctx, { query }) => listSpaces(ctx, query),
  create: (ctx, { body }) => createSpace(ctx, body),
  info: ({ app, actor, space: { wid } }) => getSpace(app, actor, wid),
  remove: (ctx, { query }) => removeSpace(ctx, query.forever),
  restore: (ctx) => restoreSpace(ctx),
  duplicate: (ctx, { body }) => duplicateSpace(ctx, ctx.space.wid, body.name),
  async star({ app, actor, space: { wid } }, { body: { on } }) {
    const mine = app.db.sql.updateTable('members').where('wid', '=', wid).where('uid', '=', actor.uid)
    await mine.set({ starred: on ? 1 : 0 }).execute()
    return getSpace(app, actor, wid)
  },
  async archive({ app, actor, space: { wid } }, { body: { on } }) {
    const archived_at = on ? app.clock.now() : null
    await app.db.sql.updateTable('spaces').set({ archived_at }).where('wid', '=', wid).execute()
    return getSpace(app, actor, wid)
  },
  folders: (ctx) => listFolders(ctx),
  setFolders: (ctx, { body }) => setFolders(ctx, body.list),
  rename: (ctx, { body }) => renameSpace(ctx, body.name),
  setPhoto: (ctx, { body, file }) => setSpacePhoto(ctx, file, body.photo),
  builtInPhotos: () => Promise.resolve({ list: builtInPhotos(), total: builtInPhotos().length }),
  removePhoto: (ctx, { query }) => removeSpacePhoto(ctx, query.auto),
  /** For a space: its owner's plan, readable by every member. */
  async limits({ app, actor, refuse }, { query: { wid } }) {
    if (wid === undefined) return getLimits(app, actor.uid, null)
    const access = await authorize(app.db.sql, actor.uid, wid)
    if (!access || access.trashed) return refuse('not_found')
    const { owner } = await app.db.sql
      .selectFrom('spaces')
      .select('owner')
      .where('wid', '=', wid)
      .executeTakeFirstOrThrow()
    return getLimits(app, owner, wid)
  },
} satisfies Handlers<
  Pick<
    Space,
    | 'list'
    | 'create'
    | 'info'
    | 'remove'
    | 'restore'
    | 'duplicate'
    | 'star'
    | 'archive'
    | 'folders'
    | 'setFolders'
    | 'rename'
    | 'setPhoto'
    | 'builtInPhotos'
    | 'removePhoto'
    | 'limits'
  >
>
