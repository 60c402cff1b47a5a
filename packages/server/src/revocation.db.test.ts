import type { ServerFrame } from '@tavla/contract/realtime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from './ports/clock/system-clock.ts'
import { Tab } from './realtime/testing/tab.ts'
import { getCode, person, type Someone, createSpace } from './testing/as.ts'
import { engineNames } from './testing/databases.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

/** What decisions promise for the moment between the commit and the last frame. */
const withinMs = 2_000
const people = 4
const named = { 'content-disposition': 'attachment; filename="a.txt"' }
const tabsEach = 12

describe.each(engineNames)('losing access on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bob: Someone
  let cleo: Someone
  let createFullBoard: Someone[]
  const open: Tab[] = []
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none', LOG_LEVEL: 'warn' } })
    ada = await person(server, 'Ada')
    bob = await person(server, 'Bob')
    cleo = await person(server, 'Cleo')
    createFullBoard = []
    for (let index = 0; index < people; index += 1)
      createFullBoard.push(await person(server, `Crowd${index}`))
  })
  afterEach(() => {
    for (const tab of open.splice(0)) tab.leave()
  })
  afterAll(() => server.stop())

  let tabs = 0
  async function getTab(who: Someone, wid?: string): Promise<Tab> {
    const tab = new Tab(`${server.url.replace('http', 'ws')}/api/live`, `r${(tabs += 1)}`)
    open.push(tab)
    await tab.hello((await who.call.space.liveTicket()).ticket)
    if (wid !== undefined) await tab.join({ wid })
    return tab
  }

  const getNewest = async (wid: string, uid: string): Promise<number> => {
    const { db } = server.app
    const rows = await db.sql
      .selectFrom('journal')
      .select('seq')
      .where('wid', '=', wid)
      .where('uid', '=', uid)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    return rows[0]?.seq ?? 0
  }
  const getStatus = async (address: string, bytes?: string): Promise<number> =>
    (
      await fetch(
        `${server.url}${address}`,
        bytes === undefined ? {} : { method: 'PUT', headers: named, body: bytes },
      )
    ).status
  const isAnswer = (frame: ServerFrame): frame is ServerFrame =>
    frame.t === 'refused' || (frame.t === 'role' && frame.role === 'viewer')

  /** Draws and moves the cursor without pause until it is stopped. */
  function busy(all: readonly Tab[]): { done(): Promise<void>; edits(count: number): Promise<void> } {
    let on = true
    let acked = 0
    let waiting: { readonly at: number; readonly announce: () => void }[] = []
    const draw = async (tab: Tab): Promise<void> => {
      for (let index = 0; on; index += 1) {
        tab.send({ t: 'presence', cursor: [index, index] })
        if ((await tab.put(`${tab.name}-${index}`)).t !== 'ack') throw new Error('the crowd was refused')
        acked += 1
        for (const { at, announce } of waiting) if (acked >= at) announce()
        waiting = waiting.filter(({ at }) => acked < at)
      }
    }
    const drawing = all.map(draw)
    return {
      async done() {
        on = false
        await Promise.all(drawing)
      },
      edits: (count) => new Promise((resolve) => waiting.push({ at: acked + count, announce: resolve })),
    }
  }

  it('cannot write, receive, download, upload or speak any more, with fifty others drawing', async () => {
    const others = Object.fromEntries(
      createFullBoard.map((who, index) => [`c${index}`, [who, 'editor'] as [Someone, 'editor']]),
    )
    const wid = await createSpace(ada, 'Busy', { bob: [bob, 'editor'], cleo: [cleo, 'editor'], ...others })
    const file = new Blob(['hello'])
    const described = { filename: 'a.txt', filesize: 5, type: 'text/plain' }
    const { id } = await ada.call.file.uploadDirect({ query: { id: wid, ...described }, file })
    const held = await Promise.all(
      [bob, cleo].map(async (who) => ({
        who,
        tab: await getTab(who, wid),
        ticket: (await who.call.space.liveTicket()).ticket,
        download: (await who.call.file.download({ query: { id } })).url,
        upload: (await who.call.file.upload({ query: { wid, ...described } })).url,
      })),
    )
    for (const { download, who } of held) {
      expect(await getStatus(download)).toBe(200)
      expect(await getCode(who.call.space.voiceRemain({ query: { wid } }))).toBe(200)
    }
    const watcher = await getTab(ada, wid)
    const all: Tab[] = []
    for (const who of createFullBoard) for (let n = 0; n < tabsEach; n += 1) all.push(await getTab(who, wid))
    const load = busy(all)
    // Those who are about to lose it write all the time, and do not stop by themselves.
    let writing = true
    const theirs = held.map(async ({ tab }) => {
      for (let index = 0; writing; index += 1) {
        void tab.put(`${tab.name}-${index}`)
        if (index % 4 === 3) await tab.sync()
      }
    })
    await load.edits(200)

    const [removed, lowered] = held.map(({ tab }) => tab) as [Tab, Tab]
    const answers = held.map(({ tab }) => tab.receive(isAnswer))
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    await ada.call.space.setRole({ query: { wid }, body: { uid: cleo.uid, role: 'viewer' } })
    const late = systemClock.sleep(withinMs).then(() => 'too late' as const)
    const [announced, announcedRole] = await Promise.race([
      Promise.all(answers),
      late.then((words) => [words, words]),
    ])
    expect([announced, announcedRole]).toMatchObject([
      { t: 'refused', code: 4004, reason: 'removed', retry: false },
      { t: 'role', role: 'viewer' },
    ])
    // The journal is written in order: once others' later edits are confirmed, all that was under way before is in it.
    await load.edits(100)
    const newest = [await getNewest(wid, bob.uid), await getNewest(wid, cleo.uid)]
    expect(Math.min(...newest)).toBeGreaterThan(0)
    const received = removed.received.length
    const { seq } = lowered
    await load.edits(200)
    writing = false
    await Promise.all(theirs)
    await Promise.all([removed.sync(), lowered.sync(), watcher.sync()])
    expect([await getNewest(wid, bob.uid), await getNewest(wid, cleo.uid)]).toEqual(newest)
    // On the socket itself a person still receives their own events.
    const strange = removed.received.slice(received).filter(({ t }) => t !== 'pong' && t !== 'notice')
    expect(strange).toEqual([])
    expect(lowered.seq).toBeGreaterThan(seq)
    const rejected = lowered.received.flatMap((frame) => (frame.t === 'reject' ? [frame.reason] : []))
    expect([...new Set(rejected)]).toEqual(['role'])
    await load.done()

    const [out, lower] = held as [(typeof held)[0], (typeof held)[0]]
    expect([await getStatus(out.download), await getStatus(lower.download)]).toEqual([404, 200])
    expect([await getStatus(out.upload, 'hello'), await getStatus(lower.upload, 'hello')]).toEqual([403, 403])
    const codes = async ({ call }: Someone) => [
      await getCode(call.space.info({ query: { wid } })),
      await getCode(call.space.inviteLink({ query: { wid, role: 'viewer' } })),
      await getCode(call.file.download({ query: { id } })),
      await getCode(call.file.uploadDirect({ query: { id: wid, ...described }, file })),
      await getCode(call.space.voiceRemain({ query: { wid } })),
      await getCode(call.space.voiceToken({ query: { wid } })),
    ]
    expect(await codes(bob)).toEqual([4004, 4004, 4004, 4004, 4004, 4004])
    expect((await codes(cleo)).slice(0, 5)).toEqual([200, 4003, 200, 4003, 200])
    // A ticket from before opens a socket, since it is for a person; the room stays shut.
    const back = new Tab(`${server.url.replace('http', 'ws')}/api/live`, 'back')
    open.push(back)
    await back.hello(out.ticket)
    const closed = back.next('refused')
    back.send({ t: 'join', wid, lastSeq: 0 })
    expect(await closed).toMatchObject({ code: 4004, reason: 'missing' })
  })
})
