import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, getCode, person, signedInAgain, type Someone } from '../../testing/as.ts'
import { buy } from '../../testing/buying.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('plan limits on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  const joinAll = async (owner: Someone, wid: string, people: readonly Someone[]) => {
    const { token } = await owner.call.space.inviteLink({ query: { wid, role: 'editor' } })
    return Promise.all(people.map(({ call }) => getCode(call.space.acceptInvite({ body: { token } }))))
  }
  const createPeople = (names: readonly string[]) => Promise.all(names.map((name) => person(server, name)))

  it('hold for members who join at the same time', async () => {
    const owner = await person(server, 'Ada')
    const wid = await createSpace(owner, 'Popular')
    const codes = await joinAll(owner, wid, await createPeople(['B1', 'B2', 'B3', 'B4', 'B5', 'B6']))
    expect(codes.toSorted()).toEqual([200, 200, 200, 200, 4042, 4042])
    expect((await owner.call.space.limits({ query: { wid } })).members).toEqual({ limit: 5, used: 5 })
  })

  it('leave everything readable and exportable after a downgrade, and refuse only more', async () => {
    let owner = await person(server, 'Cleo')
    await buy(server, owner, { productId: 'pro-1', quantity: 7 })
    await server.settle()
    const wids: string[] = []
    for (const name of ['1', '2', '3', '4', '5']) wids.push(await createSpace(owner, `Board ${name}`))
    const [wid = ''] = wids
    const people = await createPeople(['D1', 'D2', 'D3', 'D4', 'D5', 'D6'])
    expect(new Set(await joinAll(owner, wid, people))).toEqual(new Set([200]))
    const file = new Blob(['%PDF-1.7 a plan'])
    const named = { filename: 'a.pdf', type: 'application/pdf', filesize: file.size }
    const { id } = await owner.call.file.uploadDirect({ query: { id: wid, ...named }, file })
    // With a reserved upload that is larger than the free plan's storage.
    const filesize = 240 * 1024 * 1024
    await owner.call.file.upload({ query: { wid, filename: 'b.pdf', filesize, type: 'application/pdf' } })
    await owner.call.subscription.cancel()
    server.clock.advance(40 * DAY_MS)
    await server.settle()
    owner = await signedInAgain(server, owner)

    const { sub_type, userStatus, freeLimit } = await owner.call.user.vip()
    expect({ sub_type, userStatus }).toEqual({ sub_type: 'free', userStatus: 'ended' })
    expect([freeLimit.spaces, freeLimit.members]).toEqual([
      { limit: 3, used: 5 },
      { limit: 5, used: 7 },
    ])
    expect((await owner.call.space.list({ query: {} })).total).toBe(5)
    for (const one of wids) expect(await getCode(owner.call.space.info({ query: { wid: one } }))).toBe(200)
    for (const one of people) {
      const { call } = await signedInAgain(server, one)
      expect(await getCode(call.space.info({ query: { wid } }))).toBe(200)
      const { url } = await call.file.download({ query: { id } })
      expect(await (await fetch(server.url + url)).text()).toBe('%PDF-1.7 a plan')
    }
    expect(await owner.call.user.startExport()).toEqual({ state: 'ready' })
    const { url = '' } = await owner.call.user.exportState()
    const archive = Buffer.from(await (await fetch(server.url + url)).arrayBuffer()).toString('latin1')
    for (const name of ['1', '2', '3', '4', '5']) expect(archive).toContain(`spaces/Board ${name}/board.json`)

    expect(await getCode(owner.call.space.create({ body: { name: '6' } }))).toBe(4042)
    expect(await joinAll(owner, wid, [await person(server, 'Late')])).toEqual([4042])
  })
})
