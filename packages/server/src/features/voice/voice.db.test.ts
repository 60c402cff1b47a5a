import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { fakeVoiceSocket, fakeVoiceEngine } from '../../testing/voice-fakes.ts'
import { OWN_ADDRESS } from '../../testing/livekit-test-client.ts'
import { VoiceTestClient } from '../../testing/voice-test-client.ts'
import { createVoiceRooms } from './index.ts'

describe.each(engineNames)('the voice room on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  let wid = ''
  const clients: VoiceTestClient[] = []
  beforeAll(async () => {
    server = await testServer({ engine, env: { LOG_LEVEL: 'warn' } })
    ada = await person(server, 'Ada')
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
    wid = await createSpace(ada, 'Talk', { bob: [bob, 'viewer'], cleo: [cleo, 'editor'] })
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })
  afterAll(() => server.stop())

  async function join(who: Someone, mic = true, space = wid): Promise<VoiceTestClient> {
    const client = await VoiceTestClient.join(server.url, who, space, { mic })
    clients.push(client)
    return client
  }
  async function redeem(token: string): Promise<VoiceTestClient> {
    const client = new VoiceTestClient(`${server.url.replace('http', 'ws')}/api/voice`, 'x')
    clients.push(client)
    await client.hello(token)
    return client
  }
  const getUids = (client: VoiceTestClient): string[] =>
    (client.getLatest('people')?.people ?? []).map(({ uid }) => uid).sort()

  it('issues tickets to members, each valid once and for 60 s', async () => {
    const ticket = await bob.call.space.voiceToken({ query: { wid } })
    expect(ticket).toMatchObject({ kind: 'embedded', url: '/api/voice', iceServers: [] })
    expect(Date.parse(ticket.expiresAt) - server.clock.now()).toBe(60_000)
    const first = await redeem(ticket.token)
    expect(getUids(first)).toEqual([bob.uid])
    expect((await redeem(ticket.token)).closeName).toBe('bad_ticket')
    const late = await bob.call.space.voiceToken({ query: { wid } })
    server.clock.advance(60_000)
    expect((await redeem(late.token)).closeName).toBe('bad_ticket')
    const stranger = await person(server, 'Stranger')
    expect(await getCode(stranger.call.space.voiceToken({ query: { wid } }))).toBe(4004)
  })

  it('forwards each participant to all others, also after the engine was killed', async () => {
    const [a, b, c] = [await join(ada), await join(bob), await join(cleo)]
    await Promise.all([
      a.waitUntilReceives(bob.uid, cleo.uid),
      b.waitUntilReceives(ada.uid, cleo.uid),
      c.waitUntilReceives(ada.uid, bob.uid),
    ])
    expect([...a.incoming.keys()].sort()).toEqual([bob.uid, cleo.uid].sort())
    // No client receives the address of another.
    expect(JSON.stringify([a, b, c].map(({ frames }) => frames))).not.toContain(OWN_ADDRESS)
    expect((await ada.call.space.online({ query: { id: wid } })).list).toEqual([])
    const slots = a.getLatest('slots')?.slots ?? []
    expect(new Set(slots.filter((slot) => slot !== null))).toEqual(new Set([a.c, b.c, c.c]))
    await a.waitUntil(() => a.getLatest('speaking')?.c.length === 3)
    // Who is silent is not speaking: the engine reads the levels.
    c.level = 90
    await a.waitUntil(() => a.getLatest('speaking')?.c.length === 2)
    expect(a.getLatest('speaking')?.c).not.toContain(c.c)
    const before = a.frames.length
    await a.waitUntil(() => a.getLatest('people')?.people.every(({ connected }) => connected) ?? false)
    server.killVoice()
    await a.waitUntil(() => a.frames.slice(before).some(({ t }) => t === 'interrupted'))
    await Promise.all([a.waitUntilReceives(bob.uid, cleo.uid), b.waitUntilReceives(ada.uid, cleo.uid)])
  })

  it('forwards nothing from a muted microphone whatever the client sends, also when an admin muted it', async () => {
    const [a, b] = [await join(ada), await join(bob, false)]
    await b.waitUntilReceives(ada.uid)
    expect(a.incoming.get(bob.uid)).toBeUndefined()
    b.send({ t: 'mic', on: true })
    await a.waitUntilReceives(bob.uid)
    // Only admins can mute and remove.
    b.send({ t: 'mute', c: a.c })
    b.send({ t: 'remove', c: a.c ?? '' })
    b.send({ t: 'hand', up: true })
    await a.waitUntil(() => a.getLatest('people')?.people.some(({ hand }) => hand) ?? false)
    expect(a.getLatest('people')?.people.find(({ uid }) => uid === ada.uid)?.mic).toBe(true)
    a.send({ t: 'mute', c: null })
    await b.waitUntil(() => b.getLatest('muted') !== undefined)
    expect(b.getLatest('muted')).toEqual({ t: 'muted', by: 'Ada' })
    a.incoming.clear()
    await b.waitUntilReceives(ada.uid)
    expect(a.incoming.get(bob.uid) ?? 0).toBeLessThan(5)
    b.send({ t: 'mic', on: true })
    await a.waitUntilReceives(bob.uid)
    a.send({ t: 'remove', c: b.c ?? '' })
    await b.waitUntil(() => b.closeName !== null)
    expect(b.closeName).toBe('removed')
    await a.waitUntil(() => getUids(a).length === 1)
  })

  it('disconnects who answers an offer with nonsense, without a word in the log', async () => {
    const [a, b] = [await join(ada), await join(bob)]
    await a.waitUntilReceives(bob.uid)
    const offer = b.getLatest('offer')?.offer ?? -1
    const lines = server.log.length
    for (let count = 0; count < 20; count += 1) b.send({ t: 'answer', offer, sdp: 'v=0\r\n'.repeat(2_000) })
    await b.waitUntil(() => b.closeName !== null)
    expect(b.closeName).toBe('bad_frame')
    await a.waitUntil(() => getUids(a).length === 1)
    expect(server.log.slice(lines).filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
    // The room goes on.
    await join(cleo)
    await a.waitUntilReceives(cleo.uid)
  })

  it('has one connection per person: a newer client takes over', async () => {
    const older = await join(ada)
    const newer = await join(ada)
    await older.waitUntil(() => older.closeName !== null)
    expect(older.closeName).toBe('replaced')
    expect(getUids(newer)).toEqual([ada.uid])
  })

  it('disconnects people who were removed or signed out, or whose board was deleted, and voids their tickets', async () => {
    const other = await createSpace(ada, 'Short', { bob: [bob, 'editor'], cleo: [cleo, 'admin'] })
    const deleted = await guest(server, 'Leaver')
    const { token } = await ada.call.space.inviteLink({ query: { wid: other, role: 'viewer' } })
    await deleted.call.space.acceptInvite({ body: { token } })
    const [a, b, c] = [
      await join(ada, true, other),
      await join(bob, true, other),
      await join(cleo, true, other),
    ]
    const g = await join(deleted, true, other)
    const held = await bob.call.space.voiceToken({ query: { wid: other } })
    // No timer is involved: the clock of this server stands still.
    const began = server.clock.now()
    await ada.call.space.removeMember({ query: { wid: other, uid: bob.uid } })
    await b.waitUntil(() => b.closeName !== null)
    expect(b.closeName).toBe('no_access')
    expect((await redeem(held.token)).closeName).toBe('no_access')
    await deleted.call.auth.logout()
    await g.waitUntil(() => g.closeName !== null)
    expect(g.closeName).toBe('session_ended')
    expect(c.getLatest('joined')?.moderator).toBe(true)
    await ada.call.space.setRole({ query: { wid: other }, body: { uid: cleo.uid, role: 'viewer' } })
    await c.waitUntil(() => c.getLatest('moderator')?.moderator === false)
    await ada.call.space.remove({ query: { wid: other } })
    await a.waitUntil(() => a.closeName !== null)
    expect(a.closeName).toBe('no_access')
    expect(server.clock.now()).toBe(began)
  })

  it('bills the owner by the evidence of the engine, warns when few minutes are left and closes at none', async () => {
    const owner = await person(server, 'Owner')
    const mine = await createSpace(owner, 'Minutes', { bob: [bob, 'editor'] })
    const used_ms = (300 * 60 - 95) * 1_000
    await server.app.db.sql
      .insertInto('voice_usage')
      .values({ owner: owner.uid, month: '2026-01', used_ms })
      .execute()
    const engineSeen = fakeVoiceEngine()
    const rooms = createVoiceRooms(server.app, engineSeen.engine, () => undefined)
    const pages = await Promise.all(
      [owner, bob].map(async ({ uid }) => {
        const session = await server.app.db.sql
          .selectFrom('sessions')
          .select('id')
          .where('uid', '=', uid)
          .execute()
        const request = { wid: mine, uid, session: session[0]?.id ?? '', name: uid, photo: null }
        const ticket = await rooms.issueTicket(request)
        const page = fakeVoiceSocket()
        const voice = rooms.open(page.socket)
        if (typeof ticket !== 'string') voice.receive({ t: 'hello', token: ticket.token, mic: true })
        await page.waitUntil(() => page.frames.some(({ t }) => t === 'joined'))
        return page
      }),
    )
    const [first, second] = pages
    if (!first || !second) throw new Error('Nobody joined')
    const { connected } = engineSeen
    for (const connId of connected) engineSeen.emit({ t: 'media', connId, up: true })
    const remain = async () => (await bob.call.space.voiceRemain({ query: { wid: mine } })).remain
    const talk = async (hasSeen: readonly string[]) => {
      for (let second = 0; second < 10; second += 2) {
        server.clock.advance(2_000)
        engineSeen.emit({ t: 'alive', connIds: hasSeen })
      }
      await rooms.settleMinutes()
    }
    const wasWarned = (seconds: number): boolean =>
      first.frames.some((frame) => frame.t === 'minutes' && frame.remain === seconds)
    expect([wasWarned(95), wasWarned(55)]).toEqual([true, false])
    // One of the two is frozen, so the other one is alone and nobody pays.
    await talk(connected.slice(0, 1))
    await talk(connected)
    expect([await remain(), (await owner.call.space.limits({})).voice.used]).toEqual([75, 300 * 60 - 75])
    for (let round = 0; round < 4; round += 1) await talk(connected)
    expect([wasWarned(75), wasWarned(55)]).toEqual([false, true])
    expect([first.closeName, second.closeName, await remain()]).toEqual(['quota', 'quota', 0])
    expect(engineSeen.connected).toEqual([])
    const refusal = owner.call.space.voiceToken({ query: { wid: mine } })
    await expect(refusal).rejects.toMatchObject({ code: 4042, data: { reason: 'minutes' } })
    await rooms.close()
    const stays = await server.app.db.sql
      .selectFrom('voice_stays')
      .selectAll()
      .where('wid', '=', mine)
      .execute()
    expect(stays.map(({ cause, ended_at }) => [cause, ended_at !== null])).toEqual([
      ['quota', true],
      ['quota', true],
    ])
  })
})
