import { createHash } from 'node:crypto'
import type { Change } from '@tavla/canvas/model'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { historyLimits } from '@tavla/contract'
import { boardAt } from '../../realtime/testing/board-at.ts'
import { contents, rect } from '../../realtime/testing/tab.ts'
import { getCode, PASSWORD, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { openTabs } from '../../testing/tabs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The test's clock stands before this, the real one after it. */
const REAL = Date.UTC(2026, 8, 1)

describe.each(engineNames)('history on %s', (engine) => {
  let server: TestServer
  const { getTab, leaveAll } = openTabs(() => server)
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterEach(leaveAll)
  afterAll(() => server.stop())

  /** Rooms live in real time: what they have just written gets the time of the test's clock. */
  async function stamp(wid: string): Promise<void> {
    const { sql } = server.app.db
    const now = server.clock.now()
    for (const table of ['journal', 'checkpoints'] as const)
      await sql
        .updateTable(table)
        .set({ time: now })
        .where('wid', '=', wid)
        .where('time', '>', REAL)
        .execute()
  }

  /** Days end sessions. */
  async function returned({ email, uid }: Someone): Promise<Someone> {
    const { token } = await server.as(null).auth.login({ body: { email, password: PASSWORD } })
    return { uid, email, token, call: server.as(token) }
  }

  /** Days later somebody is back on the board, with a new session. */
  async function backAfter(days: number, who: Someone, wid: string) {
    server.clock.advance(days * DAY_MS)
    const person = await returned(who)
    return { person, tab: await getTab(person, wid) }
  }

  /** Writes a checkpoint: a copy does, and what it copies to does not matter. */
  async function checkpoint(wid: string): Promise<void> {
    await server.app.boards.copy(wid, 'nowhere', '').catch(() => undefined)
    await stamp(wid)
  }

  it('can be read at every version, from the journal and from a keyframe', async () => {
    const ada = await person(server, 'Traveller')
    const wid = await createSpace(ada, 'Past')
    const tab = await getTab(ada, wid)
    const was = new Map<number, unknown>([[tab.seq, contents(tab.state)]])
    const steps: Change[][] = [
      [{ op: 'patch', id: 'a', fields: { x: 30 } }],
      [{ op: 'remove', ids: ['a'] }],
      [{ op: 'patch', id: 'b', fields: { y: 7 } }],
    ]
    const remember = async () => {
      await tab.sync()
      was.set(tab.seq, contents(tab.state))
    }
    await tab.put('a')
    await remember()
    await tab.put('b')
    await remember()
    await checkpoint(wid)
    for (const changes of steps) {
      await tab.edit(changes)
      await remember()
    }
    await checkpoint(wid)
    expect(was.size).toBe(6)
    for (const [seq, then] of was) expect(contents(await boardAt(ada, wid, seq)), `at ${seq}`).toEqual(then)
    expect((await ada.call.space.keyframe({ query: { wid, seq: 2 } })).keyframe).toBeNull()
    expect((await ada.call.space.keyframe({ query: { wid, seq: 4 } })).keyframe?.seq).toBe(3)
  })

  it('has who did how much when, and the reader’s last visit', async () => {
    const ada = await person(server, 'Teller')
    const bob = await person(server, 'Other')
    const wid = await createSpace(ada, 'Told', { bob: [bob, 'editor'] })
    const [one, two] = [await getTab(ada, wid), await getTab(bob, wid)]
    await one.put('a1')
    await stamp(wid)
    server.clock.advance(HOUR_MS)
    await two.put('b1')
    await two.put('b2')
    await stamp(wid)
    server.clock.advance(HOUR_MS)
    await one.put('a2')
    await stamp(wid)
    const { spells, people, ...rest } = await ada.call.space.timeline({ query: { wid, slots: 3 } })
    expect(spells.map(({ uid, first, last, edits }) => [uid, first, last, edits])).toEqual([
      [ada.uid, 1, 2, 2],
      [bob.uid, 3, 4, 2],
      [ada.uid, 5, 5, 1],
    ])
    expect(people.map(({ name }) => name)).toEqual(['Teller', 'Other'])
    expect(rest).toEqual({ first: 0, head: 5, days: 30, cut: false, seen: null })

    await bob.call.space.noteSeen({ body: { wid, seq: 4 } })
    await bob.call.space.noteSeen({ body: { wid, seq: 2 } })
    const newSessions = await bob.call.space.timeline({ query: { wid, after: 4 } })
    expect([newSessions.seen, newSessions.spells.map(({ uid, edits }) => [uid, edits])]).toEqual([
      4,
      [[ada.uid, 1]],
    ])
    await bob.call.space.noteSeen({ body: { wid, seq: 99 } })
    expect((await bob.call.space.timeline({ query: { wid } })).seen).toBe(5)
    expect((await ada.call.space.timeline({ query: { wid } })).seen).toBeNull()
  })

  it('is for members only, up to the board’s current version', async () => {
    const ada = await person(server, 'Closed')
    const eve = await person(server, 'Stranger')
    const wid = await createSpace(ada, 'Inside')
    const tab = await getTab(ada, wid)
    await tab.put('a')
    expect(await getCode(eve.call.space.timeline({ query: { wid } }))).toBe(4004)
    expect(await getCode(eve.call.space.pastEdits({ query: { wid, after: 0, to: 1 } }))).toBe(4004)
    expect(await getCode(eve.call.space.keyframeChunks({ query: { wid, hash: 'x' } }))).toBe(4004)
    expect(await getCode(ada.call.space.keyframe({ query: { wid, seq: 3 } }))).toBe(4004)
    expect(await getCode(ada.call.space.pastEdits({ query: { wid, after: 0, to: 3 } }))).toBe(4004)
    expect((await ada.call.space.keyframeChunks({ query: { wid, hash: 'x' } })).list).toEqual([])
  })

  it('goes back as far as the owner’s plan, and says so', async () => {
    let ada = await person(server, 'Planner')
    const wid = await createSpace(ada, 'Long')
    const used = async () => (await ada.call.user.vip()).freeLimit.history
    expect(await used(), 'before the first edit').toEqual({ limit: 30, used: 0 })
    const tab = await getTab(ada, wid)
    await tab.put('old')
    await stamp(wid)
    const back = await backAfter(20, ada, wid)
    await back.tab.put('later')
    await stamp(wid)
    ada = back.person
    const newer = await createSpace(ada, 'Newer')
    expect(await used()).toEqual({ limit: 30, used: 20 })
    expect((await ada.call.space.limits({ query: { wid: newer } })).history).toEqual({ limit: 30, used: 0 })
    server.clock.advance(20 * DAY_MS)
    ada = await returned(ada)
    const { first, head, days, cut } = await ada.call.space.timeline({ query: { wid } })
    expect({ first, head, days, cut }).toEqual({ first: 2, head: 3, days: 30, cut: true })
    expect([...(await boardAt(ada, wid, 2)).ids()].sort()).toEqual(['old', 'page-1'])
    await expect(ada.call.space.keyframe({ query: { wid, seq: 1 } })).rejects.toMatchObject({
      code: 4042,
      data: { limit: 30, used: 40 },
    })
    expect(await getCode(ada.call.space.pastEdits({ query: { wid, after: 0, to: 1 } }))).toBe(4042)
  })

  it('is deleted a month after the plan no longer shows it, up to an intact keyframe', async () => {
    let ada = await person(server, 'Forgetter')
    const wid = await createSpace(ada, 'Short')
    const edits = async () => {
      const rows = await server.app.db.sql
        .selectFrom('journal')
        .select('seq')
        .where('wid', '=', wid)
        .orderBy('seq')
        .execute()
      return rows.map(({ seq }) => seq)
    }
    const tab = await getTab(ada, wid)
    await tab.put('a')
    await ada.call.space.nameVersion({ body: { wid, seq: 1, name: 'Empty' } })
    await checkpoint(wid)
    const back = await backAfter(2, ada, wid)
    await back.tab.put('b')
    await checkpoint(wid)
    server.clock.advance(57 * DAY_MS)
    await server.cleanup()
    expect(await edits()).toEqual([1, 2, 3])
    server.clock.advance(2 * DAY_MS)
    await server.cleanup()
    expect(await edits()).toEqual([3])
    ada = await returned(ada)
    expect((await ada.call.space.versions({ query: { wid } })).total).toBe(0)
    const { first, head, cut } = await ada.call.space.timeline({ query: { wid } })
    expect({ first, head, cut }).toEqual({ first: 3, head: 3, cut: true })
    expect([...(await boardAt(ada, wid, 3)).ids()].sort()).toEqual(['a', 'b', 'page-1'])
    // The newest keyframe is never the only way to the board.
    server.clock.advance(100 * DAY_MS)
    await server.cleanup()
    expect(await edits()).toEqual([3])
  })

  it('is not deleted up to a keyframe that has changed since it was written', async () => {
    let ada = await person(server, 'Keeper')
    const wid = await createSpace(ada, 'Damaged')
    const { sql } = server.app.db
    const oldest = () =>
      sql.selectFrom('journal').select('seq').where('wid', '=', wid).orderBy('seq').limit(1).execute()
    for (const [id, days] of [
      ['a', 0],
      ['b', 2],
      ['c', 2],
    ] as const) {
      const back = await backAfter(days, ada, wid)
      await back.tab.put(id)
      await checkpoint(wid)
      ada = back.person
    }
    server.clock.advance(100 * DAY_MS)
    const keyframes = await sql.selectFrom('checkpoints').select(['seq']).where('wid', '=', wid).execute()
    expect(keyframes.map(({ seq }) => seq).sort()).toEqual([3, 4])
    const chunks = await sql.selectFrom('chunks').select(['hash', 'bytes']).where('wid', '=', wid).execute()
    const damageBatches = async (damage: (bytes: Uint8Array) => Uint8Array) => {
      for (const { hash, bytes } of chunks)
        await sql
          .updateTable('chunks')
          .set({ bytes: damage(new Uint8Array(bytes)) })
          .where('wid', '=', wid)
          .where('hash', '=', hash)
          .execute()
    }
    await damageBatches((bytes) => bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 255 : byte)))
    await server.cleanup()
    expect(await oldest()).toEqual([{ seq: 1 }])
    ada = await returned(ada)
    // Anyone who looks gets no damaged chunk, and finds another way: the journal is whole.
    const { keyframe } = await ada.call.space.keyframe({ query: { wid, seq: 4 } })
    const hash = keyframe?.chunks[0]?.hash ?? ''
    expect((await ada.call.space.keyframeChunks({ query: { wid, hash } })).list).toEqual([])

    await damageBatches((bytes) => bytes)
    await server.cleanup()
    expect(await oldest()).toEqual([{ seq: 4 }])
  })

  it('refuses invalid requests, and returns nothing of another space', async () => {
    const ada = await person(server, 'Honest')
    const eve = await person(server, 'Forger')
    const [wid, own] = [await createSpace(ada, 'Theirs'), await createSpace(eve, 'Hers')]
    const tab = await getTab(ada, wid)
    await tab.put('secret')
    await checkpoint(wid)
    await stamp(wid)
    await getTab(eve, own)
    const { keyframe } = await ada.call.space.keyframe({ query: { wid, seq: 2 } })
    const hash = keyframe?.chunks.map((chunk) => chunk.hash).join(',') ?? ''
    expect((await eve.call.space.keyframeChunks({ query: { wid: own, hash } })).list).toEqual([])
    const { id } = await ada.call.space.nameVersion({ body: { wid, seq: 1, name: 'Mine' } })
    expect(await getCode(eve.call.space.renameVersion({ body: { wid: own, id, name: 'Hers' } }))).toBe(4004)
    expect(await getCode(eve.call.space.removeVersion({ query: { wid: own, id } }))).toBe(4004)
    expect(await getCode(eve.call.space.noteSeen({ body: { wid, seq: 1 } }))).toBe(4004)
    for (const seq of [-1, 0.5, NaN, Infinity, 2 ** 53, 1e300]) {
      const query = { wid, seq }
      expect(await getCode(ada.call.space.keyframe({ query })), `keyframe ${seq}`).toBe(4000)
      const edits = ada.call.space.pastEdits({ query: { wid, after: seq, to: 1 } })
      expect(await getCode(edits), `edits ${seq}`).toBe(4000)
      const named = ada.call.space.nameVersion({ body: { wid, seq, name: 'x' } })
      expect(await getCode(named), `version ${seq}`).toBe(4000)
      expect(await getCode(ada.call.space.noteSeen({ body: { wid, seq } })), `seen ${seq}`).toBe(4000)
    }
    const backwards = await ada.call.space.pastEdits({ query: { wid, after: 2, to: 1 } })
    expect(backwards).toEqual({ list: [], next: null, from: 0 })
    const many = Array.from({ length: 33 }, (_, i) => `h${i}`).join(',')
    for (const bad of [many, 'a,,b', '../x', ''])
      expect(await getCode(ada.call.space.keyframeChunks({ query: { wid, hash: bad } })), bad).toBe(4000)
  })

  it('is sent in answers below a mebibyte, however large an edit or a chunk is', async () => {
    const ada = await person(server, 'Large')
    const wid = await createSpace(ada, 'Large')
    const tab = await getTab(ada, wid)
    /** Words that do not get smaller. */
    const getWords = (id: string) =>
      Array.from({ length: 1_400 }, (_, index) =>
        createHash('sha256').update(`${id} ${index}`).digest('base64url'),
      ).join('')
    const long = (id: string) => {
      const text = getWords(id)
      const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
      return { op: 'put', record: rect(id, { text: doc }) } as const
    }
    await tab.edit(Array.from({ length: 16 }, (_, index) => long(`a${index}`)))
    await tab.put('small')
    await tab.edit(Array.from({ length: 3 }, (_, index) => long(`b${index}`)))
    await tab.sync()
    const before = contents(tab.state)
    const largest = (answer: unknown) => JSON.stringify({ code: 200, message: 'OK', data: answer }).length
    const edits = await ada.call.space.pastEdits({ query: { wid, after: 1, to: 4 } })
    expect([edits.next, edits.from > 0, largest(edits) < 2 ** 20]).toEqual([1, true, true])
    expect(contents(await boardAt(ada, wid, 4))).toEqual(before)
    await checkpoint(wid)
    const { keyframe } = await ada.call.space.keyframe({ query: { wid, seq: 4 } })
    const { hash = '' } = keyframe?.chunks.find(({ bytes }) => bytes > historyLimits.pageBytes) ?? {}
    const chunk = await ada.call.space.keyframeChunks({ query: { wid, hash } })
    expect([chunk.next, chunk.from, largest(chunk) < 2 ** 20]).toEqual([hash, historyLimits.pageBytes, true])
    expect(contents(await boardAt(ada, wid, 4))).toEqual(before)
  })

  it('is charged to the reader’s work budget before it is read', async () => {
    const ada = await person(server, 'Poor')
    const wid = await createSpace(ada, 'Poor')
    const tab = await getTab(ada, wid)
    await tab.put('a')
    const whole = server.app.boards
    const paid: string[] = []
    const past = new Proxy(whole.past, {
      get: () => () => {
        throw new Error('read without paying')
      },
    })
    const answers = await (async () => {
      server.app.boards = {
        ...whole,
        past,
        reserveWork(uid) {
          paid.push(uid)
          return 60
        },
      }
      try {
        return await Promise.all([
          getCode(ada.call.space.keyframe({ query: { wid, seq: 1 } })),
          getCode(ada.call.space.keyframeChunks({ query: { wid, hash: 'x' } })),
          getCode(ada.call.space.pastEdits({ query: { wid, after: 0, to: 1 } })),
        ])
      } finally {
        server.app.boards = whole
      }
    })()
    expect(answers).toEqual([4029, 4029, 4029])
    expect(paid).toEqual([ada.uid, ada.uid, ada.uid])
  })

  it('lists everybody on a board with many writers, in fewer periods', async () => {
    const ada = await person(server, 'Crowd')
    const wid = await createSpace(ada, 'Crowd')
    await getTab(ada, wid)
    const { sql } = server.app.db
    const writers = 300
    const from = server.clock.now() - DAY_MS
    const rows = Array.from({ length: 30 * writers }, (_, index) => ({
      ...{ wid, seq: index + 2, time: from + index, uid: `w${index % writers}`, tab: 't', counter: index },
      ...{ schema: 1, bytes: new Uint8Array(1), chain: '' },
    }))
    for (let at = 0; at < rows.length; at += 500)
      await sql
        .insertInto('journal')
        .values(rows.slice(at, at + 500))
        .execute()
    await sql
      .updateTable('boards')
      .set({ head: rows.length + 1 })
      .where('wid', '=', wid)
      .execute()
    const { spells, people } = await ada.call.space.timeline({ query: { wid } })
    expect(spells.length).toBeLessThanOrEqual(historyLimits.spells)
    expect(people.length).toBe(writers + 1)
    expect(spells.reduce((sum, { edits }) => sum + edits, 0)).toBe(rows.length + 1)
  })

  it('keeps versions named by deleted accounts, for admins to change', async () => {
    const ada = await person(server, 'Stays')
    const bob = await person(server, 'Goes')
    const wid = await createSpace(ada, 'Left', { bob: [bob, 'editor'] })
    const tab = await getTab(ada, wid)
    await tab.put('a')
    await stamp(wid)
    const { id } = await bob.call.space.nameVersion({ body: { wid, seq: 2, name: 'By Bob' } })
    await ada.call.space.removeMember({ query: { wid, uid: bob.uid } })
    expect(await getCode(bob.call.space.timeline({ query: { wid } }))).toBe(4004)
    expect(await getCode(bob.call.space.renameVersion({ body: { wid, id, name: 'Still' } }))).toBe(4004)
    const { list } = await ada.call.space.versions({ query: { wid } })
    expect(list.map(({ name, uid }) => [name, uid])).toEqual([['By Bob', bob.uid]])
    await ada.call.space.renameVersion({ body: { wid, id, name: 'Kept' } })
    expect((await ada.call.space.versions({ query: { wid } })).list[0]?.name).toBe('Kept')
  })

  it('accepts an edit once even after its journal entry is deleted', async () => {
    const ada = await person(server, 'Repeater')
    const wid = await createSpace(ada, 'Again')
    const put: Change = { op: 'put', record: rect('a') }
    const before = await getTab(ada, wid)
    await before.edit([put])
    await checkpoint(wid)
    const back = await backAfter(2, ada, wid)
    await back.tab.edit([{ op: 'remove', ids: ['a'] }])
    await checkpoint(wid)
    server.clock.advance(100 * DAY_MS)
    await server.cleanup()
    const left = server.app.db.sql.selectFrom('journal').select('seq').where('wid', '=', wid)
    expect(await left.execute()).toEqual([{ seq: 3 }])
    const tab = await getTab(await returned(ada), wid)
    const again = await tab.edit([put], { id: `${before.name}:1` })
    expect(again).toMatchObject({ t: 'ack', seq: 0 })
    await tab.sync()
    expect(tab.state.has('a')).toBe(false)
  })

  it('has named versions, created by editors, changed by their author and by admins', async () => {
    const owner = await person(server, 'Namer')
    const editor = await person(server, 'Marker')
    const other = await person(server, 'Peer')
    const viewer = await person(server, 'Watcher')
    const wid = await createSpace(owner, 'Named', {
      editor: [editor, 'editor'],
      other: [other, 'editor'],
      viewer: [viewer, 'viewer'],
    })
    const tab = await getTab(owner, wid)
    await tab.put('a')
    await stamp(wid)
    const made = await editor.call.space.nameVersion({ body: { wid, seq: 1, name: '  Start ' } })
    expect(made).toMatchObject({ seq: 1, name: 'Start', uid: editor.uid })
    await owner.call.space.nameVersion({ body: { wid, seq: 2, name: 'One' } })
    const names = async () =>
      (await viewer.call.space.versions({ query: { wid } })).list.map(({ name }) => name)
    expect(await names()).toEqual(['One', 'Start'])
    const { id } = made
    expect(await getCode(viewer.call.space.nameVersion({ body: { wid, seq: 1, name: 'No' } }))).toBe(4003)
    expect(await getCode(other.call.space.renameVersion({ body: { wid, id, name: 'No' } }))).toBe(4003)
    expect(await getCode(other.call.space.removeVersion({ query: { wid, id } }))).toBe(4003)
    expect(await getCode(editor.call.space.nameVersion({ body: { wid, seq: 9, name: 'No' } }))).toBe(4004)
    expect(await getCode(editor.call.space.nameVersion({ body: { wid, seq: 1, name: ' ' } }))).toBe(4000)
    await editor.call.space.renameVersion({ body: { wid, id, name: 'Beginning' } })
    expect(await names()).toEqual(['One', 'Beginning'])
    await owner.call.space.removeVersion({ query: { wid, id } })
    expect(await names()).toEqual(['One'])
    expect(await getCode(owner.call.space.removeVersion({ query: { wid, id } }))).toBe(4004)
  })
})
