import type { Calls, Member } from '@tavla/contract'
import type { z } from 'zod'
import type { App, Context } from '../../context.ts'
import { foldForSearch } from '../../db/fold.ts'
import type { InvitationRow, MemberRow } from '../../db/tables/spaces.ts'
import { type PersonRow, getPerson, getTime, timeOrNull } from '../account/index.ts'
import { canManageSpace } from './policy.ts'

type Members = Calls['space']['members']
type MemberView = z.input<typeof Member>

const RANK = ['owner', 'admin', 'editor', 'contributor', 'commenter', 'viewer']

/**
 * Members by role and name; only admins see and search email addresses. Paged in memory: the largest space
 * of a plan is small.
 */
export async function listMembers(
  { app, actor, space }: Context<Members>,
  query: z.output<Members['query']>,
) {
  const { wid } = space
  const leads = canManageSpace(space.role)
  const words = foldForSearch(query.key)
  const matches = (view: MemberView) =>
    (query.role === undefined || view.role === query.role) &&
    (query.kind === undefined || view.kind === query.kind) &&
    (query.group === undefined || view.groups.includes(query.group)) &&
    (words === '' || foldForSearch(`${view.name}\n${view.email ?? ''}`).includes(words))

  const collator = new Intl.Collator(actor.lang.replaceAll('_', '-'))
  const members = (await memberViews(app, wid, { uid: actor.uid, leads }))
    .filter(matches)
    .sort((a, b) => RANK.indexOf(a.role) - RANK.indexOf(b.role) || collator.compare(a.name, b.name))
  if (!query.all) {
    return { list: members.slice(query.start, query.start + query.limit), total: members.length }
  }
  const invited = await app.db.sql
    .selectFrom('invitations')
    .selectAll()
    .where('wid', '=', wid)
    .orderBy('created_at')
    .execute()
  const seen = invited.filter(({ inviter }) => leads || inviter === actor.uid)
  const list = [...members, ...seen.map(pendingView).filter(matches)]
  return { list, total: list.length }
}

/** One member as this reader sees them. */
export async function memberView(app: App, wid: string, uid: string, reader: Reader): Promise<MemberView> {
  const view = (await memberViews(app, wid, reader, uid))[0]
  if (!view) throw new Error(`${uid} is no member of ${wid}`)
  return view
}

export interface Reader {
  readonly uid: string
  readonly leads: boolean
}

async function memberViews(app: App, wid: string, reader: Reader, only?: string): Promise<MemberView[]> {
  const { sql } = app.db
  let query = sql
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.uid', 'members.uid')
    .select(['accounts.uid', 'accounts.name', 'accounts.photo', 'accounts.kind', 'accounts.email'])
    .select(['members.role', 'members.active_at', 'members.joined_at'])
    .where('members.wid', '=', wid)
  if (only !== undefined) query = query.where('members.uid', '=', only)
  const rows = await query.execute()
  const places = await sql
    .selectFrom('group_members')
    .select(['uid', 'group_id'])
    .where('wid', '=', wid)
    .execute()
  const groupsByUid = Map.groupBy(places, ({ uid }) => uid)
  const people = (await app.push.listOnline([wid])).get(wid) ?? []
  const online = new Set(people.map(({ uid }) => uid))
  const { successor } = await sql
    .selectFrom('spaces')
    .select('successor')
    .where('wid', '=', wid)
    .executeTakeFirstOrThrow()
  return rows.map((row) => {
    const groups = (groupsByUid.get(row.uid) ?? []).map(({ group_id }) => group_id)
    return getView(row, {
      withEmail: reader.leads || row.uid === reader.uid,
      groups,
      online: online.has(row.uid),
      successor: reader.leads && row.uid === successor,
    })
  })
}

type Joined = PersonRow & Pick<MemberRow, 'role' | 'active_at' | 'joined_at'>

interface MemberContext {
  readonly withEmail: boolean
  readonly groups: string[]
  readonly online: boolean
  readonly successor: boolean
}

function getView(row: Joined, context: MemberContext): MemberView {
  const { uid, name, photo, email, kind } = getPerson(row, context)
  return {
    uid,
    name,
    photo,
    email,
    kind,
    role: row.role,
    groups: context.groups,
    online: context.online,
    lastActiveAt: timeOrNull(row.active_at),
    joinedAt: getTime(row.joined_at),
    pending: false,
    invitedAt: null,
    successor: context.successor,
  }
}

type PendingRow = Pick<InvitationRow, 'email' | 'role' | 'created_at'>

export function pendingView({ email, role, created_at }: PendingRow): MemberView {
  return {
    uid: null,
    name: email,
    photo: null,
    email,
    kind: 'full',
    role,
    groups: [],
    online: false,
    lastActiveAt: null,
    joinedAt: null,
    pending: true,
    invitedAt: getTime(created_at),
    successor: false,
  }
}
