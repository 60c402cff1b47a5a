import type { Call } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, guest, PASSWORD, person, type Someone } from '../testing/as.ts'
import { buy, getSimulator } from '../testing/buying.ts'
import { raw } from '../testing/hostile/raw.ts'
import { everyCall, type SampleInput, sampleInputs } from '../testing/inputs.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

/** What administrators are shown: the plans and payments of everybody. Prices stand in the product table and are public. */
const adminCalls = new Set(['admin.subscriptions', 'admin.payments'])
/** What shows the owner their own. */
const ownerCalls = ['subscription.current', 'subscription.payments']

/** A guest who leaves is gone at once. */
const lastOnesLast = everyCall.toSorted(
  ([a], [b]) => Number(a === 'user.remove') - Number(b === 'user.remove'),
)

const unitAmount = 7_351_907
const paidAmount = 91_357_261
const seats = 7

const names = ['anonymous', 'guest', 'stranger', 'viewer', 'editor', 'admin', 'administrator'] as const
type Principal = (typeof names)[number]

describe('what an owner pays, and the names of the payment at the provider', () => {
  let server: TestServer
  let owner: Someone
  let wid: string
  let linkToken: string
  let administration: string
  let secrets: readonly string[]
  const someone = new Map<Principal, Someone>()

  const getInput = (name: string): SampleInput => {
    const [group, short] = name.split('.') as [string, string]
    const world = { wid, member: owner.uid, fileId: 'f', linkToken }
    const samples = sampleInputs(world) as unknown as Record<string, Record<string, SampleInput>>
    const sample = samples[group]?.[short] ?? {}
    // What calls say of the one who calls is asked of the owner, as far as a call listens to it.
    return { ...sample, query: { uid: owner.uid, ...sample.query } }
  }

  const ask = async (name: string, call: Call, token: string | null): Promise<string> =>
    JSON.stringify((await raw(server, call, token, getInput(name))).body)

  const findSecrets = (answer: string) => secrets.filter((secret) => answer.includes(secret))

  beforeAll(async () => {
    server = await testServer()
    const { sql } = server.app.db
    // The first account is the server's administrator.
    someone.set('administrator', await person(server, 'Administrator', { verified: true }))
    const email = 'administrator@example.com'
    administration = (await server.as(null).admin.login({ body: { email, password: PASSWORD } })).token
    owner = await person(server, 'Owner')
    await buy(server, owner, { quantity: seats })
    await server.settle()
    for (const name of ['stranger', 'viewer', 'editor', 'admin'] as const)
      someone.set(name, await person(server, name))
    someone.set('guest', await guest(server, 'Visitor'))
    const roles = (['viewer', 'editor', 'admin'] as const).flatMap((role) => {
      const who = someone.get(role)
      return who ? [[who, role] as const] : []
    })
    wid = await createSpace(owner, 'Harbour', Object.fromEntries(roles.map((row) => [row[1], row])))
    linkToken = (await owner.call.space.inviteLink({ query: { wid, role: 'viewer' } })).token

    const [intent] = await server.app.db.sql
      .selectFrom('sandbox_objects')
      .select('body')
      .where('id', 'like', 'pi_%')
      .execute()
    const { client_secret } = JSON.parse(intent?.body ?? '{}') as { client_secret: string }
    const receipt = 'https://pay.example.com/receipts/planted'
    await sql.updateTable('subscriptions').set({ price: unitAmount }).execute()
    await sql.updateTable('payments').set({ amount: paidAmount, receipt }).execute()
    const { customer_id } = await sql.selectFrom('customers').select('customer_id').executeTakeFirstOrThrow()
    const { id } = await sql.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()
    const amounts = [unitAmount, unitAmount * seats, paidAmount].map(String)
    secrets = [...amounts, receipt, `"${customer_id}"`, `"${id}"`, client_secret]
  })
  afterAll(() => server.stop())

  it('are shown to the owner, and to administrators by the calls for it', async () => {
    for (const name of ownerCalls) {
      const call = everyCall.find(([one]) => one === name)?.[1] as Call
      expect(findSecrets(await ask(name, call, owner.token)), name).not.toEqual([])
    }
    for (const name of adminCalls) {
      const call = everyCall.find(([one]) => one === name)?.[1] as Call
      const { body } = await raw(server, call, administration, {})
      expect(findSecrets(JSON.stringify(body)), name).not.toEqual([])
    }
  })

  it.each(names)('are in no answer of any call to: %s', async (principal) => {
    const { sql } = server.app.db
    const who = someone.get(principal)
    const uid = who?.uid ?? ''
    const sessions = await sql.selectFrom('sessions').selectAll().where('uid', '=', uid).execute()
    const members = await sql.selectFrom('members').selectAll().where('uid', '=', uid).execute()
    let allowed = 0
    for (const [name, call] of lastOnesLast) {
      // Some calls end the session or the membership that they come with.
      if (sessions.length > 0)
        await sql
          .insertInto('sessions')
          .values(sessions)
          .onConflict((row) => row.doNothing())
          .execute()
      if (members.length > 0)
        await sql
          .insertInto('members')
          .values(members)
          .onConflict((row) => row.doNothing())
          .execute()
      const answer = await ask(name, call, who?.token ?? null)
      if (answer.startsWith('{"code":200')) allowed += 1
      expect(findSecrets(answer), `${name} for ${principal}: ${answer}`).toEqual([])
    }
    expect(allowed).toBeGreaterThan(principal === 'anonymous' ? 5 : 20)
  })

  it('are in no answer of the administration but those', async () => {
    let allowed = 0
    for (const [name, call] of everyCall.filter(([one]) => !adminCalls.has(one) && one !== 'admin.logout')) {
      const { body } = await raw(server, call, administration, getInput(name))
      if (body.code === 200) allowed += 1
      expect(findSecrets(JSON.stringify(body)), name).toEqual([])
    }
    expect(allowed).toBeGreaterThan(15)
  })

  it('are in no email to anybody else, and card numbers are nowhere on the server', async () => {
    for (const { to, text, html } of await server.emails())
      if (to !== owner.email) expect(findSecrets(`${text}${html}`), to).toEqual([])
    const events = await getSimulator(server).listEvents()
    const bodies = await server.app.db.sql.selectFrom('sandbox_objects').select('body').execute()
    const all = [JSON.stringify(events), ...bodies.map(({ body }) => body), ...server.log].join('\n')
    expect(all).not.toContain('42424242')
    for (const [name, { body }] of everyCall)
      expect(JSON.stringify(Object.keys((body as { shape?: object } | null)?.shape ?? {})), name).not.toMatch(
        /card|cvc|expiry/i,
      )
  })
})
