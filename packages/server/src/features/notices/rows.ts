import type { noticeTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NoticeRow } from '../../db/tables-operation.ts'
import { randomId } from '../../ports/random/values.ts'
import { invitationToken, type Seal } from '../../secrets.ts'
import { promiseLetters } from './promise-letters.ts'

/** What happened, by type: the uids it names, and for our own types some data. */
export type NoticeDraft =
  | { readonly type: 1001 | 1002; readonly user: string }
  | {
      readonly type: 1003
      readonly modifier: string
      readonly modified_user: string
      readonly from_role: string
      readonly to_role: string
    }
  | { readonly type: 1004; readonly user: string; readonly from_user: string }
  | {
      readonly type: Exclude<(typeof noticeTypes)[keyof typeof noticeTypes], 1001 | 1002 | 1003 | 1004>
      readonly user: string | null
      readonly data: Readonly<Record<string, unknown>>
    }

export interface NoticePlace {
  readonly wid: string
  readonly name: string
}

const Details = z.record(z.string(), z.unknown())
const Invitation = z.looseObject({ invitation: z.string() })

/** Writes one notice for each reader. Announce the rows after the commit. */
export async function addNotices(
  app: App,
  tx: Tx,
  place: NoticePlace,
  readers: Iterable<string>,
  draft: NoticeDraft,
): Promise<NoticeRow[]> {
  const { type, ...details } = draft
  const rows = [...new Set(readers)].map((uid) => ({
    id: randomId(app.random),
    uid,
    type,
    wid: place.wid,
    space_name: place.name,
    data: JSON.stringify(details),
    created_at: app.clock.now(),
    read_at: null,
    mailed_at: null,
  }))
  if (rows.length === 0) return rows
  await tx.insertInto('notices').values(rows).execute()
  await promiseLetters(
    app,
    tx,
    rows.map(({ uid }) => uid),
  )
  return rows
}

/** A notice as calls and the socket tell it. */
export function noticeOf({ seal }: Pick<App, 'seal'>, row: NoticeRow): Record<string, unknown> {
  return {
    id: row.id,
    type: row.type,
    wid: row.wid,
    spaceName: row.space_name,
    createdAt: new Date(row.created_at).toISOString(),
    readAt: row.read_at === null ? null : new Date(row.read_at).toISOString(),
    ...withInvite(seal, Details.parse(JSON.parse(row.data))),
  }
}

/** Where an invitation is told, its reader alone gets the token that answers it; the database has only its id. */
function withInvite(seal: Seal, details: z.output<typeof Details>): z.output<typeof Details> {
  const told = Invitation.safeParse(details['data'])
  if (!told.success) return details
  const { invitation, ...data } = told.data
  return { ...details, data: { ...data, invite: invitationToken(seal, invitation) } }
}
