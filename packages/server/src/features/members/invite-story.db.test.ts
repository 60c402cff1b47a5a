import type { Refusal } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe.each(engineNames)('letting people in on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada', { verified: true })
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
  })
  afterAll(() => server.stop())

  it('works by a role link, notifies its author, and does not change members', async () => {
    const wid = await createSpace(ada, 'Plans')
    const link = await ada.call.space.inviteLink({ query: { wid, role: 'editor' } })
    expect(await ada.call.space.inviteLink({ query: { wid, role: 'editor' } })).toEqual(link)
    const info = await server.as(null).space.inviteInfo({ query: { token: link.token } })
    expect(info).toEqual({
      wid,
      name: 'Plans',
      photo: null,
      inviter: { uid: ada.uid, name: 'Ada', photo: null },
      role: 'editor',
      guests: true,
      sentToOther: false,
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

  it('works by email for the address it was sent to, and for no other', async () => {
    const wid = await createSpace(ada, 'Mail')
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
    const email = (await server.emails()).find(
      ({ to, subject }) => to === bob.email && subject.includes('Mail'),
    )
    const token = new URL(/http\S+/.exec(email?.text ?? '')?.[0] ?? '').searchParams.get('invite') ?? ''
    expect(email?.subject).toBe('Ada invited you to “Mail”')
    const getInfo = (call: Someone['call']) => call.space.inviteInfo({ query: { token } })
    expect(await getInfo(bob.call)).toMatchObject({ sentToOther: false })
    expect(await getInfo(cleo.call)).toMatchObject({ sentToOther: true })
    expect(await getInfo(server.as(null))).toMatchObject({ sentToOther: false })
    expect(await getCode(cleo.call.space.acceptInvite({ body: { token } }))).toBe(4003)
    expect(await bob.call.space.acceptInvite({ body: { token } })).toMatchObject({ wid, role: 'editor' })
    expect(await getCode(cleo.call.space.acceptInvite({ body: { token } }))).toBe(4027)
  })

  it('never gives more than its author can give now', async () => {
    const wid = await createSpace(ada, 'Rights', { bob: [bob, 'admin'] })
    const link = await bob.call.space.inviteLink({ query: { wid, role: 'contributor' } })
    await ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role: 'editor' } })
    expect(await getCode(cleo.call.space.acceptInvite({ body: { token: link.token } }))).toBe(4027)
  })

  it('never readmits a removed person by a link', async () => {
    const wid = await createSpace(ada, 'Removed', { bob: [bob, 'editor'] })
    const link = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await getCode(bob.call.space.acceptInvite({ body: { token: link.token } }))).toBe(4003)
    expect(await getCode(bob.call.space.info({ query: { wid } }))).toBe(4004)
    await bob.call.space.requestAccess({ body: { wid, role: 'viewer' } })
    const decided = await ada.call.space.decideAccess({ body: { wid, uid: bob.uid, role: 'viewer' } })
    expect(decided.state).toBe('granted')
    expect(await bob.call.space.info({ query: { wid } })).toMatchObject({ role: 'viewer' })
  })

  it('admits guests by a link that allows it, as editors at most', async () => {
    const visitor = await guest(server, 'Visitor')
    const wid = await createSpace(ada, 'Open house')
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'admin' } })
    await ada.call.space.changeInviteLink({ body: { wid, token, guests: false } })
    expect(await getCode(visitor.call.space.acceptInvite({ body: { token } }))).toBe(4034)
    await ada.call.space.changeInviteLink({ body: { wid, token, guests: true } })
    expect(await visitor.call.space.acceptInvite({ body: { token } })).toMatchObject({ role: 'editor' })
    const raising = visitor.uid
    expect(
      await getCode(ada.call.space.setRole({ query: { wid }, body: { uid: raising, role: 'admin' } })),
    ).toBe(4034)
    expect(await getCode(ada.call.space.transferOwnership({ query: { wid }, body: { uid: raising } }))).toBe(
      4034,
    )
  })
  it('ends with the link: limits, rotation and revocation apply at once', async () => {
    const wid = await createSpace(ada, 'Limits')
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const accept = (who: Someone, of: string) => getCode(who.call.space.acceptInvite({ body: { token: of } }))
    await ada.call.space.changeInviteLink({ body: { wid, token, domain: 'example.org' } })
    expect(await accept(bob, token)).toBe(4003)
    await ada.call.space.changeInviteLink({ body: { wid, token, domain: null, maxUses: 1 } })
    expect(await accept(bob, token)).toBe(200)
    expect(await accept(cleo, token)).toBe(4027)
    const rotated = await ada.call.space.changeInviteLink({
      body: { wid, token, maxUses: null, rotate: true },
    })
    expect(rotated.uses).toBe(0)
    expect(await getCode(server.as(null).space.inviteInfo({ query: { token } }))).toBe(4027)
    const soon = new Date(server.clock.now() + 60_000).toISOString()
    await ada.call.space.changeInviteLink({ body: { wid, token: rotated.token, expiresAt: soon } })
    server.clock.advance(60_000)
    expect(await accept(cleo, rotated.token)).toBe(4027)
    await ada.call.space.changeInviteLink({ body: { wid, token: rotated.token, expiresAt: null } })
    await ada.call.space.removeInviteLink({ query: { wid, token: rotated.token } })
    expect(await accept(cleo, rotated.token)).toBe(4027)
  })

  it('lets concurrent people use a link exactly as often as allowed', async () => {
    const wid = await createSpace(ada, 'Race')
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await ada.call.space.changeInviteLink({ body: { wid, token, maxUses: 2 } })
    const racers = await Promise.all(['R1', 'R2', 'R3', 'R4', 'R5'].map((name) => guest(server, name)))
    const codes = await Promise.all(
      racers.map(({ call }) => getCode(call.space.acceptInvite({ body: { token } }))),
    )
    expect(codes.toSorted()).toEqual([200, 200, 4027, 4027, 4027])
  })

  it('has exactly one owner after concurrent transfers', async () => {
    const [dora, eli, finn] = await Promise.all(['Dora', 'Eli', 'Finn'].map((name) => person(server, name)))
    if (!dora || !eli || !finn) throw new Error('three people')
    const wid = await createSpace(dora, 'Owners', { eli: [eli, 'admin'], finn: [finn, 'viewer'] })
    const transfer = (to: Someone) =>
      getCode(dora.call.space.transferOwnership({ query: { wid }, body: { uid: to.uid } }))
    const codes = await Promise.all([transfer(eli), transfer(finn), transfer(eli), transfer(finn)])
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    const { list } = await dora.call.space.members({ query: { wid, all: '1' } })
    expect(list.filter(({ role }) => role === 'owner')).toHaveLength(1)
    expect(list.find(({ uid }) => uid === dora.uid)?.role).toBe('admin')
  })

  it('reveals nothing about spaces that do not exist', async () => {
    const asked = await cleo.call.space.requestAccess({
      body: { wid: 'no-such-space', role: 'viewer', note: 'Hi' },
    })
    const wid = await createSpace(ada, 'Real')
    const real = await cleo.call.space.requestAccess({ body: { wid, role: 'viewer', note: 'Hi' } })
    expect({ ...real, createdAt: '' }).toEqual({ ...asked, createdAt: '' })
    expect((await cleo.call.space.accessRequests({ query: { wid: 'no-such-space' } })).list).toEqual([asked])
  })

  it('lets a member request a higher role, and never lowers it by granting less', async () => {
    const wid = await createSpace(ada, 'More', { cleo: [cleo, 'commenter'] })
    const ask = (role: 'viewer' | 'editor') =>
      cleo.call.space.requestAccess({ body: { wid, role, note: 'Please' } })
    const decide = (role: 'viewer' | 'editor') =>
      ada.call.space.decideAccess({ body: { wid, uid: cleo.uid, role } })
    const roleNow = async () => (await cleo.call.space.info({ query: { wid } })).role
    expect((await ask('viewer')).state).toBe('granted')
    expect((await ask('editor')).state).toBe('waiting')
    await decide('viewer')
    expect(await roleNow()).toBe('commenter')
    await ask('editor')
    await decide('editor')
    expect(await roleNow()).toBe('editor')
    expect((await ada.call.space.members({ query: { wid, all: '1' } })).total).toBe(2)
  })

  it('invites nobody by email before the own address is verified', async () => {
    const dan = await person(server, 'Dan')
    const wid = await createSpace(dan, 'Unverified')
    const body = { role: 'viewer' as const, email: ['x@example.com'], data: '', send_email: true }
    const { list } = await dan.call.space.invite({ query: { wid }, body })
    expect(list).toEqual([{ email: 'x@example.com', result: 'refused', reason: 'unverified' }])
    const links = await dan.call.space.invite({ query: { wid }, body: { ...body, send_email: false } })
    expect(links.list[0]?.link).toContain(`&w=${wid}`)
  })

  it('shows addresses to admins only, and finds people by them only for them', async () => {
    const wid = await createSpace(ada, 'Addresses', { bob: [bob, 'admin'], cleo: [cleo, 'viewer'] })
    const asAdmin = await bob.call.space.members({ query: { wid, key: 'cleo@' } })
    expect(asAdmin.list.map(({ email }) => email)).toEqual([cleo.email])
    const asViewer = await cleo.call.space.members({ query: { wid } })
    expect(asViewer.list.map(({ email }) => email)).toEqual([null, null, cleo.email])
    expect((await cleo.call.space.members({ query: { wid, key: 'bob@' } })).total).toBe(0)
    expect(await cleo.call.user.info({ query: { uid: bob.uid } })).toMatchObject({ name: 'Bob', email: null })
    expect(await bob.call.user.info({ query: { uid: cleo.uid } })).toMatchObject({ email: cleo.email })
  })

  it('increments the access version with every change of permissions', async () => {
    const wid = await createSpace(ada, 'Version', { bob: [bob, 'viewer'] })
    const version = async () => {
      const row = server.app.db.sql.selectFrom('spaces').select('access_version').where('wid', '=', wid)
      return (await row.executeTakeFirstOrThrow()).access_version
    }
    const steps = [
      () => ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role: 'admin' } }),
      () => ada.call.space.transferOwnership({ query: { wid }, body: { uid: bob.uid } }),
      () => ada.call.space.removeMember({ query: { wid, uid: ada.uid } }),
      () => bob.call.space.remove({ query: { wid } }),
      () => bob.call.space.restore({ body: { wid } }),
    ]
    for (const step of steps) {
      const before = await version()
      await step()
      expect(await version()).toBeGreaterThan(before)
    }
  })

  it('gives the reason why a link or email does not work, each by its own name', async () => {
    const wid = await createSpace(ada, 'Reasons', { bob: [bob, 'admin'] })
    const why = (of: string) =>
      cleo.call.space.acceptInvite({ body: { token: of } }).then(
        () => 'let in',
        ({ code, data }: Refusal) => [code, (data as { reason?: string }).reason],
      )
    const link = async (role: 'viewer' | 'commenter' | 'editor', change: object) => {
      const { token } = await ada.call.space.inviteLink({ query: { wid, role } })
      await ada.call.space.changeInviteLink({ body: { wid, token, ...change } })
      return token
    }
    const invite = async (who: Someone, role: 'viewer' | 'editor', data = '') => {
      const body = { role, email: [cleo.email], data, send_email: false }
      const { list } = await who.call.space.invite({ query: { wid }, body })
      return new URL(list[0]?.link ?? '').searchParams.get('invite') ?? ''
    }
    const soon = new Date(server.clock.now() + 1_000).toISOString()
    const expired = await link('viewer', { expiresAt: soon })
    server.clock.advance(1_000)
    expect(await why(expired)).toEqual([4027, 'expired'])
    const used = await link('commenter', { maxUses: 1 })
    await (await guest(server, 'First')).call.space.acceptInvite({ body: { token: used } })
    expect(await why(used)).toEqual([4027, 'used_up'])
    const revoked = await link('editor', {})
    await ada.call.space.removeInviteLink({ query: { wid, token: revoked } })
    expect(await why(revoked)).toEqual([4027, 'revoked'])
    expect(await why('l_unknown')).toEqual([4027, undefined])

    const first = await invite(ada, 'viewer')
    const second = await invite(ada, 'editor')
    expect(await why(first)).toEqual([4027, 'revoked'])
    await ada.call.space.removeMember({ query: { wid, email: cleo.email } })
    expect(await why(second)).toEqual([4027, 'revoked'])
    // A demotion ends what can no longer be given, and a later promotion does not bring it back.
    const third = await invite(bob, 'viewer')
    const setRole = (role: 'viewer' | 'editor') =>
      ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role } })
    await setRole('viewer')
    await setRole('editor')
    expect(await why(third)).toEqual([4027, 'revoked'])
    // Still an editor gives what an editor has; anyone who changes the role vouches for it from then on.
    const fourth = await invite(bob, 'viewer')
    await ada.call.space.setRole({ query: { wid }, body: { email: cleo.email, role: 'admin' } })
    await setRole('viewer')
    const entered = await cleo.call.space.acceptInvite({ body: { token: fourth } })
    expect(entered).toMatchObject({ role: 'admin', opens: { data: '', voice: false } })
    await ada.call.space.removeMember({ query: { wid, uid: cleo.uid } })
    expect(await why(fourth)).toEqual([4027, 'used_up'])
    // Only an admin undoes a removal, and what was to be shown first comes along.
    server.clock.advance(1)
    const fifth = await invite(ada, 'viewer', 'p=page-2')
    expect(await cleo.call.space.acceptInvite({ body: { token: fifth } })).toMatchObject({
      opens: { data: 'p=page-2', voice: false },
    })
  })

  it('invites into the voice room by a link with that parameter', async () => {
    const wid = await createSpace(ada, 'Voice')
    const body = { role: 'viewer' as const, email: [bob.email], data: '', send_email: false }
    const { list } = await ada.call.space.inviteToVoice({ query: { wid }, body })
    const link = new URL(list[0]?.link ?? '')
    expect(link.searchParams.get('voice')).toBe('1')
    const token = link.searchParams.get('invite') ?? ''
    expect(await bob.call.space.acceptInvite({ body: { token } })).toMatchObject({
      opens: { data: '', voice: true },
    })
  })

  it('admits somebody before a link is revoked or not at all, also concurrently', async () => {
    const wid = await createSpace(ada, 'Close')
    for (const name of ['Ny', 'Oz', 'Pia']) {
      const racer = await guest(server, name)
      const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
      const [code] = await Promise.all([
        getCode(racer.call.space.acceptInvite({ body: { token } })),
        ada.call.space.removeInviteLink({ query: { wid, token } }),
      ])
      const isIn = (await getCode(racer.call.space.info({ query: { wid } }))) === 200
      expect([code, isIn]).toEqual(code === 200 ? [200, true] : [4027, false])
      expect(
        await getCode((await guest(server, `${name}-too`)).call.space.acceptInvite({ body: { token } })),
      ).toBe(4027)
    }
  })
})
