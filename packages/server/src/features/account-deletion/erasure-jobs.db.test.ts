import { inflateRawSync } from 'node:zlib'
import { decodeChunk, decodeAcceptedEdit } from '@tavla/canvas/model'
import type { ServerFrame } from '@tavla/contract/realtime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BatchQuery } from '../../db/database.ts'
import { boardAt } from '../../realtime/testing/board-at.ts'
import { contents } from '../../realtime/testing/tab.ts'
import { allValues } from '../../testing/all-rows.ts'
import { guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { openTabs } from '../../testing/tabs.ts'

const isRefused = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'
/** Equal but for who is nobody now. */
const masked = (value: unknown, uid: string): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(uid, 'nobody')
      .replaceAll(/left-[0-9a-z]{20}/g, 'nobody'),
  )

describe.each(engineNames)('who deletes their account is forgotten, on %s', (engine) => {
  let server: TestServer
  const { getTab, leaveAll } = openTabs(() => server)
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterEach(leaveAll)
  afterAll(() => server.stop())

  /** Brings the board into a keyframe: a copy does. */
  async function keyframe(wid: string): Promise<void> {
    await server.app.boards.copy(wid, 'nowhere', '').catch(() => undefined)
  }

  /** A board on which a guest has left traces of every kind; what it was at each of its moments, and who was there. */
  async function drawnBoard(name: string) {
    const ada = await person(server, `Ada${name}`)
    const bob = await guest(server, `Bob${name}`)
    const wid = await createSpace(ada, name, { bob: [bob, 'editor'] })
    const [mine, theirs] = [await getTab(ada, wid), await getTab(bob, wid)]
    const moments: unknown[] = []
    const act = async (action: Promise<unknown>): Promise<void> => {
      await action
      await mine.sync()
      moments[mine.seq] = contents(mine.state)
    }
    await act(theirs.put('b1'))
    await act(theirs.put('b2', { x: 5 }))
    await act(mine.put('a1'))
    await keyframe(wid)
    await act(theirs.edit([{ op: 'patch', id: 'a1', fields: { x: 40 } }]))
    await act(mine.edit([{ op: 'remove', ids: ['b1'] }]))
    await keyframe(wid)
    await act(mine.edit([{ op: 'restore', ids: ['b1'], removedAt: mine.seq }]))
    await act(theirs.put('b3'))
    await bob.call.space.nameVersion({ body: { wid, seq: 2, name: 'Mine' } })
    await bob.call.user.sendFeedback({ body: { content: 'Nice', email: 'bob@example.com' } })
    await server.app.db.sql
      .insertInto('trimmed_tabs')
      .values({ wid, uid: bob.uid, tab: 'long-ago', counter: 3 })
      .execute()
    await server.app.db.sql
      .insertInto('delete_conflicts')
      .values([
        { wid, uid: bob.uid, seq: 3, by_uid: ada.uid, ids: '["b1"]' },
        { wid, uid: ada.uid, seq: 4, by_uid: bob.uid, ids: '["a1"]' },
      ])
      .execute()
    return { ada, bob, wid, mine, moments }
  }

  /** Where somebody is still named, to the last byte, also in what is packed. */
  async function getTraces(uid: string): Promise<string[]> {
    const found = new Set<string>()
    for await (const { table, column, value } of allValues(server.app.db)) {
      // Sealed row by row, never changed, gone after 400 days (0025): who deleted an account is one of its events.
      if (table === 'audit') continue
      // Messages between processes, each deleted after five minutes (0042).
      if (table === 'node_messages') continue
      const says =
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value ?? '')
      const unpacked =
        table === 'chunks' && value instanceof Uint8Array
          ? JSON.stringify(decodeChunk(inflateRawSync(value)).entries.map(({ record }) => record))
          : table === 'journal' && value instanceof Uint8Array
            ? JSON.stringify(decodeAcceptedEdit(new Uint8Array(value)))
            : ''
      if (says.includes(uid) || unpacked.includes(uid)) found.add(`${table}.${column}`)
    }
    return [...found].sort()
  }

  /** Who has a board open is stored afterwards, once a second at most. */
  const expectNoTraces = async (uid: string): Promise<void> => {
    await expect
      .poll(
        async () => {
          const traces = await getTraces(uid)
          if (traces.length > 0) server.clock.advance(1_000)
          return traces
        },
        { timeout: 10_000 },
      )
      .toEqual([])
  }

  async function expectVersions(who: Someone, wid: string, uid: string, moments: readonly unknown[]) {
    for (const [seq, then] of moments.entries()) {
      if (then === undefined) continue
      const now = contents(await boardAt(who, wid, seq))
      expect(masked(now, uid), `at ${seq}`).toEqual(masked(then, uid))
    }
  }

  it('completely, and their work stays without an author, now and in every version', async () => {
    const { ada, bob, wid, mine, moments } = await drawnBoard('Whole')
    const copy = await ada.call.space.duplicate({ body: { wid } })
    expect(await getTraces(bob.uid)).toEqual(
      expect.arrayContaining([
        'chunks.bytes',
        'journal.bytes',
        'journal.uid',
        'notices.data',
        'versions.uid',
      ]),
    )
    const out = mine.receive(isRefused)
    await bob.call.user.remove({ query: {} })
    await server.settle()
    await expectNoTraces(bob.uid)
    await expectVersions(ada, wid, bob.uid, moments)

    // Anyone who had it open is sent away for a moment, and a page that had it before fetches it anew.
    expect(await out).toMatchObject({ reason: 'elsewhere', retry: true })
    const before = mine.welcome
    const lost = mine.put('a2')
    const { seq, tail, epoch } = await mine.join({ wid, ...mine.held })
    expect([seq, tail, epoch === before?.epoch]).toEqual([8, false, false])
    expect(masked(contents(mine.state), bob.uid)).toEqual(masked(moments[8], bob.uid))
    expect(JSON.stringify(contents(mine.state))).not.toContain(bob.uid)
    // What it had not got rid of is taken now, once.
    void lost
    expect(await mine.put('a2', { x: 1 }).then(({ t }) => t)).toBe('ack')
    // What comes back from before is nobody's, too.
    await mine.edit([{ op: 'remove', ids: ['b2'] }])
    await mine.edit([{ op: 'restore', ids: ['b2'], removedAt: mine.seq }])
    await mine.sync()
    expect(mine.state.get('b2')?.by).toBe(mine.state.get('b3')?.by)
    expect(mine.state.get('b2')?.by).toMatch(/^left-/)

    const notes = await server.app.db.sql.selectFrom('erasures').selectAll().execute()
    expect(notes.map((note) => note.wid).sort()).toEqual([wid, copy.wid].sort())
    expect(notes.find((note) => note.wid === wid)).toMatchObject({ edits: 5, keyframes: 2, versions: 1 })
    const elsewhere = await boardAt(ada, copy.wid, 8)
    expect(elsewhere.get('b1')?.by).toMatch(/^left-/)
    expect(elsewhere.get('b1')?.by).not.toBe(mine.state.get('b1')?.by)
  })

  it('resumed after an interruption anywhere, with the board complete at every moment', async () => {
    const { ada, bob, wid, mine, moments } = await drawnBoard('Cut')
    mine.leave()
    const { db, boards } = server.app
    const deletedAccount = { uid: bob.uid, as: 'left-00000000000000000000' }
    let done = false
    for (let allowed = 0; !done; allowed += 1) {
      let left = allowed
      // As when the process dies: nothing is written any more, also no goodbye.
      Object.assign(db, {
        batch: async (queries: readonly BatchQuery[]) => {
          if (left-- <= 0) throw new Error('killed')
          return await Object.getPrototypeOf(db).batch.call(db, queries)
        },
      })
      done = await boards.forget(wid, deletedAccount).then(
        () => true,
        () => false,
      )
      Reflect.deleteProperty(db, 'batch')
      await db.sql.deleteFrom('nodes').where('id', 'like', 'hold-%').execute()
      await expectVersions(ada, wid, bob.uid, moments)
      const tab = await getTab(ada, wid)
      expect(masked(contents(tab.state), bob.uid), `after ${allowed}`).toEqual(masked(moments[8], bob.uid))
      tab.leave()
    }
    const left = await getTraces(bob.uid)
    expect(
      left.filter((place) =>
        /^(journal|chunks|checkpoints|versions|trimmed_tabs|delete_conflicts|authors)\./.test(place),
      ),
    ).toEqual([])
    const notes = db.sql.selectFrom('erasures').select('wid').where('wid', '=', wid)
    expect(await notes.execute()).toHaveLength(1)
    await boards.forget(wid, deletedAccount)
    expect(await notes.execute()).toHaveLength(1)
  })

  it('also where a keyframe was damaged, as long as the board can be rebuilt', async () => {
    const { ada, bob, wid, moments } = await drawnBoard('Torn')
    const { sql } = server.app.db
    const chunks = await sql.selectFrom('chunks').select(['hash', 'bytes']).where('wid', '=', wid).execute()
    for (const { hash, bytes } of chunks)
      await sql
        .updateTable('chunks')
        .set({ bytes: bytes.map((byte, index) => (index === 9 ? byte ^ 255 : byte)) })
        .where('wid', '=', wid)
        .where('hash', '=', hash)
        .execute()
    await bob.call.user.remove({ query: {} })
    await server.settle()
    await expectNoTraces(bob.uid)
    await expectVersions(ada, wid, bob.uid, moments)
  })

  it('two at once on the same board', async () => {
    const { ada, bob, wid, moments } = await drawnBoard('Two')
    const carl = await guest(server, 'CarlTwo')
    const { token } = await ada.call.space.inviteLink({ query: { wid, role: 'editor' } })
    await carl.call.space.acceptInvite({ body: { token } })
    const tab = await getTab(carl, wid)
    await tab.put('c1')
    await keyframe(wid)
    moments[9] = contents(tab.state)
    await bob.call.user.remove({ query: {} })
    await carl.call.user.remove({ query: {} })
    // One may take the board from the other, who then comes again later.
    for (let round = 0; round < 8; round += 1) {
      await server.settle()
      server.clock.advance(60_000)
    }
    await expectNoTraces(bob.uid)
    await expectNoTraces(carl.uid)
    for (const column of moments.keys()) moments[column] &&= masked(moments[column], carl.uid)
    await expectVersions(ada, wid, bob.uid, moments)
    const state = await boardAt(ada, wid, 9)
    expect(new Set(['a1', 'b2', 'c1'].map((id) => state.get(id)?.by)).size).toBe(3)
  })

  it('and nobody can join with the placeholder that replaces them', async () => {
    const uid = 'left-0123456789abcdefghij'
    const { user } = await server.as(null).auth.guestLogin({ query: { uid }, body: { name: 'Eve' } })
    expect(user.uid).not.toBe(uid)
  })
})
