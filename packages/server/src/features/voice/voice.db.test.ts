import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { fakePage, fakeVoiceEngine } from '../../testing/voice-fakes.ts'
import { OWN_ADDRESS, VoiceTab } from '../../testing/voice-tab.ts'
import { createVoiceRooms } from './index.ts'

describe.each(engineNames)('the voice room on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  let wid = ''
  const tabs: VoiceTab[] = []
  beforeAll(async () => {
    server = await testServer({ engine, env: { LOG_LEVEL: 'warn' } })
    ada = await person(server, 'Ada')
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
    wid = await createSpace(ada, 'Talk', { bob: [bob, 'viewer'], cleo: [cleo, 'editor'] })
  })
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.leave()
  })
  afterAll(() => server.stop())

  async function join(who: Someone, mic = true, space = wid): Promise<VoiceTab> {
    const tab = await VoiceTab.join(server.url, who, space, { mic })
    tabs.push(tab)
    return tab
  }
  async function showTicket(token: string): Promise<VoiceTab> {
    const tab = new VoiceTab(`${server.url.replace('http', 'ws')}/api/voice`, 'x')
    tabs.push(tab)
    await tab.hello(token)
    return tab
  }
  const getUids = (tab: VoiceTab): string[] => (tab.find('people')?.people ?? []).map(({ uid }) => uid).sort()

  it('gives tickets to members that open it once, within 60 s, for whoever asked', async () => {
    const ticket = await bob.call.space.voiceToken({ query: { wid } })
    expect(ticket).toMatchObject({ kind: 'embedded', url: '/api/voice', iceServers: [] })
    expect(Date.parse(ticket.expiresAt) - server.clock.now()).toBe(60_000)
    const first = await showTicket(ticket.token)
    expect(getUids(first)).toEqual([bob.uid])
    expect((await showTicket(ticket.token)).closedAs).toBe('bad_ticket')
    const late = await bob.call.space.voiceToken({ query: { wid } })
    server.clock.advance(60_000)
    expect((await showTicket(late.token)).closedAs).toBe('bad_ticket')
    const stranger = await person(server, 'Stranger')
    expect(await getCode(stranger.call.space.voiceToken({ query: { wid } }))).toBe(4004)
  })

  it('carries everybody’s voice to everybody else under their own name, also after its process was killed', async () => {
    const [a, b, c] = [await join(ada), await join(bob), await join(cleo)]
    await Promise.all([a.hears(bob.uid, cleo.uid), b.hears(ada.uid, cleo.uid), c.hears(ada.uid, bob.uid)])
    expect([...a.heard.keys()].sort()).toEqual([bob.uid, cleo.uid].sort())
    // Nobody learns where somebody else is.
    expect(JSON.stringify([a, b, c].map(({ frames }) => frames))).not.toContain(OWN_ADDRESS)
    expect((await ada.call.space.online({ query: { id: wid } })).list).toEqual([])
    const slots = a.find('slots')?.slots ?? []
    expect(new Set(slots.filter((slot) => slot !== null))).toEqual(new Set([a.c, b.c, c.c]))
    await a.until(() => a.find('speaking')?.c.length === 3)
    const before = a.frames.length
    await a.until(() => a.find('people')?.people.every(({ connected }) => connected) ?? false)
    server.killVoice()
    await a.until(() => a.frames.slice(before).some(({ t }) => t === 'interrupted'))
    await Promise.all([a.hears(bob.uid, cleo.uid), b.hears(ada.uid, cleo.uid)])
  })

  it('is closed by a microphone that is off, whatever the page sends, and by an admin until its owner opens it', async () => {
    const [a, b] = [await join(ada), await join(bob, false)]
    await b.hears(ada.uid)
    expect(a.heard.get(bob.uid)).toBeUndefined()
    b.say({ t: 'mic', on: true })
    await a.hears(bob.uid)
    // Who is no admin mutes and removes nobody.
    b.say({ t: 'mute', c: a.c })
    b.say({ t: 'remove', c: a.c ?? '' })
    b.say({ t: 'hand', up: true })
    await a.until(() => a.find('people')?.people.some(({ hand }) => hand) ?? false)
    expect(a.find('people')?.people.find(({ uid }) => uid === ada.uid)?.mic).toBe(true)
    a.say({ t: 'mute', c: null })
    await b.until(() => b.find('muted') !== undefined)
    expect(b.find('muted')).toEqual({ t: 'muted', by: 'Ada' })
    a.heard.clear()
    await b.hears(ada.uid)
    expect(a.heard.get(bob.uid) ?? 0).toBeLessThan(5)
    b.say({ t: 'mic', on: true })
    await a.hears(bob.uid)
    a.say({ t: 'remove', c: b.c ?? '' })
    await b.until(() => b.closedAs !== null)
    expect(b.closedAs).toBe('removed')
    await a.until(() => getUids(a).length === 1)
  })

  it('has one voice for each person: the newer tab takes over', async () => {
    const older = await join(ada)
    const newer = await join(ada)
    await older.until(() => older.closedAs !== null)
    expect(older.closedAs).toBe('replaced')
    expect(getUids(newer)).toEqual([ada.uid])
  })

  it('ends for whoever is removed, signs out or finds it in the trash, and their tickets with it', async () => {
    const other = await createSpace(ada, 'Short', { bob: [bob, 'editor'], cleo: [cleo, 'admin'] })
    const leaver = await guest(server, 'Leaver')
    const { token } = await ada.call.space.inviteLink({ query: { wid: other, role: 'viewer' } })
    await leaver.call.space.acceptInvite({ body: { token } })
    const [a, b, c] = [
      await join(ada, true, other),
      await join(bob, true, other),
      await join(cleo, true, other),
    ]
    const g = await join(leaver, true, other)
    const held = await bob.call.space.voiceToken({ query: { wid: other } })
    await ada.call.space.removeMember({ query: { wid: other, uid: bob.uid } })
    await b.until(() => b.closedAs !== null)
    expect(b.closedAs).toBe('no_access')
    expect((await showTicket(held.token)).closedAs).toBe('no_access')
    await leaver.call.auth.logout()
    await g.until(() => g.closedAs !== null)
    expect(g.closedAs).toBe('session_ended')
    expect(c.find('joined')?.moderator).toBe(true)
    await ada.call.space.setRole({ query: { wid: other }, body: { uid: cleo.uid, role: 'viewer' } })
    await c.until(() => c.find('moderator')?.moderator === false)
    await ada.call.space.remove({ query: { wid: other } })
    await a.until(() => a.closedAs !== null)
    expect(a.closedAs).toBe('no_access')
  })

  it('counts the owner’s minutes by what the engine saw, tells when few are left, and closes at none', async () => {
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
        const page = fakePage()
        const voice = rooms.open(page.socket)
        if (typeof ticket !== 'string') voice.receive({ t: 'hello', token: ticket.token, mic: true })
        await page.until(() => page.frames.some(({ t }) => t === 'joined'))
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
    const told = (seconds: number): boolean =>
      first.frames.some((frame) => frame.t === 'minutes' && frame.remain === seconds)
    expect([told(95), told(55)]).toEqual([true, false])
    // One of them is frozen: nobody has company, so nobody pays.
    await talk(connected.slice(0, 1))
    await talk(connected)
    expect([await remain(), (await owner.call.space.limits({})).voice.used]).toEqual([75, 300 * 60 - 75])
    for (let round = 0; round < 4; round += 1) await talk(connected)
    expect([told(75), told(55)]).toEqual([false, true])
    expect([first.closedAs, second.closedAs, await remain()]).toEqual(['quota', 'quota', 0])
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
