import { closeCodes } from '@tavla/contract/realtime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Tab } from './realtime/testing/tab.ts'
import { guest, person, type Someone, createSpace } from './testing/as.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

describe('boards on a complete server', () => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  const open: Tab[] = []
  beforeAll(async () => {
    server = await testServer({ env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada')
    bob = await person(server, 'Bob')
  })
  afterEach(() => {
    for (const tab of open.splice(0)) tab.leave()
  })
  afterAll(() => server.stop())

  const address = () => `${server.url.replace('http', 'ws')}/api/live`
  let tabs = 0
  async function getTab(who: Someone, wid: string): Promise<Tab> {
    const tab = new Tab(address(), `tab${(tabs += 1)}`)
    open.push(tab)
    await tab.hello((await who.call.space.liveTicket()).ticket)
    await tab.join({ wid })
    return tab
  }

  it('open with a ticket that works once and for thirty seconds', async () => {
    const { ticket } = await ada.call.space.liveTicket()
    const { ticket: late } = await ada.call.space.liveTicket()
    const [first, second, third] = [new Tab(address(), 'a'), new Tab(address(), 'b'), new Tab(address(), 'c')]
    open.push(first, second, third)
    await first.hello(ticket)
    void second.hello(ticket)
    expect(await second.closed).toBe(closeCodes.bad_ticket.code)
    server.clock.advance(30_000)
    void third.hello(late)
    expect(await third.closed).toBe(closeCodes.bad_ticket.code)
  })

  it('show who is online, when they were opened and when they were edited', async () => {
    const wid = await createSpace(ada, 'Here', { bob: [bob, 'editor'] })
    const before = await ada.call.space.info({ query: { wid } })
    expect([before.openedAt, before.online]).toEqual([null, []])
    const tab = await getTab(ada, wid)
    await expect.poll(async () => (await ada.call.space.info({ query: { wid } })).openedAt).not.toBeNull()
    expect((await bob.call.space.online({ query: { id: wid } })).list).toMatchObject([
      { uid: ada.uid, name: 'Ada' },
    ])
    expect((await bob.call.space.info({ query: { wid } })).online).toEqual([ada.uid])
    await tab.put('r1')
    const after = await bob.call.space.info({ query: { wid } })
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
  })

  it('apply a change of role, a removal and the trash at once', async () => {
    const wid = await createSpace(ada, 'Rights', { bob: [bob, 'editor'] })
    const [adas, bobs] = [await getTab(ada, wid), await getTab(bob, wid)]
    expect(await bobs.put('b1')).toMatchObject({ t: 'ack' })
    const role = bobs.next('role')
    await ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role: 'viewer' } })
    expect((await role).role).toBe('viewer')
    expect(await bobs.put('b2')).toMatchObject({ t: 'reject', reason: 'role' })
    const refused = bobs.next('refused')
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await refused).toMatchObject({ code: 4004, retry: false })
    const trashed = adas.next('refused')
    await ada.call.space.remove({ query: { wid } })
    expect(await trashed).toMatchObject({ code: 4004 })
  })

  it('close with the session, on all its tabs and no other', async () => {
    const wid = await createSpace(ada, 'Sessions')
    const { token } = await server
      .as(null)
      .auth.login({ body: { email: ada.email, password: 'correct horse battery' } })
    const elsewhere = { ...ada, token, call: server.as(token) }
    const [here, there] = [await getTab(ada, wid), await getTab(elsewhere, wid)]
    await ada.call.user.endSession()
    expect(await there.closed).toBe(closeCodes.session_ended.code)
    await here.sync()
  })

  it('push notifications to everyone who has a page open', async () => {
    const wid = await createSpace(ada, 'Bell')
    const tab = await getTab(ada, wid)
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const notification = tab.next('notice')
    const visitor = await guest(server, 'Bell')
    await visitor.call.space.acceptInvite({ body: { token } })
    expect((await notification).notice).toMatchObject({
      type: 1001,
      user: visitor.uid,
      wid,
      spaceName: 'Bell',
    })
  })

  it('are duplicated with their files, and survive the original', async () => {
    const wid = await createSpace(ada, 'Original')
    const tab = await getTab(ada, wid)
    await tab.put('r1')
    const described = { filename: 'a.txt', filesize: 5, type: 'text/plain' }
    const { id } = await ada.call.file.uploadDirect({
      query: { id: wid, ...described },
      file: new Blob(['hello']),
    })
    const copy = await ada.call.space.duplicate({ body: { wid } })
    expect(copy).toMatchObject({ name: 'Original (copy)', role: 'owner' })
    await ada.call.space.remove({ query: { wid } })
    await ada.call.space.remove({ query: { wid, forever: '1' } })
    await server.settle()
    const copied = await getTab(ada, copy.wid)
    expect(copied.state.has('r1')).toBe(true)
    const { url } = await ada.call.file.download({ query: { id } })
    expect(await (await fetch(`${server.url}${url}`)).text()).toBe('hello')
  })
})
