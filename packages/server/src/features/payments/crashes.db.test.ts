import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { PaymentsPort } from '../../ports/payments/port.ts'
import { person, type Someone } from '../../testing/as.ts'
import { getSimulator, goodCard } from '../../testing/buying.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** Fails every step after the given number, like a process that has died. */
class Killer {
  #left = Number.POSITIVE_INFINITY
  hit = false

  allow(steps: number): void {
    this.#left = steps
    this.hit = false
  }

  revive(): void {
    this.#left = Number.POSITIVE_INFINITY
  }

  step(): void {
    if (this.#left > 0) {
      this.#left -= 1
      return
    }
    this.hit = true
    throw new Error('killed')
  }
}

describe.each(engineNames)('a crash between any two steps of a purchase, on %s', (engine) => {
  let server: TestServer
  const killer = new Killer()
  beforeAll(async () => {
    server = await testServer({ engine })
    const { db, payments } = server.app
    const transaction = db.transaction.bind(db)
    // Before and after each commit, of the server and of the simulated provider in the same database.
    const killed: Database['transaction'] = async (act) => {
      killer.step()
      const result = await transaction(act)
      killer.step()
      return result
    }
    Object.assign(db, { transaction: killed })
    const port = payments?.port as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>
    for (const name of [
      'createCustomer',
      'subscribe',
      'fetchCustomer',
      'setEmail',
    ] satisfies (keyof PaymentsPort)[]) {
      const call = port[name]
      if (!call) continue
      port[name] = async (...input) => {
        killer.step()
        const answer = await call(...input)
        killer.step()
        return answer
      }
    }
  })
  afterAll(() => server.stop())

  const buyAll = async (who: Someone): Promise<void> => {
    const body = { productId: 'pro-12', quantity: 2, emailAddress: who.email }
    const { clientSecret } = await who.call.subscription.create({ body })
    if (clientSecret !== null) await getSimulator(server).enterCard(clientSecret, goodCard)
    await server.settle()
  }

  /** The provider's records and the resulting plan. */
  async function balance({ uid, call }: Someone) {
    const row = await server.app.db.sql
      .selectFrom('customers')
      .select('customer_id')
      .where('uid', '=', uid)
      .executeTakeFirst()
    const state = row && (await server.app.payments?.port.fetchCustomer(row.customer_id))
    const active = (state?.subscriptions ?? []).filter(({ status }) => status === 'active')
    const paid = (state?.invoices ?? []).filter((invoice) => invoice.state === 'paid')
    return { active: active.length, paid: paid.length, plan: (await call.user.vip()).sub_type }
  }

  it('leads to no payment without a plan, no plan without a payment, and no second payment', async () => {
    // Each engine tests every other step, because both run the same code.
    let steps = engine === 'sqlite' ? 0 : 1
    for (; ; steps += 2) {
      const who = await person(server, `Buyer${steps}`)
      killer.allow(steps)
      await buyAll(who).catch(() => undefined)
      const finished = !killer.hit
      killer.revive()
      const then = await balance(who)
      if (then.plan === 'pro') expect(then, `after ${steps}`).toEqual({ active: 1, paid: 1, plan: 'pro' })
      // After the restart pending jobs run, and the person tries again.
      server.clock.advance(120_000)
      await server.settle()
      const now = await balance(who)
      expect(now.plan === 'pro', `settled after ${steps}`).toBe(now.paid > 0)
      if (now.plan === 'free') await buyAll(who)
      expect(await balance(who), `in the end, after ${steps}`).toEqual({ active: 1, paid: 1, plan: 'pro' })
      if (finished) break
    }
    expect(steps).toBeGreaterThan(20)
  })
})
