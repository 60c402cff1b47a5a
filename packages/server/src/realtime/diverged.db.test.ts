import { type Change, encodeEdit, FORMAT_HASH } from '@tavla/canvas/model'
import { encodeClientFrame, protocolHistory } from '@tavla/contract/realtime'
import type { JoinRequest } from '@tavla/contract/realtime'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { engineNames } from '../testing/databases.ts'
import { liveServer, type LiveServer } from './testing/live-server.ts'
import { Page } from './testing/test-page.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { contents, rect, Tab } from './testing/tab.ts'

/** As if the database had been copied back from an earlier moment: everything in it is as it was, the epoch too. */
const putBackTo =
  (head: number) =>
  async (db: Database): Promise<void> => {
    const row = await db.sql
      .selectFrom('journal')
      .select('chain')
      .where('seq', '=', head)
      .executeTakeFirstOrThrow()
    await db.sql.deleteFrom('journal').where('seq', '>', head).execute()
    await db.sql.deleteFrom('checkpoints').where('seq', '>', head).execute()
    await db.sql.updateTable('boards').set({ head, chain: row.chain, checkpoint: 0 }).execute()
  }

describe.each(engineNames)('a board that was put back on %s', (engine) => {
  let server: LiveServer
  let page: Page | null = null

  afterEach(async () => {
    page?.leave()
    page = null
    await server.stop()
  })

  async function start(): Promise<void> {
    server = await liveServer({ engine })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
  }

  async function openPage(uid: string): Promise<Page> {
    page = new Page({
      ...{ url: server.url, wid: 'w', uid, name: `${uid}-page` },
      ticket: async () => (await server.ticket(uid)).ticket,
      onNamed: () => undefined,
      onAnswer: () => undefined,
    })
    await page.open()
    return page
  }

  const put = (id: string): readonly Change[] => [{ op: 'put', record: rect(id) }]

  /** Draws until the journal is at this number. */
  async function drawTo(tab: Tab, seq: number, name: string): Promise<void> {
    const answers: Promise<unknown>[] = []
    for (let at = tab.seq + 1; at <= seq; at += 1) answers.push(tab.put(`${name}${at}`))
    await Promise.all(answers)
    await tab.until(() => tab.seq === seq)
  }

  const getState = ({ replica }: Page): unknown =>
    [...replica.document.ids()].sort().map((id) => replica.document.get(id))
  const getRecords = ({ state }: Tab): unknown => [...state.ids()].sort().map((id) => state.get(id))

  test('a client at edit 281, on a board restored to 122 and edited up to 322, ends with identical records', async () => {
    await start()
    const ada = await openPage('ada')
    const events: string[] = []
    ada.replica.observe(({ type }) => void events.push(type))
    const bob = await Tab.open(server, 'bob', 'w')
    await drawTo(bob, 280, 'before')
    ada.draw(put('acknowledged'), 'm1')
    await ada.until(() => ada.replica.seq === 281 && ada.unsaved === 0)
    const epoch = bob.welcome?.epoch
    ada.offline()
    ada.draw([{ op: 'patch', id: 'before100', fields: { x: 7 } }], 'm2')
    ada.draw(put('unsent'), 'm3')
    bob.leave()
    server = await server.restart(putBackTo(122))
    const again = await Tab.open(server, 'bob', 'w')
    expect([again.seq, again.welcome?.epoch]).toEqual([122, epoch])
    await drawTo(again, 322, 'after')
    ada.online()
    await ada.until(() => ada.unsaved === 0 && ada.replica.seq === 324)
    await again.until(() => again.seq === 324)
    expect(getState(ada)).toEqual(getRecords(again))
    expect(again.state.get('before100')).toMatchObject({ x: 7 })
    expect(['unsent', 'before281', 'acknowledged', 'after322'].map((id) => again.state.has(id))).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(events).toEqual(['diverged'])
    const fresh = await Tab.open(server, 'bob', 'w')
    expect(fresh.welcome?.epoch).not.toBe(epoch)
    expect(contents(fresh.state)).toEqual(contents(again.state))
  })

  test('the same history is answered by a tail; another one, or none proven, by the whole board', async () => {
    await start()
    const ada = await Tab.open(server, 'ada', 'w')
    await drawTo(ada, 9, 'a')
    const { held } = ada
    await drawTo(ada, 12, 'a')
    const bob = await Tab.open(server, 'bob')
    const join = async (more: Partial<JoinRequest>) => {
      const { tail, diverged, epoch } = await bob.join({ wid: 'w', ...held, ...more })
      bob.send({ t: 'leave' })
      return { tail, diverged, isSame: epoch === held.epoch }
    }
    const { lastSeq, epoch, chain } = held
    bob.seq = lastSeq ?? 0
    expect(await join({})).toEqual({ tail: true, diverged: undefined, isSame: true })
    const withoutProof: JoinRequest = { wid: 'w', ...(lastSeq && epoch ? { lastSeq, epoch } : {}) }
    expect(await bob.join(withoutProof)).toMatchObject({ tail: false, epoch })
    expect(await bob.join({ wid: 'w', ...(lastSeq && chain ? { lastSeq, chain } : {}) })).toMatchObject({
      tail: false,
      epoch,
    })
    expect(await join({ lastSeq: 13 })).toEqual({ tail: false, diverged: true, isSame: false })
    const renewed = bob.welcome?.epoch ?? ''
    expect(await join({ chain: 'forged' })).toEqual({ tail: false, diverged: true, isSame: false })
    // Anyone who forges again under the new epoch makes nobody else fetch the board again.
    expect(await bob.join({ wid: 'w', ...held, epoch: renewed, chain: 'forged' })).toMatchObject({
      tail: false,
      diverged: true,
      epoch: renewed,
    })
    server = await server.restart()
    const back = await Tab.open(server, 'ada')
    back.seq = 9
    expect(await back.join({ wid: 'w', ...held, epoch: renewed, lastSeq: 9 })).toMatchObject({
      tail: true,
      seq: 12,
    })
  })

  test('an edit from before the backup is not applied twice, and a different one with its id is not acknowledged', async () => {
    await start()
    const ada = await Tab.open(server, 'ada', 'w')
    const edit = { id: 'ada-one:1', mark: 'm', changes: put('once') }
    expect(await ada.sendEdit('ada-one:1', encodeEdit({ ...edit, base: 1 }, 0))).toMatchObject({
      t: 'ack',
      seq: 2,
    })
    await drawTo(ada, 5, 'a')
    expect(await ada.sendEdit('ada-one:1', encodeEdit({ ...edit, base: 5 }, 0))).toMatchObject({
      t: 'ack',
      seq: 2,
    })
    const other = { ...edit, base: 5, changes: put('other') }
    expect(await ada.sendEdit('ada-one:1', encodeEdit(other, 0))).toMatchObject({
      t: 'reject',
      reason: 'exists',
    })
  })

  test.each([2, 3])('a page of protocol %s gets the whole board', async (protocol) => {
    await start()
    const ada = await Tab.open(server, 'ada', 'w')
    await drawTo(ada, 6, 'a')
    const { lastSeq, epoch } = ada.held
    const old = await Tab.open(server, 'bob')
    old.leave()
    const page = new Tab(server.url, 'old')
    await page.opened
    const { frames } = protocolHistory[protocol - 1] ?? { frames: '' }
    const { ticket } = await server.ticket('bob')
    const room = { wid: 'w', ...(lastSeq && epoch ? { lastSeq, epoch } : {}) }
    const welcome = page.next('welcome')
    page.raw(
      encodeClientFrame({ t: 'hello', protocol, schema: { frames, board: FORMAT_HASH }, ticket, room }),
    )
    expect(await welcome).toMatchObject({ tail: false, seq: 6 })
    await page.until(() => page.state.has('a6'))
    expect(contents(page.state)).toEqual(contents(ada.state))
  })
})
