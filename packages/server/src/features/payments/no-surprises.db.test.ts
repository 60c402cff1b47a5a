import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, getCode, guest, person, type Someone } from '../../testing/as.ts'
import { buy } from '../../testing/buying.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

type Role = 'admin' | 'editor' | 'viewer'

/** An action of somebody other than the owner, and its target. */
interface Action {
  readonly who: number
  readonly whom: number
  readonly role: Role
  readonly kind:
    | 'join'
    | 'invite'
    | 'role'
    | 'remove'
    | 'leave'
    | 'ask'
    | 'decide'
    | 'claim'
    | 'transfer'
    | 'hand'
    | 'link'
    | 'buy'
}

const action: fc.Arbitrary<Action> = fc.record({
  who: fc.nat(3),
  whom: fc.nat(3),
  role: fc.constantFrom('admin', 'editor', 'viewer'),
  kind: fc.constantFrom(
    'join',
    'invite',
    'role',
    'remove',
    'leave',
    'ask',
    'decide',
    'claim',
    'transfer',
    'hand',
    'link',
    'buy',
  ),
})

describe.each(engineNames)('the next invoice on %s', (engine) => {
  let server: TestServer
  let owner: Someone
  let others: readonly Someone[]
  let wid: string
  let theirs: string
  let token: string
  beforeAll(async () => {
    server = await testServer({ engine })
    owner = await person(server, 'Owner')
    const people = await Promise.all(
      ['Ann', 'Ben', 'Cat'].map((name) => person(server, name, { verified: false })),
    )
    others = [...people, await guest(server, 'Dan')]
    wid = await createSpace(owner, 'Shared')
    const [ann] = others
    if (!ann) throw new Error('Nobody')
    theirs = await createSpace(ann, 'Of Ann', { owner: [owner, 'admin'] })
    token = (await owner.call.space.inviteLink({ query: { wid, role: 'admin' } })).token
    await buy(server, owner, { productId: 'pro-1', quantity: 3 })
    await server.settle()
  })
  afterAll(() => server.stop())

  const perform = ({ who, whom, role, kind }: Action): Promise<unknown> => {
    const [{ call }, target] = [others[who] ?? owner, others[whom] ?? owner]
    const query = { wid }
    switch (kind) {
      case 'join':
        return call.space.acceptInvite({ body: { token } })
      case 'invite':
        return call.space.invite({
          query,
          body: { role, email: [`new${whom}@example.com`], data: '', send_email: false },
        })
      case 'role':
        return call.space.setRole({ query, body: { uid: target.uid, role } })
      case 'remove':
        return call.space.removeMember({ query: { wid, uid: target.uid } })
      case 'leave':
        return call.space.removeMember({ query: { wid, uid: others[who]?.uid ?? '' } })
      case 'ask':
        return call.space.requestAccess({ body: { wid, role } })
      case 'decide':
        return call.space.decideAccess({ body: { wid, uid: target.uid, role } })
      case 'claim':
        return call.space.claim({ body: { wid } })
      case 'transfer':
        return call.space.transferOwnership({ query, body: { uid: target.uid } })
      case 'hand':
        return call.space.transferOwnership({ query: { wid: theirs }, body: { uid: owner.uid } })
      case 'link':
        return call.space.inviteLink({ query: { wid, role } })
      case 'buy':
        return call.subscription.change({ body: { productId: 'team-12', quantity: 40 } })
    }
  }

  it('is never changed by actions of anybody but the owner', async () => {
    const invoice = async () => {
      const { plan, num, price, seats, next, autoRenew, state } = await owner.call.subscription.current()
      return { plan, num, price, paid: seats.paid, next, autoRenew, state }
    }
    const before = await invoice()
    const provider = () => server.app.payments?.port.fetchCustomer(customer)
    const { customer_id: customer } = await server.app.db.sql
      .selectFrom('customers')
      .select('customer_id')
      .executeTakeFirstOrThrow()
    const known = await provider()
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 10 }), async (actions) => {
        for (const one of actions) await getCode(perform(one))
        server.clock.advance(60_000)
        await server.settle()
        expect(await invoice()).toEqual(before)
        expect((await owner.call.subscription.current()).seats.used).toBeLessThanOrEqual(3)
      }),
      { seed: 15, numRuns: 25, endOnFailure: true },
    )
    expect(await provider()).toEqual(known)
  })
})
