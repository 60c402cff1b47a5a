import { isAtLeast, type Space } from '@tavla/contract'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import type { MemberRow, SpaceRow } from '../../db/tables-spaces.ts'
import { personOf, photoAddress, timeOf, timeOrNull } from '../account/index.ts'
import { editedAt } from './activity.ts'
import { builtInAddress } from './builtin-photos.ts'

type SpaceView = z.input<typeof Space>

const BUILT_IN = 'builtin:'

export const spacePhoto = (photo: string | null): string | null =>
  photo?.startsWith(BUILT_IN) ? builtInAddress(photo.slice(BUILT_IN.length)) : photoAddress(photo)

export const builtInPhoto = (id: string): string => `${BUILT_IN}${id}`
export const isStoredPhoto = (photo: string | null): photo is string =>
  photo !== null && !photo.startsWith(BUILT_IN)

/** Spaces as one of their members sees them, in the order of the ids; ids that are not theirs are left out. */
export async function spacesOf(app: App, uid: string, wids: readonly string[]): Promise<SpaceView[]> {
  if (wids.length === 0) return []
  const { sql } = app.db
  const rows = await sql
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.wid', 'members.wid')
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
  const ownerIds = [...new Set(rows.map(({ owner }) => owner))]
  const owners = await sql
    .selectFrom('accounts')
    .select(['uid', 'name', 'photo', 'kind', 'email'])
    .where('uid', 'in', ownerIds.length > 0 ? ownerIds : [''])
    .execute()
  const edited = await editedAt(sql, wids)
  const ownerOf = new Map(owners.map((owner) => [owner.uid, owner]))
  const countOf = new Map(counts.map(({ wid, count }) => [wid, count]))
  const views = new Map(
    rows.map((row) => {
      const owner = ownerOf.get(row.owner)
      if (!owner) throw new Error(`The space ${row.wid} has no owner`)
      const withEmail = owner.uid === uid || isAtLeast(row.role, 'admin')
      const updatedAt = Math.max(row.updated_at, edited.get(row.wid) ?? 0)
      const facts = { owner: personOf(owner, { withEmail }), members: countOf.get(row.wid) ?? 0, updatedAt }
      return [row.wid, viewOf(app, row, facts)]
    }),
  )
  return wids.flatMap((wid) => views.get(wid) ?? [])
}

export async function spaceOf(app: App, uid: string, wid: string): Promise<SpaceView> {
  const [view] = await spacesOf(app, uid, [wid])
  if (!view) throw new Error(`${uid} is no member of ${wid}`)
  return view
}

type Joined = SpaceRow & Pick<MemberRow, 'role' | 'starred' | 'folder' | 'opened_at'>

interface Facts extends Pick<SpaceView, 'owner' | 'members'> {
  readonly updatedAt: number
}

function viewOf(app: App, row: Joined, { owner, members, updatedAt }: Facts): SpaceView {
  return {
    wid: row.wid,
    name: row.name,
    photo: spacePhoto(row.photo),
    photoAuto: row.photo_auto === 1,
    owner,
    role: row.role,
    members,
    online: [...new Set(app.push.online(row.wid).map(({ uid }) => uid))],
    thumb: row.thumb,
    folder: row.folder,
    starred: row.starred === 1,
    archived: row.archived_at !== null,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(updatedAt),
    openedAt: timeOrNull(row.opened_at),
    trashedAt: timeOrNull(row.trashed_at),
  }
}
