import type { App } from '../../../context.ts'
import type { Sql, Tx } from '../../../db/database.ts'
import { randomId } from '../../../ports/random/values.ts'
import { hashSecret } from '../../../secrets.ts'
import { getServerSettings } from '../../server-settings/index.ts'
import { findStep, toBase32 } from './totp.ts'

const RECOVERY_CODES = 10

/** The database never holds the secret: it is derived from the id and the server's key. */
const getSecret = ({ cipher }: Pick<App, 'cipher'>, id: string): Uint8Array =>
  cipher.derive('second factor', id).subarray(0, 20)

export async function hasSecondFactor(sql: Sql, uid: string): Promise<boolean> {
  const row = await sql
    .selectFrom('second_factors')
    .select('uid')
    .where('uid', '=', uid)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Does the server require a second factor that this administrator has not set up? */
export async function mustSetUpFactor(sql: Sql, uid: string): Promise<boolean> {
  const { requireSecondFactor } = await getServerSettings(sql)
  return requireSecondFactor && !(await hasSecondFactor(sql, uid))
}

/** Creates a secret for an authenticator app; it takes effect once confirmed. */
export async function beginSecondFactor(app: App, tx: Tx, uid: string, account: string) {
  const id = randomId(app.random)
  await tx.deleteFrom('second_factors').where('uid', '=', uid).where('confirmed_at', 'is', null).execute()
  await tx.insertInto('second_factors').values({ uid, id, confirmed_at: null, last_step: 0 }).execute()
  const secret = toBase32(getSecret(app, id))
  const label = encodeURIComponent(`Tavla:${account}`)
  return { secret, url: `otpauth://totp/${label}?secret=${secret}&issuer=Tavla` }
}

/** Accepts a TOTP code once, for a confirmed factor or for one being confirmed. */
export async function tryTotp(
  app: App,
  tx: Tx,
  uid: string,
  code: string,
  of: 'confirmed' | 'begun' = 'confirmed',
): Promise<boolean> {
  const row = await tx
    .selectFrom('second_factors')
    .selectAll()
    .where('uid', '=', uid)
    .where('confirmed_at', of === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
  const step = row && findStep(getSecret(app, row.id), code.replaceAll(' ', ''), app.clock.now())
  if (!row || step === null || step === undefined || step <= row.last_step) return false
  const confirmed_at = row.confirmed_at ?? app.clock.now()
  await tx
    .updateTable('second_factors')
    .set({ last_step: step, confirmed_at })
    .where('uid', '=', uid)
    .execute()
  return true
}

/** Accepts a TOTP code, or a recovery code, which is used up. */
export async function trySecondFactor(app: App, tx: Tx, uid: string, code: string): Promise<boolean> {
  if (await tryTotp(app, tx, uid, code)) return true
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('hash', '=', hashRecovery(uid, code))
    .where('uid', '=', uid)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Spaces, hyphens and case are ignored. */
const hashRecovery = (uid: string, code: string): string =>
  hashSecret(`${uid}\n${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)

/** Replaces the recovery codes; the new ones are shown once. */
export async function renewRecoveryCodes(app: App, tx: Tx, uid: string): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = toBase32(app.random.bytes(10)).toLowerCase()
    return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}-${text.slice(12)}`
  })
  const rows = codes.map((code) => ({ uid, hash: hashRecovery(uid, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

export async function countRecoveryCodes(sql: Sql, uid: string): Promise<number> {
  const row = await sql
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function removeSecondFactor(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('uid', '=', uid).execute()
  await tx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
}
