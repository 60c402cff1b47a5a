import { lifetimes, type SocialProvider } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../../context.ts'
import type { SocialStateRow } from '../../../db/tables/accounts.ts'
import { getName } from '../../../ports/social/name.ts'
import { randomSecret } from '../../../ports/random/values.ts'
import { hashSecret } from '../../../secrets.ts'
import { hasSession } from './sessions.ts'

export type NewSocialState = Pick<
  SocialStateRow,
  'provider' | 'purpose' | 'uid' | 'session_id' | 'link_hash' | 'remember'
>

/**
 * Nonce and verifier are derived from the state and the server's key, so that a database dump cannot finish
 * a sign-in.
 */
export const getProof = ({ cipher }: App, state: string) => ({
  nonce: cipher.derive('social nonce', state).toString('base64url'),
  verifier: cipher.derive('social verifier', state).toString('base64url'),
})

export const newState = (app: App): string => randomSecret(app.random, 'o')

/** False when the session that began it has ended. */
export async function storeState(app: App, state: string, beginning: NewSocialState): Promise<boolean> {
  const expires_at = app.clock.now() + lifetimes.socialStateMs
  return app.db.transaction(async (tx) => {
    if (beginning.session_id !== null && !(await hasSession(tx, beginning.session_id))) return false
    await tx
      .insertInto('social_states')
      .values({ ...beginning, hash: hashSecret(state), name: null, expires_at })
      .execute()
    return true
  })
}

/** Valid once, for its own provider and until it expires. */
export async function takeState(
  app: App,
  provider: SocialProvider,
  state: string,
): Promise<SocialStateRow | null> {
  const row = await app.db.sql
    .deleteFrom('social_states')
    .where('hash', '=', hashSecret(state))
    .returningAll()
    .executeTakeFirst()
  return row && row.provider === provider && row.expires_at > app.clock.now() ? row : null
}

const AppleUser = z.object({
  name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }),
})

/** Apple sends the name beside the code, once only; it is stored with the state until the redirect. */
export async function storeAppleName(app: App, state: string, user: string): Promise<void> {
  const parsed = AppleUser.safeParse(getJson(user))
  const name = parsed.success ? getName(`${parsed.data.name.firstName} ${parsed.data.name.lastName}`) : null
  if (name === null) return
  await app.db.sql
    .updateTable('social_states')
    .set({ name })
    .where('hash', '=', hashSecret(state))
    .where('provider', '=', 'apple')
    .execute()
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
