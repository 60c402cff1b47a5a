import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person, signedInAgain, type Someone, createSpace } from '../../../testing/as.ts'
import { engineNames } from '../../../testing/databases.ts'
import { type TestServer, testServer } from '../../../testing/test-server.ts'

const HOUR_MS = 3_600_000

describe.each(engineNames)('asking for access on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    ada = await person(server, 'Ada')
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
  })
  afterAll(() => server.stop())

  const ask = (who: Someone, wid: string, note = 'I draw the harbour.') =>
    who.call.space.requestAccess({ body: { wid, role: 'editor', note } })
  const listRequests = async (who: Someone, wid: string) =>
    (await who.call.user.notices()).list.filter(
      (notification) => notification.type === 1007 && notification.wid === wid,
    ).length
  const listEmails = async ({ email }: Someone) =>
    (await server.emails()).filter(
      (message) => message.to === email && message.subject.includes('requests access'),
    )
  /** Parameters of the links in an email. */
  const findAnswers = (text: string) =>
    [...text.matchAll(/https?:\S+/g)].map(([address]) => {
      const { searchParams: query } = new URL(address)
      return { uid: query.get('uid') ?? '', answer: query.get('answer'), proof: query.get('proof') ?? '' }
    })

  it('notifies the admins once, reminds them after a day, and keeps its date', async () => {
    const wid = await createSpace(ada, 'Harbour', { bob: [bob, 'admin'] })
    const asked = await ask(cleo, wid)
    const remindAt = new Date(server.clock.now() + 24 * HOUR_MS).toISOString()
    expect(asked).toMatchObject({ state: 'waiting', note: 'I draw the harbour.', remindAt })
    expect([await listRequests(ada, wid), await listRequests(bob, wid)]).toEqual([1, 1])
    expect(await listEmails(ada)).toHaveLength(1)

    server.clock.advance(HOUR_MS)
    await expect(ask(cleo, wid)).rejects.toMatchObject({ code: 4029, data: { retryAfter: 23 * 3_600 } })
    // Other words reach those who look, but wake nobody up.
    expect(await ask(cleo, wid, 'And the quay.')).toMatchObject({
      note: 'And the quay.',
      createdAt: asked.createdAt,
      remindAt,
    })
    expect(await listRequests(ada, wid)).toBe(1)

    server.clock.advance(23 * HOUR_MS - 60_000)
    expect(await getCode(ask(cleo, wid, 'And the quay.'))).toBe(4029)
    ada = await signedInAgain(server, ada)
    cleo = await signedInAgain(server, cleo)
    server.clock.advance(60_000)
    expect(await ask(cleo, wid, 'And the quay.')).toMatchObject({ createdAt: asked.createdAt })
    expect(await listRequests(ada, wid)).toBe(2)
    expect(await listEmails(ada)).toHaveLength(2)

    const waiting = async () => (await ada.call.space.accessRequests({ query: { wid } })).list
    await cleo.call.space.withdrawAccess({ query: { wid } })
    expect(await waiting()).toEqual([])
    expect((await cleo.call.space.accessRequests({ query: { wid } })).list).toEqual([])
    // Asking anew is no way around the day.
    await ask(cleo, wid)
    expect(await waiting()).toMatchObject([{ uid: cleo.uid }])
    expect(await listRequests(ada, wid)).toBe(2)
  })

  it('is answered by the links of an email, by its recipient only, and once', async () => {
    const wid = await createSpace(ada, 'Letters')
    bob = await signedInAgain(server, bob)
    await ask(bob, wid)
    const message = (await listEmails(ada)).find(({ text }) => text.includes('Letters'))
    expect(message?.text).toContain('Bob would like to join “Letters” as an editor.')
    expect(message?.text).toContain('“I draw the harbour.”')
    const [yes, no] = findAnswers(message?.text ?? '')
    expect([yes?.answer, no?.answer, yes?.uid]).toEqual(['yes', 'no', bob.uid])
    const decide = (who: Someone, proof: string, role: 'editor' | null = 'editor') =>
      who.call.space.decideAccess({ body: { wid, uid: bob.uid, role, proof } })
    // Bob cannot write such a link: without the proof it opens a page that asks, with a wrong one it does nothing.
    expect(await getCode(decide(ada, 'a_made-up'))).toBe(4004)
    expect(await getCode(decide(bob, yes?.proof ?? ''))).toBe(4004)
    const other = await createSpace(ada, 'Other')
    await ask(bob, other)
    const elsewhere = { wid: other, uid: bob.uid, role: 'editor' as const, proof: yes?.proof ?? '' }
    expect(await getCode(ada.call.space.decideAccess({ body: elsewhere }))).toBe(4004)

    expect(await decide(ada, yes?.proof ?? '')).toMatchObject({
      state: 'granted',
      role: 'editor',
      remindAt: null,
    })
    expect(await bob.call.space.info({ query: { wid } })).toMatchObject({ role: 'editor' })
    expect((await bob.call.user.notices()).list).toContainEqual(
      expect.objectContaining({ type: 1008, wid, data: { granted: true, role: 'editor' } }),
    )
    // The other link afterwards: what was decided stays decided.
    expect(await decide(ada, no?.proof ?? '', null)).toMatchObject({ state: 'granted' })
    expect(await bob.call.space.info({ query: { wid } })).toMatchObject({ role: 'editor' })
  })

  it('emails nobody who has turned that off, nor after the answer', async () => {
    const wid = await createSpace(ada, 'Quiet')
    const types = { '1007': { inApp: true, email: false } }
    await ada.call.user.setNotifyConfig({ body: { types } })
    const before = (await listEmails(ada)).length
    await ask(cleo, wid)
    expect(await listEmails(ada)).toHaveLength(before)
    await ada.call.user.setNotifyConfig({ body: { types: {} } })
    await ada.call.space.decideAccess({ body: { wid, uid: cleo.uid, role: null } })
    expect(await getCode(ask(cleo, wid))).toBe(4029)
    expect(await listEmails(ada)).toHaveLength(before)
  })
})
