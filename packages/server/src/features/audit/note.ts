import { agentName, type GivenRole, type Role, type SocialProvider } from '@tavla/contract'
import type { Actor, App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { randomId } from '../../ports/random/values.ts'

/** How somebody comes in. */
export type Way = 'password' | 'guest' | 'desktop' | SocialProvider

/** What is noted, with words of ours only: no field takes what a person typed, so no secret can get in. */
export type AuditEvent =
  | { readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'; readonly way: Way }
  /** `slowed`: this failure makes further tries wait. */
  | { readonly event: 'sign_in.failed' | 'sign_in.slowed'; readonly way: Way }
  | { readonly event: 'sign_out' }
  | { readonly event: 'session.ended'; readonly which: 'one' | 'others' }
  | { readonly event: 'password.asked' | 'password.reset' | 'password.changed' }
  | { readonly event: 'password.refused' | 'password.slowed' }
  | { readonly event: 'code.refused'; readonly purpose: 'address' | 'delete' }
  | { readonly event: 'email.changed' | 'email.verified' }
  | {
      readonly event: 'provider.joined' | 'provider.left' | 'provider.refused'
      readonly provider: SocialProvider
    }
  | { readonly event: 'desktop.approved' }
  | { readonly event: 'data.exported' }
  | { readonly event: 'account.deleted'; readonly by: 'person' | 'server' | 'administrator' }
  | { readonly event: 'second_factor.refused' }
  | AdminEvent
  | SpaceEvent

/** What an administrator did, named after the call; the details are ids, choices and figures. */
export interface AdminEvent {
  readonly event: `admin.${string}`
  readonly [detail: string]: string | number | boolean | null | undefined
}

/** Who may do what in a space, and by which ways people get in. */
export type SpaceEvent =
  | { readonly event: 'member.joined'; readonly role: GivenRole; readonly via: 'link' | 'mail' | 'request' }
  | { readonly event: 'member.left' | 'member.removed' }
  | { readonly event: 'role.changed'; readonly from: Role; readonly to: GivenRole }
  | { readonly event: 'owner.changed'; readonly from: string; readonly by: 'transfer' | 'claim' }
  | { readonly event: 'link.made' | 'link.changed' | 'link.revoked'; readonly role: Role }

/** The account it is about, and the space, if any. */
export type AuditEntry = AuditEvent & { readonly subject: string | null; readonly wid?: string }

/** Who is here, as every handler's context tells. */
export interface Visit {
  readonly app: App
  readonly actor: Actor | null
  readonly address: string
  readonly agent: string
}

/** What the server does by itself. */
export const byItself = (app: App): Visit => ({ app, actor: null, address: '', agent: '' })

/** Notes an event in the transaction that makes it true: both are kept, or neither. */
export async function audit(visit: Visit, tx: Tx, entry: AuditEntry): Promise<void> {
  const { app, actor } = visit
  const { event, subject, wid = null, ...data } = entry
  await tx
    .insertInto('audit')
    .values({
      id: randomId(app.random),
      at: app.clock.now(),
      event,
      actor: actor && accountMark(app, actor.uid),
      subject: subject === null ? null : accountMark(app, subject),
      wid,
      device: visit.address === '' ? null : getDevice(visit.agent),
      place: getPosition(visit),
      data: JSON.stringify(data),
      seq: null,
      seal: null,
    })
    .execute()
}

/**
 * Stands for an account here: who has its id can find its rows, and no row tells the id. So people who are gone are
 * forgotten without a row being changed.
 */
export const accountMark = ({ cipher }: App, uid: string): string =>
  cipher.derive('audit account', uid).toString('base64url').slice(0, 22)

/** What was noted about an account, oldest first. */
export const eventsAbout = (app: App, uid: string) =>
  app.db.sql
    .selectFrom('audit')
    .select(['event', 'device', 'at'])
    .where('subject', '=', accountMark(app, uid))
    .orderBy('at')
    .execute()

/** Browser and system, which stay the same when either is brought up to date; empty: neither is known. */
export function getDevice(agent: string): string {
  const { browser, system } = agentName(agent)
  return [browser, system].filter((name) => name !== null).join(', ')
}

/** Keyed, since there are so few network addresses that a plain hash of one can be looked up. */
const getPosition = ({ app, address }: Visit): string | null =>
  address === '' ? null : app.cipher.derive('audit place', address).toString('base64url').slice(0, 16)

/** Has this account come in before, with such a device or from this network address? */
export async function isSignIn(
  sql: Sql,
  visit: Visit,
  uid: string,
  by: 'device' | 'place',
): Promise<boolean> {
  const known = by === 'device' ? getDevice(visit.agent) : getPosition(visit)
  const row = await sql
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', accountMark(visit.app, uid))
    .where('event', 'in', ['account.made', 'guest.upgraded', 'sign_in'])
    .where(by, '=', known)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
