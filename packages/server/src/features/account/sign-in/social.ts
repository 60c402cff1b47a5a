import { urls, type Calls, type SocialProvider } from '@tavla/contract'
import type { z } from 'zod'
import type { Actor, App, Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { SocialStateRow } from '../../../db/tables/accounts.ts'
import { type SocialIdentity, SocialRefused, SocialUnreachable } from '../../../ports/social/port.ts'
import { invalid } from '../../../refusals.ts'
import { hashSecret } from '../../../secrets.ts'
import { audit, type RequestOrigin } from '../../audit/index.ts'
import { getServerSettings } from '../../server-settings/index.ts'
import { detachIdentities, getProviders } from '../identities.ts'
import { getAccount } from '../rows.ts'
import {
  type SocialCallback,
  enterBySocial,
  linkSocial,
  type SocialOutcome,
  upgradeBySocial,
} from './social-outcomes.ts'
import { enqueueNotification } from '../emails/security-notifications.ts'
import { withTrustEnd } from '../trust.ts'
import { storeAppleName, storeState, newState, getProof, takeState } from './social-states.ts'
import { getUser } from '../account-view.ts'

// The calls of the four providers have the same shape, so one type stands for all.
type Start = Calls['auth']['startGoogle']
type Finish = Calls['auth']['finishGoogle']
type Unlink = Calls['auth']['unlinkGoogle']

const returnTo = ({ origin }: App, provider: SocialProvider): string => `${origin}${urls.social(provider)}`

/**
 * The providers offered to this caller: a stand-in admits anyone, so it is offered on this machine only.
 */
export const offeredProviders = (ctx: Pick<Context, 'app' | 'fromHere'>): SocialProvider[] =>
  [...ctx.app.social.keys()].filter((provider) => offeredPort(ctx, provider) !== null)

function offeredPort({ app, fromHere }: Pick<Context, 'app' | 'fromHere'>, provider: SocialProvider) {
  const port = app.social.get(provider)
  return port && (fromHere || !port.standIn) ? port : null
}

/**
 * Returns the provider's URL. The state goes to the tab only and is stored as a hash, with the caller and
 * the purpose.
 */
export async function startSocial(
  ctx: Context<Start>,
  provider: SocialProvider,
  query: z.output<Start['query']>,
) {
  const { app, actor } = ctx
  const port = offeredPort(ctx, provider)
  if (!port || !(await getServerSettings(app.db.sql)).socialSignIn) return ctx.refuse('not_found')
  checkPurpose(query.purpose, actor)
  const state = newState(app)
  const request = { state, ...getProof(app, state), returnTo: returnTo(app, provider) }
  const url = await port.begin(request).catch((error: unknown) => refused(ctx, provider, error))
  const startedBy = query.purpose === 'login' ? null : actor
  const isStored = await storeState(app, state, {
    provider,
    purpose: query.purpose,
    uid: startedBy?.uid ?? null,
    session_id: startedBy?.sessionId ?? null,
    link_hash: query.link === undefined || query.purpose !== 'login' ? null : hashSecret(query.link),
    remember: query.remember ? 1 : 0,
  })
  if (!isStored) throw needsSession(query.purpose)
  return { url, state }
}

function checkPurpose(purpose: SocialStateRow['purpose'], actor: Actor | null): void {
  const needed = { login: null, link: 'full', upgrade: 'guest' } as const
  const kind = needed[purpose]
  if (kind !== null && actor?.kind !== kind) throw needsSession(purpose)
}

const needsSession = (purpose: SocialStateRow['purpose']) =>
  invalid({ purpose: `${purpose} needs the session of a ${purpose === 'link' ? 'full account' : 'guest'}` })

/**
 * Handles the redirect from the provider. A state is valid for one attempt, and an account has to finish
 * what it began.
 */
export async function finishSocial(
  ctx: Context<Finish>,
  provider: SocialProvider,
  body: z.output<Finish['body']>,
) {
  const { app, actor } = ctx
  const port = offeredPort(ctx, provider)
  if (!port) return ctx.refuse('not_found')
  const started = await takeState(app, provider, body.state)
  if (!started || (started.purpose !== 'login' && started.uid !== actor?.uid))
    return ctx.refuse('code_invalid', { reason: 'social' })
  const who = await port
    .finish({ ...body, ...getProof(app, body.state), returnTo: returnTo(app, provider) })
    .catch(async (error: unknown) => {
      if (error instanceof SocialRefused) await app.db.transaction((tx) => auditRefused(ctx, tx, started))
      return refused(ctx, provider, error)
    })
  const outcome = await completeVisit(ctx, started, { ...who, name: who.name ?? started.name })
  if (outcome === 'taken') return ctx.refuse('email_taken')
  if (outcome === 'of-another') return ctx.refuse('email_taken', { reason: 'identity' })
  if (outcome === 'one-already') return ctx.refuse('email_taken', { reason: 'provider' })
  if (outcome === 'wrong') return ctx.refuse('code_invalid', { reason: 'social' })
  if ('link' in outcome) return ctx.refuse('email_taken', { link: outcome.link })
  return outcome
}

function completeVisit(
  visit: Context<Finish>,
  started: SocialStateRow,
  who: SocialIdentity,
): Promise<SocialOutcome> {
  return withTrustEnd(visit.app, async (tx, endTrust) => {
    const outcome = await getOutcome({ visit, tx, endTrust, started, who })
    if (typeof outcome === 'string' || 'link' in outcome) await auditRefused(visit, tx, started)
    return outcome
  })
}

async function getOutcome(back: SocialCallback): Promise<SocialOutcome> {
  const { actor } = back.visit
  const { purpose } = back.started
  if (purpose === 'login') return enterBySocial(back)
  // The account is the same as at the start, as the caller has checked; its kind may have changed since.
  if (purpose === 'link' && actor?.kind === 'full') return linkSocial(back, actor)
  if (purpose === 'upgrade' && actor?.kind === 'guest') return upgradeBySocial(back, actor)
  return 'wrong'
}

/** Logged like a wrong password; the account is known from the session alone. */
function auditRefused(visit: RequestOrigin, tx: Tx, { purpose, provider }: SocialStateRow): Promise<void> {
  const subject = visit.actor?.uid ?? null
  if (purpose === 'login') return audit(visit, tx, { event: 'sign_in.failed', subject, way: provider })
  return audit(visit, tx, { event: 'provider.refused', subject, provider })
}

/** A provider's mistake is not a server error; the reason is logged without names and codes. */
function refused(ctx: Context<Finish> | Context<Start>, provider: SocialProvider, error: unknown): never {
  // Only finishing can be refused as a wrong code.
  const { refuse } = ctx as Context<Finish>
  if (error instanceof SocialRefused) {
    ctx.app.log.warn(`a social sign-in was refused: ${error.message}`, { kind: provider })
    return refuse('code_invalid', { reason: 'social' })
  }
  if (!(error instanceof SocialUnreachable)) throw error
  ctx.app.log.error('a provider of social sign-ins cannot be asked', { kind: provider, error })
  return refuse('internal', { reason: 'social' })
}

/** Removes a provider from the account, unless it is the only sign-in method. */
export async function unlinkSocial(ctx: Context<Unlink>, provider: SocialProvider) {
  const { app, actor } = ctx
  return app.db.transaction(async (tx) => {
    const account = await getAccount(tx, actor.uid)
    const linked = await getProviders(tx, actor.uid)
    const others = linked.filter((one) => one !== provider && app.social.has(one))
    if (linked.includes(provider) && account.password === null && others.length === 0)
      throw invalid({}, 'last')
    await detachIdentities(tx, actor.uid, provider)
    if (linked.includes(provider)) {
      await audit(ctx, tx, { event: 'provider.left', subject: actor.uid, provider })
      await enqueueNotification(ctx, tx, account, { kind: 'provider_left', provider })
    }
    return getUser(tx, account)
  })
}

/** Apple returns its values as a form post: redirects to the same URL by GET, as other providers do. */
export async function appleForm(
  { app }: { readonly app: App },
  form: z.output<Calls['auth']['appleForm']['body']>,
) {
  const { code = '', state = '', error = '', user } = form
  if (state !== '' && user !== undefined) await storeAppleName(app, state, user)
  const announced = Object.entries({ code, state, error }).filter(([, value]) => value !== '')
  // An unpaired surrogate cannot be encoded in a URL.
  const query = Object.fromEntries(announced.map(([name, value]) => [name, value.toWellFormed()]))
  return { location: urls.social('apple', query) }
}
