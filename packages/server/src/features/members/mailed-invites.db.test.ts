import { Refusal } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe.each(engineNames)('an invitation by mail on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let count = 0
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada', { verified: true })
  })
  afterAll(() => server.stop())

  /** Somebody who has typed an address and not shown that it is theirs. */
  const unverified = () => person(server, `Bob${(count += 1)}`)
  const verified = async ({ call, token }: Someone) => (await call.auth.loggedin({ token })).emailVerified

  async function invite(wid: string, { email }: Someone): Promise<string> {
    const body = { role: 'editor' as const, email: [email], data: 'p=page-2', send_email: true }
    await ada.call.space.invite({ query: { wid }, body })
    const emails = await server.emails()
    const message = emails.find(({ to, text }) => to === email && text.includes('invite='))
    return new URL(/http\S+/.exec(message?.text ?? '')?.[0] ?? '').searchParams.get('invite') ?? ''
  }
  const accept = ({ call }: Someone, token: string) => call.space.acceptInvite({ body: { token } })
  const why = (who: Someone, token: string) =>
    accept(who, token).then(
      (entered) => entered?.wid,
      (error: unknown) => (error instanceof Refusal ? [error.code, error.data] : error),
    )

  it('verifies the address that it was sent to', async () => {
    const bob = await unverified()
    const wid = await createSpace(ada, 'Proved')
    const token = await invite(wid, bob)
    expect(await verified(bob)).toBe(false)
    expect(await accept(bob, token)).toMatchObject({ wid, opens: { data: 'p=page-2' } })
    expect(await verified(bob)).toBe(true)
  })

  it('verifies it also for existing members', async () => {
    const bob = await unverified()
    const wid = await createSpace(ada, 'Inside')
    const token = await invite(wid, bob)
    const { token: link } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    expect(await accept(bob, link)).toMatchObject({ role: 'viewer' })
    expect(await verified(bob)).toBe(false)
    expect(await accept(bob, token)).toMatchObject({ wid, role: 'viewer' })
    expect(await verified(bob)).toBe(true)
  })

  it('proves nothing by a link that someone else received', async () => {
    const bob = await unverified()
    const wid = await createSpace(ada, 'Handed on')
    const body = { role: 'editor' as const, email: [bob.email], data: '', send_email: false }
    const { list } = await ada.call.space.invite({ query: { wid }, body })
    const token = new URL(list[0]?.link ?? '').searchParams.get('invite') ?? ''
    expect(await accept(bob, token)).toMatchObject({ wid })
    expect(await verified(bob)).toBe(false)
  })

  it('gives its link to its sender and to admins, and proves nothing from then on', async () => {
    const bob = await unverified()
    const eve = await unverified()
    const wid = await createSpace(ada, 'Copied', { eve: [eve, 'editor'] })
    const token = await invite(wid, bob)
    const getLink = ({ call }: Someone, email = bob.email) =>
      call.space.invitationLink({ query: { wid }, body: { email } })
    expect(await getCode(getLink(eve))).toBe(4004)
    expect(await getCode(getLink(ada, eve.email))).toBe(4004)
    const { link } = await getLink(ada)
    expect(new URL(link).searchParams.get('invite')).toBe(token)
    expect(await accept(bob, token)).toMatchObject({ wid })
    expect(await verified(bob)).toBe(false)
    expect(await getCode(getLink(ada))).toBe(4004)
  })

  it('gives nothing to an unverified account of its address without the email, and stays valid', async () => {
    const bob = await unverified()
    const wid = await createSpace(ada, 'Squatted')
    const token = await invite(wid, bob)
    expect((await bob.call.user.notices()).total).toBe(0)
    expect((await bob.call.space.list()).total).toBe(0)
    expect(await getCode(bob.call.space.info({ query: { wid } }))).toBe(4004)
    const { token: link } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await accept(bob, link)
    const pending = await ada.call.space.members({ query: { wid, all: '1' } })
    const invitedAt = new Date(server.clock.now()).toISOString()
    expect(pending.list.filter(({ pending: waits }) => waits)).toMatchObject([
      { email: bob.email, invitedAt },
    ])
    expect(pending.list.filter(({ invitedAt: sent }) => sent !== null)).toHaveLength(1)
    expect(await getCode(server.as(null).space.inviteInfo({ query: { token } }))).toBe(200)
  })

  it('leads the person who accepted it to the space again, with their current role', async () => {
    const bob = await person(server, `Bob${(count += 1)}`, { verified: true })
    const cleo = await unverified()
    const wid = await createSpace(ada, 'Again', { cleo: [cleo, 'viewer'] })
    const token = await invite(wid, bob)
    await accept(bob, token)
    await ada.call.space.setRole({ query: { wid }, body: { uid: bob.uid, role: 'admin' } })
    expect(await accept(bob, token)).toMatchObject({ wid, role: 'admin', opens: { data: '', voice: false } })
    // For everybody else it is over, members included.
    expect(await why(cleo, token)).toEqual([4027, { reason: 'used_up' }])
    await bob.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await why(bob, token)).toEqual([4027, { reason: 'used_up' }])
  })

  it('cannot be used after it was declined', async () => {
    const bob = await unverified()
    const wid = await createSpace(ada, 'Declined')
    const token = await invite(wid, bob)
    expect(await bob.call.space.acceptInvite({ body: { token, decline: true } })).toBeNull()
    expect(await verified(bob)).toBe(false)
    expect(await why(bob, token)).toEqual([4027, { reason: 'used_up' }])
  })
})
