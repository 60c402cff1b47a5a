import { planLimits } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, getCode, guest, person, signedInAgain, type Someone } from '../../testing/as.ts'
import {
  authenticatedCard,
  buy,
  declinedCard,
  failingLaterCard,
  getSimulator,
  goodCard,
  sendEvent,
} from '../../testing/buying.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('subscriptions on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  const vip = ({ call }: Someone) => call.user.vip()
  const getEmails = async ({ email }: Someone) =>
    (await server.emails()).flatMap(({ to, text }) => (to === email ? [text] : []))
  /** Advances the clock, then lets the provider renew and deliver its events. */
  async function advance(days: number, who: Someone): Promise<Someone> {
    server.clock.advance(days * DAY_MS)
    await server.cleanup()
    await server.settle()
    return signedInAgain(server, who)
  }

  it('start only after a signed webhook has led to a paid subscription', async () => {
    const ada = await person(server, 'Ada')
    expect(await vip(ada)).toMatchObject({ userStatus: 'free', sub_type: 'free' })
    expect(await buy(server, ada)).toEqual({ state: 'done', reason: null })
    expect(await vip(ada)).toMatchObject({ userStatus: 'free', sub_type: 'free' })
    await server.settle()
    const paid = await vip(ada)
    expect(paid).toMatchObject({ userStatus: 'paid', sub_type: 'pro', autoRenew: true })
    expect(paid.freeLimit.spaces.limit).toBe(-1)
    expect(paid.freeLimit.storage.limit).toBe(planLimits.pro.storageBytes)
    expect(paid.remainTime).toBe(365 * 86_400)
    expect(await ada.call.subscription.current()).toMatchObject({
      plan: 'pro',
      num: 12,
      seats: { paid: 5, used: 0 },
      price: 30_000,
      state: 'active',
      next: { amount: 30_000 },
    })
    expect(await ada.call.subscription.payments({ query: { page: 1 } })).toMatchObject({
      total: 1,
      list: [{ amount: 30_000, currency: 'eur', plan: 'pro', num: 12, state: 'paid' }],
    })
    expect(await getCode(buy(server, ada))).toBe(4000)
  })

  it('start after a declined card, a second card and 3-D Secure', async () => {
    const bo = await person(server, 'Bo')
    const body = { productId: 'pro-1', quantity: 2, emailAddress: bo.email }
    const { clientSecret, amount } = await bo.call.subscription.create({ body })
    const secret = clientSecret ?? ''
    const simulator = getSimulator(server)
    expect(amount).toBe(1_200)
    expect(await simulator.enterCard(secret, declinedCard)).toEqual({
      state: 'failed',
      reason: 'card_declined',
    })
    await server.settle()
    expect(await vip(bo)).toMatchObject({ sub_type: 'free' })
    // A retry continues the same purchase.
    expect(await bo.call.subscription.create({ body })).toMatchObject({ clientSecret })
    expect((await simulator.enterCard(secret, authenticatedCard)).state).toBe('authenticate')
    await server.settle()
    expect(await vip(bo)).toMatchObject({ sub_type: 'free' })
    expect((await simulator.authenticate(secret, true)).state).toBe('done')
    await server.settle()
    expect(await vip(bo)).toMatchObject({ userStatus: 'paid', sub_type: 'pro' })
  })

  it('are discounted by a promotion code, and a wrong code is refused with its own reason', async () => {
    const cy = await person(server, 'Cy')
    const order = { productId: 'pro-1', quantity: 1, emailAddress: cy.email }
    const create = (promo: string) => cy.call.subscription.create({ body: { ...order, promo } })
    await expect(create('NOTHING')).rejects.toMatchObject({ code: 4000, data: { reason: 'promo' } })
    expect(await create('WELCOME20')).toMatchObject({ amount: 480 })
    expect(await create('')).toMatchObject({ amount: 600 })
    const unpaid = await server.app.payments?.port.fetchCustomer(
      (
        await server.app.db.sql
          .selectFrom('customers')
          .select('customer_id')
          .where('uid', '=', cy.uid)
          .executeTakeFirstOrThrow()
      ).customer_id,
    )
    expect(unpaid?.subscriptions.map(({ status }) => status)).toEqual(['incomplete', 'ended'])
  })

  it('change at the previewed amount, and only once it is paid', async () => {
    const di = await person(server, 'Di')
    await buy(server, di, { productId: 'pro-1', quantity: 2 })
    await server.settle()
    server.clock.advance(10 * DAY_MS)
    const again = await signedInAgain(server, di)
    const body = { productId: 'pro-1', quantity: 4 }
    const preview = await again.call.subscription.change({ body: { ...body, preview: true } })
    expect(preview.next?.amount).toBe(Math.round(2_400 * (21 / 31)) - Math.round(1_200 * (21 / 31)))
    expect(await again.call.subscription.current()).toMatchObject({ seats: { paid: 2 } })
    server.clock.advance(5 * 60_000)
    await again.call.subscription.change({ body })
    await server.settle()
    expect(await again.call.subscription.current()).toMatchObject({ seats: { paid: 4 }, price: 2_400 })
    const { list } = await again.call.subscription.payments({ query: { page: 1 } })
    expect(list[0]).toMatchObject({ amount: preview.next?.amount, state: 'paid' })
    // A downgrade is credited.
    const fewer = await again.call.subscription.change({
      body: { productId: 'pro-1', quantity: 1, preview: true },
    })
    expect(fewer).toMatchObject({ credit: -(fewer.next?.amount ?? 0) })
    expect(fewer.next?.amount).toBeLessThan(0)
  })

  it('stay unchanged while the payment of a change is pending', async () => {
    const ed = await person(server, 'Ed')
    await buy(server, ed, { productId: 'pro-1', quantity: 1, card: failingLaterCard })
    await server.settle()
    const { payment } = await ed.call.subscription.change({ body: { productId: 'team-12', quantity: 1 } })
    await server.settle()
    expect(await vip(ed)).toMatchObject({ sub_type: 'pro' })
    await getSimulator(server).enterCard(payment?.clientSecret ?? '', goodCard)
    await server.settle()
    expect(await vip(ed)).toMatchObject({ sub_type: 'team', userStatus: 'paid' })
  })

  it('end after a cancellation, with one notification and email three days before, and continue when resumed', async () => {
    let fay = await person(server, 'Fay', { verified: true })
    await buy(server, fay, { productId: 'pro-1', quantity: 1 })
    await server.settle()
    expect(await fay.call.subscription.cancel()).toMatchObject({ autoRenew: false, next: null, plan: 'pro' })
    expect(await fay.call.subscription.resume()).toMatchObject({ autoRenew: true })
    await fay.call.subscription.cancel()
    const getNotifications = async () =>
      (await fay.call.user.notices()).list.filter(({ type }) => type === 1011)
    fay = await advance(27, fay)
    expect(await getNotifications()).toEqual([])
    fay = await advance(2, fay)
    fay = await advance(1, fay)
    expect(await getNotifications()).toMatchObject([{ wid: null, spaceName: null, data: { reason: 'ends' } }])
    expect((await getEmails(fay)).filter((text) => text.includes('Your plan ends soon.'))).toHaveLength(1)
    expect(await vip(fay)).toMatchObject({ userStatus: 'paid' })
    fay = await advance(2, fay)
    expect(await vip(fay)).toMatchObject({ userStatus: 'ended', sub_type: 'free' })
    expect(await getCode(fay.call.subscription.cancel())).toBe(4004)
  })

  it('continue in a grace period after a failed payment, with a notification and email, and recover by a new card', async () => {
    let gus = await person(server, 'Gus', { verified: true })
    await buy(server, gus, { productId: 'team-1', quantity: 1, card: failingLaterCard })
    await server.settle()
    gus = await advance(32, gus)
    expect(await vip(gus)).toMatchObject({ userStatus: 'grace', sub_type: 'team' })
    expect((await gus.call.user.notices()).list).toMatchObject([{ type: 1011, data: { reason: 'failed' } }])
    gus = await advance(1, gus)
    expect((await getEmails(gus)).filter((text) => text.includes('A payment failed.'))).toHaveLength(1)
    expect((await gus.call.subscription.payments({ query: { page: 1 } })).list[0]).toMatchObject({
      state: 'failed',
    })
    const { clientSecret } = await gus.call.subscription.card()
    expect((await getSimulator(server).enterCard(clientSecret, goodCard)).state).toBe('done')
    await server.settle()
    expect(await vip(gus)).toMatchObject({ userStatus: 'paid', sub_type: 'team' })
    gus = await advance(35, gus)
    expect(await vip(gus)).toMatchObject({ userStatus: 'paid' })
  })

  it('end when an overdue payment is never made', async () => {
    let hal = await person(server, 'Hal')
    await buy(server, hal, { productId: 'pro-1', quantity: 1, card: failingLaterCard })
    await server.settle()
    for (const days of [32, 4, 6, 8]) hal = await advance(days, hal)
    expect(await vip(hal)).toMatchObject({ userStatus: 'ended', sub_type: 'free' })
  })

  it('are refused to guests, and nobody sees or changes the subscription of somebody else', async () => {
    const [ida, nosy] = [await person(server, 'Ida'), await person(server, 'Nosy')]
    const visitor = await guest(server)
    await buy(server, ida)
    await server.settle()
    await createSpace(ida, 'Plans', { nosy: [nosy, 'admin'] })
    expect(await getCode(buy(server, { ...visitor, email: 'guest@example.com' }))).toBe(4034)
    expect(await getCode(visitor.call.subscription.current())).toBe(4034)
    expect(await nosy.call.subscription.current()).toMatchObject({ plan: 'free', price: 0, next: null })
    expect(await nosy.call.subscription.payments({ query: { page: 1 } })).toEqual({ list: [], total: 0 })
    for (const call of [nosy.call.subscription.cancel, nosy.call.subscription.card])
      expect(await getCode(call())).toBe(4004)
    const change = nosy.call.subscription.change({ body: { productId: 'pro-12', quantity: 9 } })
    expect(await getCode(change)).toBe(4004)
    expect(await ida.call.subscription.current()).toMatchObject({ seats: { paid: 5 }, autoRenew: true })
  })

  it('take one seat per person, and concurrent joins never exceed the seats', async () => {
    const jo = await person(server, 'Jo')
    await buy(server, jo, { quantity: 3 })
    await server.settle()
    const [kim, lee, max] = [
      await person(server, 'Kim'),
      await person(server, 'Lee'),
      await person(server, 'Max'),
    ]
    const wid = await createSpace(jo, 'One', { kim: [kim, 'editor'] })
    await createSpace(jo, 'Two', { kim: [kim, 'editor'] })
    const { token } = await jo.call.space.inviteLink({ query: { wid, role: 'editor' } })
    const join = ({ call }: Someone) => getCode(call.space.acceptInvite({ body: { token } }))
    const codes = await Promise.all([join(lee), join(max)])
    expect(codes.sort()).toEqual([200, 4042])
    expect(await jo.call.subscription.current()).toMatchObject({ seats: { paid: 3, used: 3 } })
    expect(await join(await guest(server, 'Linked'))).toBe(200)
    // The plan allows 50 members, but only three seats were bought.
    expect((await jo.call.space.limits({ query: { wid } })).members).toEqual({ limit: 3, used: 3 })
  })

  it('show the next payment less the credit of a downgrade, as it is then charged', async () => {
    let kim = await person(server, 'Wim')
    await buy(server, kim, { productId: 'pro-1', quantity: 4 })
    await server.settle()
    server.clock.advance(20 * DAY_MS)
    kim = await signedInAgain(server, kim)
    const body = { productId: 'pro-1', quantity: 3 }
    const { credit } = await kim.call.subscription.change({ body: { ...body, preview: true } })
    expect(credit).toBeGreaterThan(0)
    await kim.call.subscription.change({ body })
    await server.settle()
    const current = await kim.call.subscription.current()
    expect(current).toMatchObject({ credit, price: 1_800, next: { amount: 1_800 - credit } })
    const intents = async () =>
      (await server.app.db.sql.selectFrom('sandbox_objects').select('body').execute())
        .map(({ body: text }) => JSON.parse(text) as { object: string; status: string; amount: number })
        .filter(({ object, status }) => object === 'payment_intent' && status === 'succeeded')
        .map(({ amount }) => amount)
    expect(await intents()).not.toContain(current.next?.amount)
    kim = await advance(12, kim)
    expect(await intents()).toContain(current.next?.amount)
    expect(await kim.call.subscription.current()).toMatchObject({ credit: 0, next: { amount: 1_800 } })
  })

  it('are deleted with their account, also at the provider', async () => {
    const ned = await person(server, 'Ned')
    await buy(server, ned)
    await server.settle()
    // The code is in the latest email.
    server.clock.advance(1_000)
    await ned.call.user.sendDeleteCode()
    const emails = await server.emails()
    const code = /\d{6}/.exec(emails.find(({ to }) => to === ned.email)?.text ?? '')?.[0] ?? ''
    await ned.call.user.remove({ query: { code } })
    await server.settle()
    const left = await server.app.db.sql
      .selectFrom('sandbox_objects')
      .select('body')
      .orderBy('position')
      .execute()
    expect(left.filter(({ body }) => body.includes(ned.uid) || body.includes(ned.email))).toEqual([])
    const charged = left.map(({ body }) => JSON.parse(body) as { object: string; status?: string })
    expect(charged.filter(({ object }) => object === 'subscription').at(-1)?.status).toBe('canceled')
  })
})

describe('webhooks', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  /** A purchase whose webhooks have not been sent. */
  async function bought(name: string) {
    const who = await person(server, name)
    const before = (await getSimulator(server).listEvents()).length
    await buy(server, who)
    await server.app.db.sql.deleteFrom('promises').where('kind', '=', 'payments.deliver').execute()
    const events = (await getSimulator(server).listEvents()).slice(before)
    return { who, events }
  }
  const plan = async ({ call }: Someone) => (await call.user.vip()).sub_type

  it('have the same result late, twice and out of order', async () => {
    const { who, events } = await bought('Ada')
    expect(events.length).toBeGreaterThan(2)
    const first = [...events].reverse()[0]
    for (const event of [...events].reverse()) {
      expect(await sendEvent(server, event)).toBe(200)
      expect(await sendEvent(server, event)).toBe(200)
    }
    await server.settle()
    expect(await plan(who)).toBe('pro')
    await who.call.subscription.cancel()
    // An old event does not bring back an old state.
    if (first) await sendEvent(server, first)
    await server.settle()
    expect(await who.call.subscription.current()).toMatchObject({ autoRenew: false, plan: 'pro' })
    const recorded = await server.app.db.sql.selectFrom('payment_events').select('id').execute()
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length)
  })

  it('are refused when forged, altered, unsigned or too old', async () => {
    const { who, events } = await bought('Bo')
    const [event] = events
    if (!event) throw new Error('No event')
    const signed = await getSimulator(server).sign(event.id)
    const stamp = /t=\d+/.exec(signed?.signature ?? '')?.[0] ?? ''
    expect(await sendEvent(server, event, { signature: `${stamp},v1=${'0'.repeat(64)}` })).toBe(4000)
    expect(await sendEvent(server, event, { body: `${signed?.body} ` })).toBe(4000)
    const unsigned = await fetch(`${server.url}/api/subscription/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signed?.body ?? '',
    })
    expect(await unsigned.json()).toMatchObject({ code: 4000 })
    server.clock.advance(301_000)
    expect(await sendEvent(server, event, { signature: signed?.signature ?? '' })).toBe(4000)
    await server.settle()
    expect(await plan(who)).toBe('free')
  })

  it('that are never delivered are made up for within a day', async () => {
    const { who } = await bought('Cy')
    await server.settle()
    expect(await plan(who)).toBe('free')
    server.clock.advance(DAY_MS + 1)
    await server.cleanup()
    await server.settle()
    expect(await plan(await signedInAgain(server, who))).toBe('pro')
  })

  it('mark refunded payments', async () => {
    const who = await person(server, 'Di')
    await buy(server, who)
    await server.settle()
    const [payment] = (await who.call.subscription.payments({ query: { page: 1 } })).list
    await getSimulator(server).refund(payment?.id ?? '')
    await server.settle()
    expect((await who.call.subscription.payments({ query: { page: 1 } })).list).toMatchObject([
      { state: 'refunded' },
    ])
  })

  it('lead to a sync that never overwrites the result of a newer one', async () => {
    const who = await person(server, 'Ed')
    await buy(server, who, { productId: 'pro-1', quantity: 1 })
    await server.settle()
    const port = server.app.payments?.port
    if (!port) throw new Error('No payments')
    const { customer_id } = await server.app.db.sql
      .selectFrom('customers')
      .select('customer_id')
      .where('uid', '=', who.uid)
      .executeTakeFirstOrThrow()
    const old = await port.fetchCustomer(customer_id)
    const original = port.fetchCustomer
    let release = () => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    // The first sync gets its response last, with the old state.
    Object.assign(port, {
      async fetchCustomer(customer: string) {
        asked += 1
        if (asked > 1) return original(customer)
        await waiting
        return old
      },
    })
    const { syncCustomer } = await import('./sync.ts')
    const payload = { source: port.source, customer: customer_id }
    const late = syncCustomer(server.app, payload, () => undefined)
    await expect.poll(() => asked).toBe(1)
    await port.setRenewal(old.subscriptions[0]?.id ?? '', false)
    await syncCustomer(server.app, payload, () => undefined)
    release()
    await late
    Object.assign(port, { fetchCustomer: original })
    expect(await who.call.subscription.current()).toMatchObject({ autoRenew: false })
  })
})

describe('payments by configuration', () => {
  it('sell nothing with PAYMENTS=off or LIMITS=none, and the simulator nothing to other machines', async () => {
    const off = await testServer({ env: { PAYMENTS: 'off' } })
    const ada = await person(off, 'Ada')
    expect(await off.as(null).auth.config()).toMatchObject({ payments: 'off' })
    expect(await off.as(null).subscription.publicKey()).toEqual({ public_key: null })
    expect(await off.as(null).subscription.products({ query: {} })).toEqual({ list: [], total: 0 })
    expect(await getCode(buy(off, ada))).toBe(4004)
    await off.stop()

    const unlimited = await testServer({ env: { LIMITS: 'none' } })
    const bo = await person(unlimited, 'Bo')
    expect(await unlimited.as(null).auth.config()).toMatchObject({ limits: 'none' })
    expect(await unlimited.as(null).subscription.products({ query: {} })).toEqual({ list: [], total: 0 })
    expect(await getCode(buy(unlimited, bo))).toBe(4004)
    await unlimited.stop()

    const local = await testServer()
    const ask = async (path: string) =>
      (await fetch(local.url + path, { headers: { 'x-forwarded-for': '203.0.113.9' } })).json()
    expect(await ask('/api/config')).toMatchObject({ data: { payments: 'off' } })
    expect(await ask('/api/subscription/pk')).toMatchObject({ data: { public_key: null } })
    expect(await ask('/api/subscription/product?lang=en')).toMatchObject({ data: { total: 0 } })
    expect(await local.as(null).subscription.products({ query: { plan: 'team' } })).toMatchObject({
      list: [
        { id: 'team-1', num: 1, interval: 'month' },
        { id: 'team-12', num: 12, interval: 'year' },
      ],
    })
    await local.stop()
  })

  it('refuse correctly signed test events in live mode', async () => {
    const { stripePayments } = await import('../../ports/payments/stripe.ts')
    const { manualClock } = await import('../../ports/clock/manual.ts')
    const { createSimulator } = await import('../../ports/payments/simulator/simulator.ts')
    const { Ledger } = await import('../../ports/payments/simulator/objects.ts')
    const clock = manualClock()
    const ledger = new Ledger()
    const store = { change: <R>(update: (books: typeof ledger) => R) => Promise.resolve(update(ledger)) }
    const webhookSecret = 'whsec_test'
    const simulator = createSimulator({ store, clock, webhookSecret })
    const keys = { secretKey: 'sk_live_x', publicKey: 'pk_live_x', webhookSecret, apiUrl: null, clock }
    const port = (source: 'stripe-live' | 'stripe-test') =>
      stripePayments({ kind: 'stripe', source, ...keys, fetch: simulator.fetch })
    const live = port('stripe-live')
    const customer = await live.createCustomer({ uid: 'u', email: 'a@example.com' }, 'k')
    const purchase = { plan: 'pro', months: 1, unitAmount: 600, currency: 'eur', seats: 1 }
    await live.subscribe({ customer, purchase, promotion: null }, 'buy')
    const [event] = await simulator.listEvents()
    const { body = '', signature = '' } = (await simulator.sign(event?.id ?? '')) ?? {}
    await expect(live.readEvent(body, signature)).rejects.toThrow('other mode')
    await expect(port('stripe-test').readEvent(body, signature)).resolves.toMatchObject({ customer })
  })
})
