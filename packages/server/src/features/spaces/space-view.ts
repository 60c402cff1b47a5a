import { isAtLeast, type Space } from '@tavla/contract'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { MemberRow, SpaceRow } from '../../db/tables/spaces.ts'
import { getPerson, getPhotoUrl, getTime, timeOrNull, type UrlHolder } from '../account/index.ts'
import { getThumbnailUrl } from '../boards/index.ts'
import { getChangeTime, withEdits } from './activity.ts'
import { builtInUrl } from './builtin-photos.ts'

type SpaceView = z.input<typeof Space>

const BUILT_IN = 'builtin:'

/** Id of a built-in photo; null for a stored one. */
export const builtInId = (photo: string | null): string | null =>
  photo?.startsWith(BUILT_IN) ? photo.slice(BUILT_IN.length) : null

export function spacePhoto(photo: string | null): string | null {
  const builtIn = builtInId(photo)
  return builtIn === null ? getPhotoUrl(photo) : builtInUrl(builtIn)
}

export const builtInPhoto = (id: string): string => `${BUILT_IN}${id}`
export const isStoredPhoto = (photo: string | null): photo is string =>
  photo !== null && !photo.startsWith(BUILT_IN)

/** Spaces as one of their members sees them, in the order of the ids; other ids are left out. */
export async function getSpaces(app: App, reader: UrlHolder, wids: readonly string[]): Promise<SpaceView[]> {
  if (wids.length === 0) return []
  const { uid } = reader
  const { sql } = app.db
  const rows = await withEdits(sql.selectFrom('members').innerJoin('spaces', 'spaces.wid', 'members.wid'))
    .selectAll('spaces')
    .select(['members.role', 'members.starred', 'members.folder', 'members.opened_at'])
    .where('members.uid', '=', uid)
    .where('members.wid', 'in', wids)
    .execute()
  const counts = await sql
    .selectFrom('members')
    .select((eb) => ['wid', eb.fn.countAll<number>().as('count')])
    .where('wid', 'in', wids)
    .groupBy('wid')
    .execute()
  const named = [...new Set(rows.flatMap(({ owner, editor }) => (editor === null ? owner : [owner, editor])))]
  const people = await sql
    .selectFrom('accounts')
    .select(['uid', 'name', 'photo', 'kind', 'email'])
    .where('uid', 'in', named.length > 0 ? named : [''])
    .execute()
  const peopleByUid = new Map(people.map((person) => [person.uid, person]))
  const countsByWid = new Map(counts.map(({ wid, count }) => [wid, count]))
  const online = await app.push.listOnline(rows.map(({ wid }) => wid))
  const views = new Map(
    rows.map((row) => {
      const owner = peopleByUid.get(row.owner)
      if (!owner) throw new Error(`The space ${row.wid} has no owner`)
      const withEmail = owner.uid === uid || isAtLeast(row.role, 'admin')
      const editor = row.edited === null ? undefined : peopleByUid.get(row.editor ?? '')
      const parts = {
        owner: getPerson(owner, { withEmail }),
        members: countsByWid.get(row.wid) ?? 0,
        updatedAt: getChangeTime(row),
        online: [...new Set(online.get(row.wid)?.map((tab) => tab.uid))],
        ...(editor ? { changedBy: { uid: editor.uid, name: editor.name } } : {}),
      }
      return [row.wid, getView(app, reader, row, parts)]
    }),
  )
  return wids.flatMap((wid) => views.get(wid) ?? [])
}

export async function getSpace(app: App, reader: UrlHolder, wid: string): Promise<SpaceView> {
  const [view] = await getSpaces(app, reader, [wid])
  if (!view) throw new Error(`${reader.uid} is no member of ${wid}`)
  return view
}

type Joined = SpaceRow & Pick<MemberRow, 'role' | 'starred' | 'folder' | 'opened_at'>

interface SpaceContext extends Pick<SpaceView, 'owner' | 'members' | 'changedBy' | 'online'> {
  readonly updatedAt: number
}

/** An uploaded photo, a built-in one, or one generated from the board's thumbnail. */
function getPhoto(app: App, reader: UrlHolder, { wid, photo, photo_auto, thumb }: SpaceRow): string | null {
  const own = spacePhoto(photo)
  return own === null && photo_auto === 1 && thumb !== null
    ? getThumbnailUrl(app, { kind: 'photo', wid, id: thumb }, reader)
    : own
}

function getView(
  app: App,
  reader: UrlHolder,
  row: Joined,
  { owner, members, updatedAt, changedBy, online }: SpaceContext,
): SpaceView {
  const { wid, thumb } = row
  return {
    wid,
    name: row.name,
    photo: getPhoto(app, reader, row),
    photoAuto: row.photo_auto === 1,
    owner,
    role: row.role,
    members,
    online,
    thumb: thumb === null ? null : getThumbnailUrl(app, { kind: 'picture', wid, id: thumb }, reader),
    folder: row.folder,
    starred: row.starred === 1,
    archived: row.archived_at !== null,
    createdAt: getTime(row.created_at),
    updatedAt: getTime(updatedAt),
    ...(changedBy ? { changedBy } : {}),
    openedAt: timeOrNull(row.opened_at),
    trashedAt: timeOrNull(row.trashed_at),
  }
}
