import { type Client, lifetimes } from '@tavla/contract'
import type { AllCalls } from '@tavla/contract/admin'
import type { TestServer } from './test-server.ts'

/** Somebody who is signed in, with a client of their own. */
export interface Someone {
  readonly uid: string
  readonly email: string
  readonly token: string
  readonly call: Client<AllCalls>
}

export const PASSWORD = 'correct horse battery'

/** Registers a person; `verified` also enters the mailed code. */
export async function person(
  server: TestServer,
  name: string,
  options: { verified?: boolean } = {},
): Promise<Someone> {
  const email = `${name.toLowerCase()}@example.com`
  const { token, user } = await server.as(null).auth.register({ body: { email, password: PASSWORD, name } })
  const call = server.as(token)
  if (options.verified) await call.user.setEmail({ body: { email, code: await createCode(server, email) } })
  return { uid: user.uid, email, token, call }
}

/** The same person with a new session, for tests in which days pass. */
export async function signedInAgain(server: TestServer, who: Someone): Promise<Someone> {
  const { token } = await server.as(null).auth.login({ body: { email: who.email, password: PASSWORD } })
  return { ...who, token, call: server.as(token) }
}

export async function guest(
  server: TestServer,
  name = 'Guest',
): Promise<Someone & { readonly secret: string }> {
  const uid = `guest-${name.toLowerCase()}-0123456789`
  const { token, user, secret } = await server.as(null).auth.guestLogin({ query: { uid }, body: { name } })
  return { uid: user.uid, email: '', token, call: server.as(token), secret: secret ?? '' }
}

/** The newest code that was mailed to an address. */
export async function createCode(server: TestServer, email: string): Promise<string> {
  const emails = await server.emails()
  const code = emails
    .filter(({ to }) => to === email)
    .map(({ text }) => /Your code: (\d{6})/.exec(text)?.[1])[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}

/** Makes a space and lets people in with roles, by links. */
export async function createSpace(
  owner: Someone,
  name: string,
  roles: Readonly<Record<string, readonly [Someone, Role]>> = {},
) {
  const space = await owner.call.space.create({ body: { name } })
  for (const [who, role] of Object.values(roles)) {
    const { token } = await owner.call.space.inviteLink({ query: { wid: space.wid, role } })
    await who.call.space.acceptInvite({ body: { token } })
  }
  return space.wid
}

type Role = 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer'

/** The code of a refusal, or 200. */
export async function getCode(call: Promise<unknown>): Promise<number> {
  try {
    await call
    return 200
  } catch (error) {
    if (error instanceof Error && 'code' in error) return Number(error.code)
    throw error
  }
}

/** What opens no call: a session that was ended and one whose time is over, and secrets that are good for something else. */
export async function deadTokens(server: TestServer): Promise<readonly string[]> {
  const over = await person(server, 'Over')
  server.clock.advance(lifetimes.sessionMs)
  const ended = await person(server, 'Ended')
  const { ticket } = await ended.call.space.liveTicket()
  const body = { challenge: 'a'.repeat(43), state: 's', via: 'scheme' } as const
  const { code } = await ended.call.auth.approveDesktop({ body })
  const { wid } = await ended.call.space.create({ body: { name: 'Left behind' } })
  const link = await ended.call.space.inviteLink({ query: { wid, role: 'viewer' } })
  const { secret } = await guest(server, 'Secretive')
  await server.as(null).auth.forgetPassword({ body: { email: ended.email } })
  const emails = (await server.emails()).map(({ text }) => /token=(\S+)/.exec(text)?.[1])
  await ended.call.auth.logout()
  return [over.token, ended.token, ticket, code, link.token, secret, emails.find(Boolean) ?? '']
}
