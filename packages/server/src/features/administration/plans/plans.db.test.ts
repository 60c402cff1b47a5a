import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, PASSWORD, person, type Someone } from '../../../testing/as.ts'
import { buy, declinedCard } from '../../../testing/buying.ts'
import { engineNames } from '../../../testing/databases.ts'
import { type TestServer, testServer } from '../../../testing/test-server.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('plans and payments in administration on %s', (engine) => {
  let server: TestServer
  let admin: Someone

  beforeAll(async () => {
    server = await testServer({ engine })
    const ada = await person(server, 'Ada', { verified: true })
    const { token } = await server.as(null).admin.login({ body: { email: ada.email, password: PASSWORD } })
    admin = { ...ada, token, call: server.as(token) }
  })
  afterAll(() => server.stop())

  const inDays = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString()

  it('lists what was bought and what was not paid, by person and by state', async () => {
    const [bo, cy] = [await person(server, 'Bo'), await person(server, 'Cy')]
    await buy(server, bo)
    server.clock.advance(1_000)
    await buy(server, cy, { productId: 'pro-1', quantity: 2, card: declinedCard })
    await server.settle()
    const { call } = admin
    const active = await call.admin.subscriptions({ query: { state: 'active' } })
    expect(active).toMatchObject({
      total: 1,
      list: [{ uid: bo.uid, email: bo.email, plan: 'pro', num: 12, seats: 5, price: 6_000, renews: true }],
    })
    const paid = await call.admin.payments({ query: { key: 'bo', state: 'paid' } })
    expect(paid.list).toMatchObject([{ uid: bo.uid, amount: 30_000, currency: 'eur' }])
    expect((await call.admin.payments({ query: { key: 'nobody' } })).total).toBe(0)
    const first = await call.admin.subscriptions({ query: { limit: 1 } })
    expect(first).toMatchObject({ total: 2, list: [{ uid: cy.uid }] })
    const rest = await call.admin.subscriptions({ query: { limit: 1, after: first.next ?? '' } })
    expect(rest).toMatchObject({ total: 2, next: null, list: [{ uid: bo.uid }] })
  })

  it('handles a webhook event again, after what it led to had failed', async () => {
    const { call } = admin
    const { sql } = server.app.db
    const dan = await person(server, 'Dan')
    await buy(server, dan, { productId: 'team-1', quantity: 1 })
    await server.settle()
    // As if the event had come while the provider could not be read.
    await sql.deleteFrom('subscriptions').where('uid', '=', dan.uid).execute()
    const { customer_id: customer } = await sql
      .selectFrom('customers')
      .select('customer_id')
      .where('uid', '=', dan.uid)
      .executeTakeFirstOrThrow()
    const event = await sql
      .selectFrom('payment_events')
      .selectAll()
      .where('customer', '=', customer)
      .executeTakeFirstOrThrow()
    const failed = {
      id: 'lost',
      kind: 'payments.sync',
      key: `payments.sync:sandbox:${customer}:${event.id}`,
      payload: '{}',
      run_at: 1,
      tries: 9,
      taken_until: 0,
      failed_at: 5,
      last_error: 'the provider was away',
    }
    await sql.insertInto('promises').values(failed).execute()
    const find = async () =>
      (await call.admin.paymentEvents({ query: { limit: 100 } })).list.find(({ id }) => id === event.id)
    expect(await find()).toMatchObject({ state: 'failed', error: 'the provider was away' })
    await call.admin.replayEvent({ body: { id: event.id } })
    expect(await find()).toMatchObject({ state: 'waiting', error: null })
    await server.settle()
    expect(await find()).toMatchObject({ state: 'done', error: null })
    expect(await dan.call.user.vip()).toMatchObject({ sub_type: 'team' })
    expect(await getCode(call.admin.replayEvent({ body: { id: 'unknown' } }))).toBe(4004)
  })

  it('gives a plan until a date, beside what is paid, and notes who gave it', async () => {
    const { call } = admin
    const eve = await person(server, 'Eve')
    await call.admin.prove({ body: { password: PASSWORD } })
    const give = (body: Parameters<typeof call.admin.grantPlan>[0]['body']) => call.admin.grantPlan({ body })
    expect(await getCode(give({ uid: eve.uid, plan: 'pro', until: inDays(-1) }))).toBe(4000)
    expect(await getCode(give({ uid: eve.uid, plan: 'pro' }))).toBe(4000)
    const visitor = await guest(server, 'Visitor')
    expect(await getCode(give({ uid: visitor.uid, plan: 'pro', until: inDays(1) }))).toBe(4034)

    await give({ uid: eve.uid, plan: 'team', seats: 7, until: inDays(30) })
    expect(await eve.call.user.vip()).toMatchObject({
      userStatus: 'paid',
      sub_type: 'team',
      remainTime: 30 * 86_400,
      autoRenew: false,
      freeLimit: { spaces: { limit: -1 } },
    })
    expect(await eve.call.subscription.current()).toMatchObject({
      state: 'none',
      granted: { plan: 'team', seats: 7 },
    })
    expect(await call.admin.person({ query: { uid: eve.uid } })).toMatchObject({
      plan: 'team',
      grant: { seats: 7 },
      limits: { spaces: { limit: -1, used: 0 } },
    })
    const [entry] = (await call.admin.auditLog({ query: { event: 'admin.grantPlan', limit: 1 } })).list
    expect(entry).toMatchObject({ actorName: 'Ada', data: { plan: 'team', seats: 7 } })

    // What is paid is not touched by it, and the better plan counts.
    await buy(server, eve, { productId: 'pro-12', quantity: 3 })
    await server.settle()
    expect(await eve.call.user.vip()).toMatchObject({ sub_type: 'team', autoRenew: false })
    await give({ uid: eve.uid, plan: 'free' })
    expect(await eve.call.user.vip()).toMatchObject({ sub_type: 'pro', autoRenew: true })
  })

  it('ends what was given on its day', async () => {
    const fay = await person(server, 'Fay')
    const body = { uid: fay.uid, plan: 'pro' as const, until: inDays(0.25) }
    await admin.call.admin.prove({ body: { password: PASSWORD } })
    await admin.call.admin.grantPlan({ body })
    expect(await fay.call.user.vip()).toMatchObject({ sub_type: 'pro' })
    server.clock.advance(DAY_MS / 4)
    expect(await fay.call.user.vip()).toMatchObject({ sub_type: 'free', userStatus: 'free' })
  })

  it('shows the product table with prices', async () => {
    const { list } = await admin.call.admin.prices()
    expect(list.map(({ id, price }) => [id, price])).toEqual([
      ['free', 0],
      ['pro-1', 600],
      ['pro-12', 6_000],
      ['team-1', 1_000],
      ['team-12', 9_600],
    ])
  })
})
