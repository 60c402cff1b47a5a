import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, signedInAgain, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('the members of a space on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  let visitor: Someone
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada', { verified: true })
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
    visitor = await guest(server, 'Vera')
  })
  afterAll(() => server.stop())

  const listed = async (who: Someone, query: Parameters<Someone['call']['space']['members']>[0]['query']) => {
    const { list, total } = await who.call.space.members({ query })
    return { names: list.map(({ name }) => name), total }
  }

  /** Somebody's notifications of one type in one space. */
  const countNotifications = async (who: Someone, wid: string, type: number) =>
    (await who.call.user.notices({ query: { limit: 100 } })).list.filter(
      (notification) => notification.wid === wid && notification.type === type,
    )

  it('are listed ten at a time, by name or address, role, kind of account and group', async () => {
    const wid = await createSpace(ada, 'Crowd', {
      bob: [bob, 'admin'],
      cleo: [cleo, 'viewer'],
      vera: [visitor, 'commenter'],
    })
    const guests = await Promise.all(Array.from({ length: 9 }, (_, n) => guest(server, `Guest-${n}`)))
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    for (const { call } of guests) await call.space.acceptInvite({ body: { token } })
    await ada.call.space.invite({
      query: { wid },
      body: { role: 'editor', email: ['dora@example.com'], data: '', send_email: false },
    })

    expect((await listed(ada, { wid })).names).toHaveLength(10)
    expect(await listed(ada, { wid, start: 10 })).toMatchObject({ total: 13, names: { length: 3 } })
    expect((await listed(ada, { wid })).names.slice(0, 4)).toEqual(['Ada', 'Bob', 'Vera', 'Cleo'])
    expect(await listed(ada, { wid, key: 'CLEO@' })).toEqual({ names: ['Cleo'], total: 1 })
    expect(await listed(ada, { wid, role: 'admin' })).toEqual({ names: ['Bob'], total: 1 })
    expect(await listed(ada, { wid, kind: 'full' })).toEqual({ names: ['Ada', 'Bob', 'Cleo'], total: 3 })
    expect(await listed(ada, { wid, kind: 'guest', key: 'guest-8' })).toEqual({
      names: ['Guest-8'],
      total: 1,
    })
    expect((await listed(ada, { wid, all: '1' })).names.at(-1)).toBe('dora@example.com')
    const { sql } = server.app.db
    const rows = await sql.selectFrom('members').select('color').where('wid', '=', wid).execute()
    // Twelve colours, so the thirteenth member shares one.
    expect([rows.length, new Set(rows.map(({ color }) => color)).size]).toEqual([13, 12])
    // An editor sees the invitations of their own, a viewer none.
    expect((await listed(cleo, { wid, all: '1' })).total).toBe(13)

    const groups = [
      { name: 'Harbour', color: 'blue', uids: [cleo.uid, visitor.uid] },
      { name: 'Quay', color: 'coral', uids: [cleo.uid] },
    ]
    const { list } = await ada.call.space.setGroups({ query: { wid }, body: { groups } })
    expect(list.map(({ name, color, uids }) => ({ name, color, uids: uids.toSorted() }))).toEqual(
      groups.map(({ uids, ...group }) => ({ ...group, uids: uids.toSorted() })),
    )
    const [harbour, quay] = list
    expect(await listed(cleo, { wid, group: harbour?.id ?? '' })).toEqual({
      names: ['Vera', 'Cleo'],
      total: 2,
    })
    const renamed = [{ id: quay?.id, name: 'Pier', color: 'green', uids: [bob.uid] }]
    await ada.call.space.setGroups({ query: { wid }, body: { groups: renamed } })
    expect((await cleo.call.space.groups({ query: {} })).list).toMatchObject([
      { wid, id: quay?.id, name: 'Pier', uids: [bob.uid] },
    ])
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect((await cleo.call.space.groups({ query: { wid } })).list[0]?.uids).toEqual([])
    const outside = [{ name: 'Outside', color: 'red', uids: [bob.uid] }]
    expect(await getCode(ada.call.space.setGroups({ query: { wid }, body: { groups: outside } }))).toBe(4000)
  })

  it('are all notified that the space has another owner', async () => {
    const wid = await createSpace(ada, 'Handed over', { bob: [bob, 'editor'], cleo: [cleo, 'viewer'] })
    await ada.call.space.transferOwnership({ query: { wid }, body: { uid: bob.uid } })
    for (const who of [bob, cleo])
      expect(await countNotifications(who, wid, 1004)).toMatchObject([{ user: bob.uid, from_user: ada.uid }])
    expect(await countNotifications(ada, wid, 1004)).toEqual([])
  })

  it('leave by themselves, except the owner; a removed person is notified, and their links and invitations end', async () => {
    const wid = await createSpace(ada, 'Going', { bob: [bob, 'admin'], cleo: [cleo, 'editor'] })
    await cleo.call.space.invite({
      query: { wid },
      body: { role: 'viewer', email: ['dora@example.com'], data: '', send_email: false },
    })
    const { token } = await bob.call.space.inviteLink({ query: { wid, role: 'commenter' } })
    expect(await getCode(ada.call.space.removeMember({ query: { wid, uid: ada.uid } }))).toBe(4033)
    await cleo.call.space.removeMember({ query: { wid, uid: cleo.uid } })
    expect(await getCode(cleo.call.space.info({ query: { wid } }))).toBe(4004)
    expect(await countNotifications(ada, wid, 1002)).toMatchObject([{ user: cleo.uid }])
    expect((await listed(ada, { wid, all: '1' })).names).toEqual(['Ada', 'Bob'])
    // Anyone who left by themselves is let in again; anyone who was removed is not, and brings nobody.
    const open = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    expect(await getCode(cleo.call.space.acceptInvite({ body: { token: open.token } }))).toBe(200)
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await countNotifications(bob, wid, 1002)).toContainEqual(
      expect.objectContaining({ user: bob.uid }),
    )
    expect(await getCode(visitor.call.space.acceptInvite({ body: { token } }))).toBe(4027)
  })

  it('give the space to the named successor, else to its claimant, when the owner has long been away', async () => {
    const [owner, heir] = [await person(server, 'Olga', { verified: true }), await person(server, 'Hedda')]
    const wid = await createSpace(owner, 'Left alone', {
      heir: [heir, 'admin'],
      bob: [bob, 'editor'],
      cleo: [cleo, 'viewer'],
      vera: [visitor, 'editor'],
    })
    await owner.call.space.setSuccessor({ body: { wid, uid: heir.uid } })
    expect(await getCode(owner.call.space.setSuccessor({ body: { wid, uid: visitor.uid } }))).toBe(4034)
    const findSuccessor = async (who: Someone) =>
      (await who.call.space.members({ query: { wid, all: '1' } })).list
        .filter(({ successor }) => successor)
        .map(({ uid }) => uid)
    expect(await findSuccessor(heir)).toEqual([heir.uid])
    expect(await findSuccessor(bob)).toEqual([])

    const claim = (who: Someone) => who.call.space.claim({ body: { wid } })
    expect(await getCode(claim(bob))).toBe(4003)
    server.clock.advance(61 * DAY_MS)
    const back = (who: Someone) => signedInAgain(server, who)
    expect(await getCode(claim(await back(cleo)))).toBe(4003)
    const due = new Date(server.clock.now() + 14 * DAY_MS).toISOString()
    expect(await claim(await back(bob))).toEqual({ state: 'waiting', at: due })
    const announced = async () =>
      (await server.emails()).filter(({ subject }) => subject.includes('Left alone')).map(({ to }) => to)
    for (const days of [7, 6, 1]) {
      expect(new Set(await announced())).toEqual(new Set([owner.email, heir.email]))
      server.clock.advance(days * DAY_MS)
    }
    expect(await announced()).toHaveLength(6)
    await server.settle()
    const { list } = await (await back(cleo)).call.space.members({ query: { wid, role: 'owner' } })
    expect(list.map(({ uid }) => uid)).toEqual([heir.uid])
    expect((await (await back(owner)).call.space.info({ query: { wid } })).role).toBe('admin')
  })
})
