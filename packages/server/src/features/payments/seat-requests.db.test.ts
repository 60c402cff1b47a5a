import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, getCode, person, type Someone } from '../../testing/as.ts'
import { buy, declinedCard, failingLaterCard, getSimulator, goodCard } from '../../testing/buying.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe.each(engineNames)('seat requests on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  /** An owner whose seats are all used, an admin, and a person who requests access to the full board. */
  async function full(name: string, card = goodCard) {
    const owner = await person(server, `Owner${name}`)
    const admin = await person(server, `Admin${name}`)
    const asking = await person(server, `Asking${name}`)
    await buy(server, owner, { productId: 'pro-12', quantity: 2, card })
    await server.settle()
    const wid = await createSpace(owner, `Board ${name}`, { admin: [admin, 'admin'] })
    const { token } = await owner.call.space.inviteLink({ query: { wid, role: 'editor' } })
    expect(await getCode(asking.call.space.acceptInvite({ body: { token } }))).toBe(4042)
    await asking.call.space.requestAccess({ body: { wid, role: 'editor', note: 'Please' } })
    await server.settle()
    const accessRequest = { wid, uid: asking.uid, role: 'editor' } as const
    return { owner, admin, asking, wid, order: { productId: 'pro-12', quantity: 3, accessRequest } }
  }
  const isIn = async ({ call }: Someone, wid: string) =>
    (await getCode(call.space.info({ query: { wid } }))) === 200

  it('reach the owner by bell and email; the preview has the price, and the purchase adds the person', async () => {
    const { owner, admin, asking, wid, order } = await full('Ada')
    const announced = (await owner.call.user.notices()).list.filter(({ type }) => type === 1007)
    expect(announced).toMatchObject([{ wid, user: asking.uid, data: { seat: true } }])
    const email = (await server.emails()).find(
      ({ to, subject }) => to === owner.email && subject.includes('access'),
    )
    expect(email?.text).toContain('exact price of one more before anything is charged')
    expect((await owner.call.space.accessRequests({ query: { wid } })).list).toMatchObject([
      { uid: asking.uid, needsSeat: true },
    ])
    // Granting access does not buy a seat.
    expect(
      await getCode(owner.call.space.decideAccess({ body: { wid, uid: asking.uid, role: 'editor' } })),
    ).toBe(4042)
    const preview = await owner.call.subscription.change({ body: { ...order, preview: true } })
    expect(preview).toMatchObject({ price: 18_000, seats: { paid: 3 }, next: { amount: 6_000 } })
    expect(await isIn(asking, wid)).toBe(false)

    // Only the owner can approve with a purchase.
    await buy(server, admin, { productId: 'pro-12', quantity: 1 })
    await server.settle()
    expect(await getCode(admin.call.subscription.change({ body: order }))).toBe(4004)

    await owner.call.subscription.change({ body: order })
    expect(await isIn(asking, wid), 'not before it is paid').toBe(false)
    await server.settle()
    expect(await isIn(asking, wid)).toBe(true)
    expect(await owner.call.subscription.current()).toMatchObject({
      seats: { paid: 3, used: 3 },
      price: 18_000,
    })
    const records = (await owner.call.subscription.payments({ query: { page: 1 } })).list
    expect(records.map(({ amount }) => amount)).toContain(preview.next?.amount)
    expect((await asking.call.user.notices()).list).toMatchObject([{ type: 1008, data: { granted: true } }])
  })

  it('stay open until the seat is paid, and add nobody when withdrawn meanwhile', async () => {
    const { owner, asking, wid, order } = await full('Bo', failingLaterCard)
    const { payment } = await owner.call.subscription.change({ body: order })
    const secret = payment?.clientSecret ?? ''
    await getSimulator(server).enterCard(secret, declinedCard)
    await server.settle()
    expect(await isIn(asking, wid)).toBe(false)
    expect((await owner.call.space.accessRequests({ query: { wid } })).list).toHaveLength(1)
    await asking.call.space.withdrawAccess({ query: { wid } })
    await getSimulator(server).enterCard(secret, goodCard)
    await server.settle()
    expect(await owner.call.subscription.current()).toMatchObject({ seats: { paid: 3, used: 2 } })
    expect(await isIn(asking, wid)).toBe(false)
  })
})
