import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, guest, person, type Someone, spaceWith } from '../../testing/as.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

describe('letting people in', () => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  beforeAll(async () => {
    server = await testServer({ env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada', { verified: true })
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
  })
  afterAll(() => server.stop())

  it('works by a role link, tells the maker, and leaves members as they are', async () => {
    const wid = await spaceWith(ada, 'Plans')
    const link = await ada.call.space.inviteLink({ query: { wid, role: 'editor' } })
    expect(await ada.call.space.inviteLink({ query: { wid, role: 'editor' } })).toEqual(link)
    const info = await server.as(null).space.inviteInfo({ query: { token: link.token } })
    expect(info).toEqual({
      wid,
      name: 'Plans',
      photo: null,
      inviter: { name: 'Ada', photo: null },
      role: 'editor',
      guests: true,
    })

    const space = await bob.call.space.acceptInvite({ body: { token: link.token } })
    expect(space).toMatchObject({ wid, role: 'editor', members: 2, owner: { uid: ada.uid, email: null } })
    const viewer = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    expect(await bob.call.space.acceptInvite({ body: { token: viewer.token } })).toMatchObject({
      role: 'editor',
    })
    const notices = await ada.call.user.notices()
    expect(notices.list[0]).toMatchObject({ type: 1001, user: bob.uid, wid, spaceName: 'Plans' })
  })

  it('works by mail for the address it was sent to, and for no other', async () => {
    const wid = await spaceWith(ada, 'Mail')
    const body = {
      role: 'editor' as const,
      email: [bob.email, 'nobody@example.com', ada.email],
      data: '',
      send_email: true,
    }
    const results = await ada.call.space.invite({ query: { wid }, body })
    expect(results.list).toEqual([
      { email: bob.email, result: 'invited' },
      { email: 'nobody@example.com', result: 'invited' },
      { email: ada.email, result: 'member' },
    ])
    const letter = (await server.letters()).find(
      ({ to, subject }) => to === bob.email && subject.includes('Mail'),
    )
    const token = new URL(/http\S+/.exec(letter?.text ?? '')?.[0] ?? '').searchParams.get('invite') ?? ''
    expect(letter?.subject).toBe('Ada invites you to Mail')
    expect(await codeOf(cleo.call.space.acceptInvite({ body: { token } }))).toBe(4003)
    expect(await bob.call.space.acceptInvite({ body: { token } })).toMatchObject({ wid, role: 'editor' })
    expect(await codeOf(cleo.call.space.acceptInvite({ body: { token } }))).toBe(4027)
  })

  it('never gives more than the maker may give now', async () => {
    const wid = await spaceWith(ada, 'Rights', { bob: [bob, 'admin'] })
    const link = await bob.call.space.inviteLink({ query: { wid, role: 'contributor' } })
    await ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role: 'editor' } })
    expect(await codeOf(cleo.call.space.acceptInvite({ body: { token: link.token } }))).toBe(4027)
  })

  it('never brings back by a link whom somebody took out', async () => {
    const wid = await spaceWith(ada, 'Removed', { bob: [bob, 'editor'] })
    const link = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await codeOf(bob.call.space.acceptInvite({ body: { token: link.token } }))).toBe(4003)
    expect(await codeOf(bob.call.space.info({ query: { wid } }))).toBe(4004)
    await bob.call.space.requestAccess({ body: { wid, role: 'viewer' } })
    const decided = await ada.call.space.decideAccess({ body: { wid, uid: bob.uid, role: 'viewer' } })
    expect(decided.state).toBe('granted')
    expect(await bob.call.space.info({ query: { wid } })).toMatchObject({ role: 'viewer' })
  })

  it('lets guests in by a link that allows it, as editors at most', async () => {
    const visitor = await guest(server, 'Visitor')
    const wid = await spaceWith(ada, 'Open house')
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'admin' } })
    await ada.call.space.changeInviteLink({ body: { wid, token, guests: false } })
    expect(await codeOf(visitor.call.space.acceptInvite({ body: { token } }))).toBe(4034)
    await ada.call.space.changeInviteLink({ body: { wid, token, guests: true } })
    expect(await visitor.call.space.acceptInvite({ body: { token } })).toMatchObject({ role: 'editor' })
  })
})
