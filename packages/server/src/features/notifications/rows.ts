import type { NotificationType } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NotificationRow } from '../../db/tables/operation.ts'
import { randomId } from '../../ports/random/values.ts'
import { invitationToken, type Cipher } from '../../secrets.ts'
import { enqueueEmails } from './enqueue-emails.ts'

/** A notification by type: the uids it names, and data of our own types. */
export type NotificationDraft =
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
      readonly type: Exclude<NotificationType, 1001 | 1002 | 1003 | 1004>
      readonly user: string | null
      readonly data: Readonly<Record<string, unknown>>
    }

export interface NotificationSource {
  readonly wid: string
  readonly name: string
}

const Details = z.record(z.string(), z.unknown())
const Invitation = z.looseObject({ invitation: z.string() })

/** Writes one notification per reader. Call `announce` with the rows after the commit. */
export async function addNotifications(
  app: App,
  tx: Tx,
  place: NotificationSource,
  readers: Iterable<string>,
  draft: NotificationDraft,
): Promise<NotificationRow[]> {
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
  await enqueueEmails(
    app,
    tx,
    rows.map(({ uid }) => uid),
  )
  return rows
}

/** A notification as calls and the socket return it. */
export function getNotification(
  { cipher }: Pick<App, 'cipher'>,
  row: NotificationRow,
): Record<string, unknown> {
  return {
    id: row.id,
    type: row.type,
    // Notifications about the account have no board.
    wid: row.wid === '' ? null : row.wid,
    spaceName: row.wid === '' ? null : row.space_name,
    createdAt: new Date(row.created_at).toISOString(),
    readAt: row.read_at === null ? null : new Date(row.read_at).toISOString(),
    ...withInvite(cipher, Details.parse(JSON.parse(row.data))),
  }
}

/**
 * In an invite's notification only its reader gets the token that accepts it; the database stores the
 * invite's id.
 */
function withInvite(cipher: Cipher, details: z.output<typeof Details>): z.output<typeof Details> {
  const announced = Invitation.safeParse(details['data'])
  if (!announced.success) return details
  const { invitation, ...data } = announced.data
  return { ...details, data: { ...data, invite: invitationToken(cipher, invitation) } }
}
