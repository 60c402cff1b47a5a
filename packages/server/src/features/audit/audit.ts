import { parseUserAgent, type GivenRole, type Role, type SocialProvider } from '@tavla/contract'
import type { Actor, App } from '../../context.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { randomId } from '../../ports/random/values.ts'

/** How somebody signs in. */
export type SignInMethod = 'password' | 'guest' | 'desktop' | SocialProvider

/**
 * Audit events with fixed values only: no field takes text that a person typed, so that no secret can get
 * in.
 */
export type AuditEvent =
  | { readonly event: 'account.made' | 'guest.upgraded' | 'sign_in'; readonly way: SignInMethod }
  /** `slowed`: this failure makes further tries wait. */
  | { readonly event: 'sign_in.failed' | 'sign_in.slowed'; readonly way: SignInMethod }
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

/** An administrator's action, named after the call; details are ids, options and figures. */
export interface AdminEvent {
  readonly event: `admin.${string}`
  readonly [detail: string]: string | number | boolean | null | undefined
}

/** Changes of access to a space. */
export type SpaceEvent =
  | { readonly event: 'member.joined'; readonly role: GivenRole; readonly via: 'link' | 'mail' | 'request' }
  | { readonly event: 'member.left' | 'member.removed' }
  | { readonly event: 'role.changed'; readonly from: Role; readonly to: GivenRole }
  | { readonly event: 'owner.changed'; readonly from: string; readonly by: 'transfer' | 'claim' }
  | { readonly event: 'link.made' | 'link.changed' | 'link.revoked'; readonly role: Role }

/** An event with the account it is about and the space, if any. */
export type AuditEntry = AuditEvent & { readonly subject: string | null; readonly wid?: string }

/** Caller, IP address and user agent of a request, as the handler's context has them. */
export interface RequestOrigin {
  readonly app: App
  readonly actor: Actor | null
  /** Done by the operator at the command line, who has no account. */
  readonly isCommandLine?: boolean
  readonly address: string
  readonly agent: string
}

/** The origin of what the server does by itself. */
export const createServerOrigin = (app: App): RequestOrigin => ({ app, actor: null, address: '', agent: '' })

/** Logs an event in the transaction that causes it, so that both are committed or neither. */
export async function audit(visit: RequestOrigin, tx: Tx, entry: AuditEntry): Promise<void> {
  const { app, actor } = visit
  const { event, subject, wid = null, ...data } = entry
  await tx
    .insertInto('audit')
    .values({
      id: randomId(app.random),
      at: app.clock.now(),
      event,
      actor: visit.isCommandLine ? 'command line' : actor && accountMark(app, actor.uid),
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
 * Pseudonym of an account: its rows can be found with the id, but no row reveals the id. Deleting an
 * account thus needs no change of rows.
 */
export const accountMark = ({ cipher }: App, uid: string): string =>
  cipher.derive('audit account', uid).toString('base64url').slice(0, 22)

/** Events about an account, oldest first. */
export const listEvents = (app: App, uid: string) =>
  app.db.sql
    .selectFrom('audit')
    .select(['event', 'device', 'at'])
    .where('subject', '=', accountMark(app, uid))
    .orderBy('at')
    .execute()

/** Browser and system without versions; empty: unknown. */
export function getDevice(agent: string): string {
  const { browser, system } = parseUserAgent(agent)
  return [browser, system].filter((name) => name !== null).join(', ')
}

/** Keyed: there are so few IP addresses that a plain hash could be reversed. */
const getPosition = ({ app, address }: RequestOrigin): string | null =>
  address === '' ? null : app.cipher.derive('audit place', address).toString('base64url').slice(0, 16)

/** Whether the account has signed in before with such a device or from this IP address. */
export async function isKnownSignIn(
  sql: Sql,
  visit: RequestOrigin,
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
