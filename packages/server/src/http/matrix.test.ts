import type { Call } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCode, getCode, guest, PASSWORD, person, type Someone } from '../testing/as.ts'
import { buy } from '../testing/buying.ts'
import { everyCall, sampleInputs, type SampleInput } from '../testing/inputs.ts'
import { raw } from '../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

type OwnTable =
  'accounts' | 'sessions' | 'codes' | 'identities' | 'resets' | 'subscriptions' | 'payments' | 'purchases'
type Principal = 'anonymous' | 'guest' | 'full' | 'administrator'
const principals: readonly Principal[] = ['anonymous', 'guest', 'full', 'administrator']

/** What keeps a principal out, by what the call asks for; null: nothing does. */
const refusals: Readonly<Record<string, Readonly<Record<Principal, number | null>>>> = {
  none: { anonymous: null, guest: null, full: null, administrator: null },
  opt: { anonymous: null, guest: null, full: null, administrator: null },
  user: { anonymous: 4001, guest: null, full: null, administrator: null },
  full: { anonymous: 4001, guest: 4034, full: null, administrator: null },
  guest: { anonymous: 4001, guest: null, full: 4003, administrator: 4003 },
}
const own = new Set(['auth', 'user', 'subscription'])
const rows = everyCall.filter(([name]) => own.has(name.split('.')[0] ?? ''))

describe('the matrix of Auth, User and Subscription', () => {
  let server: TestServer
  let someone: Readonly<Record<Exclude<Principal, 'anonymous'>, Someone>> & { readonly anonymous: null }
  let victim: Someone
  let intruder: Someone

  const getInput = (name: string): SampleInput => {
    const [group, short] = name.split('.') as [string, string]
    const world = { wid: 'w', member: victim.uid, fileId: 'f', linkToken: 'l' }
    const samples = sampleInputs(world) as unknown as Record<string, Record<string, SampleInput>>
    return samples[group]?.[short] ?? {}
  }
  const ask = (name: string, call: Call, token: string | null, input = getInput(name)) =>
    raw(server, call, token, input)
  /** All that is kept of somebody and could be changed for them. */
  const readOwnRows = async ({ uid }: Someone) => {
    const { sql } = server.app.db
    const of = (table: OwnTable) => sql.selectFrom(table).selectAll().where('uid', '=', uid).execute()
    const rows = await Promise.all([
      of('accounts'),
      of('sessions'),
      of('codes'),
      of('identities'),
      of('resets'),
      of('subscriptions'),
      of('payments'),
      of('purchases'),
    ])
    return JSON.stringify(rows)
  }

  beforeAll(async () => {
    server = await testServer()
    const administrator = await person(server, 'Administrator')
    someone = {
      anonymous: null,
      administrator,
      full: await person(server, 'Full'),
      guest: await guest(server, 'Guest'),
    }
    victim = await person(server, 'Victim')
    intruder = await person(server, 'Intruder')
    await buy(server, victim)
    await server.settle()
    await victim.call.user.sendDeleteCode()
    await server.settle()
  })
  afterAll(() => server.stop())

  it('contains every call', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(([, { auth }]) => !(auth in refusals))).toEqual([])
  })

  it.each(rows)('%s lets in whom it is for, and changes nothing for anybody else', async (name, call) => {
    for (const principal of principals) {
      const before = await readOwnRows(victim)
      const expected = refusals[call.auth]?.[principal] ?? null
      // Some end the session or the account that they come with, so anyone who is let in is somebody new.
      const caller = expected === null ? await newcomer(principal, name) : someone[principal]
      const { code } = (await ask(name, call, caller?.token ?? null)).body
      if (expected === null) expect([4001, 4003, 4034], `${name} for ${principal}`).not.toContain(code)
      else expect(code, `${name} for ${principal}`).toBe(expected)
      expect(await readOwnRows(victim)).toBe(before)
    }
  })

  async function newcomer(principal: Principal, name: string): Promise<Someone | null> {
    server.clock.advance(60_000)
    const called = `${name.replace('.', '-')}-${principal}`
    if (principal === 'anonymous') return null
    if (principal === 'guest') return guest(server, called)
    const made = await person(server, called)
    // Only the first account of a server becomes one by itself.
    const raised = server.app.db.sql
      .updateTable('accounts')
      .set({ role: principal === 'full' ? 'user' : principal })
    await raised.where('uid', '=', made.uid).execute()
    return made
  }

  it.each(rows.filter(([, { auth }]) => auth === 'user' || auth === 'full'))(
    '%s is about the caller, whomever the call names',
    async (name, call) => {
      const [id, code] = [await getSession(victim), await getLastCode(victim)]
      const named = { uid: victim.uid, email: victim.email, id, code }
      const before = await readOwnRows(victim)
      const input = getInput(name)
      const aimed = { ...input, query: { ...input.query, ...named }, body: { ...input.body, ...named } }
      const { body } = await ask(name, call, intruder.token, aimed)
      expect(await readOwnRows(victim)).toBe(before)
      expect(JSON.stringify(body.data)).not.toContain(victim.email)
    },
  )

  const getSession = async ({ call }: Someone) => (await call.user.sessions()).list[0]?.id ?? ''
  const getLastCode = ({ email }: Someone) => createCode(server, email)

  it('reveals no more about an unrelated person than about nobody', async () => {
    const info = (query: Record<string, string>, who: Someone) => raw(server, infoCall, who.token, { query })
    const infoCall = everyCall.find(([name]) => name === 'user.info')?.[1] as Call
    const nobody = await info({ uid: 'nobody-at-all' }, someone.full)
    expect(nobody.body.code).toBe(4004)
    for (const who of [someone.full, someone.guest, someone.administrator])
      for (const query of [{ uid: victim.uid }, { uid: victim.uid, email: victim.email }])
        expect((await info(query, who)).body).toEqual(nobody.body)
  })

  it('ends nobody else’s session, and accepts nobody else’s code', async () => {
    const id = await getSession(victim)
    expect(await getCode(someone.full.call.user.endSession({ query: { id } }))).toBe(4004)
    const code = await getLastCode(victim)
    expect(await getCode(someone.full.call.user.remove({ query: { code } }))).toBe(4017)
    expect(await getCode(someone.full.call.user.setEmail({ body: { email: victim.email, code } }))).toBe(4017)
    const login = server.as(null).auth.login({ body: { email: victim.email, password: PASSWORD } })
    expect(await getCode(login)).toBe(200)
  })
})
