import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TrustEvent, trustRules } from './features/account/trust.ts'
import {
  createCode,
  guest,
  PASSWORD,
  person,
  signedInAgain,
  type Someone,
  createSpace,
} from './testing/as.ts'
import { credentialKinds, type Opens } from './testing/credentials.ts'
import { engineNames } from './testing/databases.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

type Which = 'current' | 'other'
const sessions: readonly Which[] = ['current', 'other']

/** What somebody does in their current session; they have another one, too. */
interface TestedEvent {
  readonly title: string
  /** Null: nothing that ends any trust. */
  readonly event: TrustEvent | null
  /** The session that the rule of the event names. */
  readonly named: Which
  readonly kind: 'full' | 'guest'
  happen(server: TestServer, current: Someone, other: Someone): Promise<unknown>
}

/** The first account of the server, in administration. */
async function administer(server: TestServer) {
  const body = { email: 'host@example.com', password: PASSWORD }
  return server.as((await server.as(null).admin.login({ body })).token)
}

const events: readonly TestedEvent[] = [
  {
    title: 'a change of name',
    event: null,
    named: 'current',
    kind: 'full',
    happen: (_server, { call }) => call.user.rename({ body: { name: 'Renamed' } }),
  },
  {
    title: 'a change of the password',
    event: 'password.changed',
    named: 'current',
    kind: 'full',
    happen: (_server, { call }) =>
      call.auth.changePassword({ body: { old: PASSWORD, new: 'another horse 1' } }),
  },
  {
    title: 'a reset of the password',
    event: 'password.reset',
    named: 'current',
    kind: 'full',
    async happen(server, { email }) {
      await server.as(null).auth.forgetPassword({ body: { email } })
      const emails = await server.emails()
      const token = emails.map(({ to, text }) => (to === email ? /token=(\S+)/.exec(text)?.[1] : undefined))
      const body = { token: token.find(Boolean) ?? '', password: 'another horse 1' }
      await server.as(null).auth.resetPassword({ body })
    },
  },
  {
    title: 'a change of the address',
    event: 'email.changed',
    named: 'current',
    kind: 'full',
    async happen(server, { call, uid }) {
      const email = `new-${uid}@example.com`.toLowerCase()
      await call.user.sendEmailCode({ body: { email } })
      await call.user.setEmail({ body: { email, code: await createCode(server, email) } })
    },
  },
  {
    title: 'signing out',
    event: 'sign_out',
    named: 'current',
    kind: 'full',
    happen: (_server, { call }) => call.auth.logout(),
  },
  {
    title: 'ending the other session',
    event: 'session.ended',
    named: 'other',
    kind: 'full',
    async happen(_server, { call }) {
      const { list } = await call.user.sessions()
      await call.user.endSession({ query: { id: list.find(({ current }) => !current)?.id } })
    },
  },
  {
    title: 'ending all other sessions',
    event: 'sessions.ended',
    named: 'current',
    kind: 'full',
    happen: (_server, { call }) => call.user.endSession(),
  },
  {
    title: 'a guest’s upgrade',
    event: 'guest.upgraded',
    named: 'current',
    kind: 'guest',
    happen: (_server, { call, uid }) =>
      call.auth.upgradeGuest({
        body: { email: `upgraded-${uid}@example.com`, password: PASSWORD, name: 'Up' },
      }),
  },
  {
    title: 'a guest’s upgrade by a provider',
    event: 'guest.upgraded',
    named: 'current',
    kind: 'guest',
    async happen(server, { call, uid }) {
      const { url, state } = await call.auth.startGoogle({ query: { purpose: 'upgrade' } })
      const asked = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
      const body = new URLSearchParams({
        ...asked,
        name: 'Up',
        email: `social-${uid}@example.com`,
        verified: '1',
      })
      const sent = await fetch(`${server.url}/dev/sign-in`, { method: 'POST', body, redirect: 'manual' })
      const code = new URL(sent.headers.get('location') ?? '', server.url).searchParams.get('code') ?? ''
      await call.auth.finishGoogle({ body: { code, state } })
    },
  },
  {
    title: 'a suspension that was lifted again',
    event: 'account.suspended',
    named: 'current',
    kind: 'full',
    async happen(server, { uid }) {
      const { admin } = await administer(server)
      await admin.suspend({ body: { uid } })
      await admin.lift({ body: { uid } })
    },
  },
  {
    title: 'an administrator who ends all sessions',
    event: 'sessions.revoked',
    named: 'current',
    kind: 'full',
    async happen(server, { uid }) {
      await (await administer(server)).admin.signOutEverywhere({ body: { uid } })
    },
  },
  {
    title: 'being an administrator no longer',
    event: 'administrator.ended',
    named: 'current',
    kind: 'full',
    async happen(server, { uid }) {
      const { admin } = await administer(server)
      for (const role of ['administrator', 'user'] as const)
        await admin.setAdministrator({ body: { uid, role } })
    },
  },
  {
    title: 'deleting the account',
    event: 'account.deleted',
    named: 'current',
    kind: 'full',
    async happen(server, { call, email }) {
      await call.user.sendDeleteCode()
      await call.user.remove({ query: { code: await createCode(server, email) } })
    },
  },
]

function endsSession({ event, named }: TestedEvent, which: Which): boolean {
  if (event === null) return false
  const { sessions: ended } = trustRules[event]
  if (ended === 'none' || ended === 'all') return ended === 'all'
  return ended === 'named' ? which === named : which !== named
}

/** What the table of rules says of a credential that was handed out to one of the sessions. */
function isEnded(trustEvent: TestedEvent, kind: string, which: Which): boolean {
  const { of } = credentialKinds[kind] ?? { of: 'account' }
  const { event } = trustEvent
  if (event === null) return false
  const endsAll = trustRules[event].credentials === 'person'
  if (of === 'itself') return endsSession(trustEvent, which)
  if (of === 'session') return endsAll || endsSession(trustEvent, which)
  return of === 'person' ? endsAll : event === 'account.deleted'
}

describe.each(engineNames)('the end of trust on %s', (engine) => {
  let server: TestServer
  let host: Someone
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    host = await person(server, 'Host')
  })
  afterAll(() => server.stop())

  const worlds = new Map<TestedEvent, Promise<ReadonlyMap<string, Opens>>>()
  let count = 0

  /** Somebody with two sessions who holds one credential of each kind from each of them, after it happened. */
  async function after(trustEvent: TestedEvent): Promise<ReadonlyMap<string, Opens>> {
    count += 1
    const name = `${trustEvent.kind}${count}`
    server.clock.advance(600_000)
    const again = await signedInAgain(server, host)
    const current = trustEvent.kind === 'guest' ? await guest(server, name) : await person(server, name)
    const other = 'secret' in current ? await guestAgain(current) : await signedInAgain(server, current)
    const wid = await createSpace(again, name, { current: [current, 'editor'] })
    const file = new Blob(['hello'])
    const query = { id: wid, filename: 'a.txt', filesize: 5, type: 'text/plain' }
    const { id: fileId } = await again.call.file.uploadDirect({ query, file })
    const held = new Map<string, Opens>()
    for (const [kind, { for: whom, of, handOut }] of Object.entries(credentialKinds)) {
      if (whom !== 'everybody' && whom !== trustEvent.kind) continue
      const from = of === 'person' ? sessions.slice(0, 1) : sessions
      for (const which of from) {
        const who = which === 'current' ? current : other
        held.set(`${kind} ${which}`, await handOut({ server, who, wid, fileId }))
      }
    }
    await trustEvent.happen(server, current, other)
    return held
  }

  async function guestAgain(first: Someone & { readonly secret: unknown }): Promise<Someone> {
    const body = { secret: String(first.secret) }
    const { token } = await server.as(null).auth.guestLogin({ query: { uid: first.uid }, body })
    return { ...first, token, call: server.as(token) }
  }

  const cases = events.flatMap((trustEvent) =>
    Object.entries(credentialKinds).flatMap(([kind, { for: whom, of }]) =>
      (of === 'person' ? sessions.slice(0, 1) : sessions)
        .filter(() => whom === 'everybody' || whom === trustEvent.kind)
        .map((which) => ({ trustEvent, kind, which, ends: isEnded(trustEvent, kind, which) })),
    ),
  )

  it.each(
    cases.map((one) => ({
      ...one,
      title: one.trustEvent.title,
      outcome: one.ends ? 'ends' : 'leaves',
    })),
  )('$title $outcome $kind of the $which session', async ({ trustEvent, kind, which, ends }) => {
    const world = worlds.get(trustEvent) ?? after(trustEvent)
    worlds.set(trustEvent, world)
    const opens = (await world).get(`${kind} ${which}`)
    expect(await opens?.()).toBe(!ends)
  })

  it('is known for every rule', () => {
    expect([...new Set(events.flatMap(({ event }) => event ?? []))].toSorted()).toEqual(
      Object.keys(trustRules).toSorted(),
    )
  })
})
