import type { App } from '../../../context.ts'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import type { Bucket } from '../../../rate-limits/bucket.ts'
import { storedBucket } from '../../../rate-limits/call-limits.ts'
import { Refused } from '../../../refusals.ts'
import { audit, isKnownSignIn, type RequestOrigin } from '../../audit/index.ts'
import { findAccountByEmail, foldEmail } from '../rows.ts'
import { hasSecondFactor, trySecondFactor } from './second-factor.ts'

interface LoginBuckets {
  /** For one email from one network. */
  readonly own: Bucket
  /** For one network, any email. */
  readonly network: Bucket
  /** For one email from all networks. */
  readonly anywhere: Bucket
}

const loginBuckets = (email: string, network: string): LoginBuckets => ({
  own: storedBucket('login', email, network),
  network: storedBucket('loginNetwork', network),
  anywhere: storedBucket('loginEmail', email),
})

export interface CheckedPassword {
  readonly account: AccountRow
  /** Refunds the attempt after a successful sign-in. */
  settle(): Promise<void>
}

/**
 * Verifies email and password. An unknown email takes as long as a wrong password and gets the same answer.
 * Attempts by others never delay somebody who signs in from a known network.
 */
export async function checkPassword(
  visit: RequestOrigin,
  typed: { readonly email: string; readonly password: string },
): Promise<CheckedPassword> {
  const { app } = visit
  const { sql } = app.db
  const email = foldEmail(typed.email)
  const { own, network, anywhere } = loginBuckets(email, visit.address)
  const account = await findAccountByEmail(sql, email)
  const isKnown = account !== undefined && (await isKnownSignIn(sql, visit, account.uid, 'place'))
  // Counted before the password is verified, so that concurrent attempts cannot exceed the limit.
  const tried = await app.rateLimits.stored.reserve(isKnown ? [own, network] : [own, network, anywhere])
  const { retryAfter } = tried
  if (retryAfter > 0) throw new Refused('too_many_tries', { retryAfter })

  const right = await app.passwords.verify(typed.password, account?.password ?? null)
  if (!account || !right) {
    await app.db.transaction(async (tx) => {
      const event = tried.isLast ? 'sign_in.slowed' : 'sign_in.failed'
      await audit(visit, tx, { event, subject: account?.uid ?? null, way: 'password' })
    })
    throw new Refused('wrong_password')
  }
  return {
    account,
    async settle() {
      await tried.refund()
      await app.rateLimits.stored.clear([own])
    },
  }
}

/** Requires the second factor of an account that has one; a code is accepted once. */
export async function checkSecondFactor(
  visit: RequestOrigin,
  uid: string,
  otp: string | undefined,
): Promise<void> {
  const { app } = visit
  if (!(await hasSecondFactor(app.db.sql, uid))) return
  if (otp === undefined) throw new Refused('code_invalid', { reason: 'otp' })
  const buckets = [storedBucket('secondFactor', uid)]
  const { retryAfter } = await app.rateLimits.stored.reserve(buckets)
  if (retryAfter > 0) throw new Refused('too_many_tries', { retryAfter })
  const right = await app.db.transaction(async (tx) => {
    const done = await trySecondFactor(app, tx, uid, otp)
    if (!done) await audit({ ...visit, actor: null }, tx, { event: 'second_factor.refused', subject: uid })
    return done
  })
  if (!right) throw new Refused('code_invalid', { reason: 'otp' })
  await app.rateLimits.stored.clear(buckets)
}

/** Resets the limits for somebody who proved the address by email, whatever others have tried. */
export async function forgetFailedLogins(app: App, email: string, address: string): Promise<void> {
  const { own, anywhere } = loginBuckets(email, address)
  await app.rateLimits.stored.clear([own, anywhere])
}
