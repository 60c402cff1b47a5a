import { sql as raw } from 'kysely'
import { type Change, encodeEdit } from '@tavla/canvas/model'
import { closeCodes } from '@tavla/contract/realtime'
import type { ServerFrame } from '@tavla/contract/realtime'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { engineNames } from '../testing/databases.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { contents, rect, Tab } from './testing/tab.ts'

const isRefused = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'
const kinds = (one: Tab): ReadonlySet<string> => new Set(one.received.map((frame) => frame.t))
/** A database whose writes a test can break. `late`: after a while; `after`: written, but the answer is lost. */
function breakable() {
  const fault: { at: 'no' | 'before' | 'late' | 'after' } = { at: 'no' }
  const wrap = (db: Database): Database =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'batch') return typeof value === 'function' ? value.bind(target) : value
        return async (queries: Parameters<Database['batch']>[0]) => {
          const lost = new DatabaseUnavailable('away', new Error('planted'))
          if (fault.at === 'late') await systemClock.sleep(500)
          if (fault.at === 'before' || fault.at === 'late') throw lost
          const results = await target.batch(queries)
          if (fault.at === 'after') throw lost
          return results
        }
      },
    })
  return { fault, wrap }
}

describe.each(engineNames)('on %s', (engine) => {
  /** What has nothing to do with the kind of database, or cannot be played on the one that all tests share. */
  const onSqlite = (name: string, options: { readonly timeout?: number }, run: () => Promise<void>): void => {
    if (engine === 'sqlite') test(name, options, run)
  }
  let server: LiveServer
  const open: Tab[] = []

  afterEach(async () => {
    for (const tab of open.splice(0)) tab.leave()
    await server.stop()
  })

  async function start(wrap?: (db: Database) => Database): Promise<void> {
    server = await liveServer({ engine, ...(wrap ? { wrap } : {}) })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'bob', 'editor')
  }

  async function tab(uid: string, wid?: string, name?: string): Promise<Tab> {
    const opened = await Tab.open(server, uid, wid, name)
    open.push(opened)
    return opened
  }

  const seqs = async (): Promise<number[]> =>
    (await server.db.sql.selectFrom('journal').select('seq').orderBy('seq').execute()).map(({ seq }) => seq)

  test('a failed append is never acknowledged or shown; the next attempt finds the truth', async () => {
    const { fault, wrap } = breakable()
    await start(wrap)
    const [ada, bob] = [await tab('ada', 'w', 'ada'), await tab('bob', 'w')]
    for (const at of ['before', 'after'] as const) {
      fault.at = at
      const refused = [ada.receive(isRefused), bob.receive(isRefused)]
      void ada.put(`${at}1`)
      for (const one of await Promise.all(refused))
        expect(one).toMatchObject({ code: 5000, reason: 'storage', retry: true })
      expect([kinds(ada).has('ack'), kinds(ada).has('batch'), kinds(bob).has('batch')]).toEqual([
        false,
        false,
        false,
      ])
      fault.at = 'no'
      await ada.join({ wid: 'w' })
      await bob.join({ wid: 'w' })
    }
    // "after": the edit is in the journal although nobody could know. Sent again, it is acknowledged and not taken twice.
    expect([...bob.state.ids()].sort()).toEqual(['after1', 'page-1'])
    const again = encodeEdit(
      { id: 'ada:2', base: 1, mark: 'ada:2', changes: [{ op: 'put', record: rect('after1') }] },
      1,
    )
    expect(await ada.sendEdit('ada:2', again)).toEqual({ t: 'ack', id: 'ada:2', seq: 2, skipped: [] })
    expect(await seqs()).toEqual([1, 2])
  })

  test('a tab with many unanswered edits can rejoin over the same socket', async () => {
    const { fault, wrap } = breakable()
    await start(wrap)
    const ada = await tab('ada', 'w')
    const text = 'x'.repeat(60_000)
    const long = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
    fault.at = 'late'
    const refused = ada.receive(isRefused)
    for (let index = 0; index * text.length < 2 * realtimeLimits.unsettledBytes; index += 1)
      void ada.put(`a${index}`, { text: long })
    await refused
    fault.at = 'no'
    await ada.join({ wid: 'w' })
    await ada.sync()
    expect(ada.welcome?.seq).toBe(1)
  })

  test('an edit sent twice counts once, on the same socket, another one, and after a restart', async () => {
    await start()
    const ada = await tab('ada', 'w', 'one')
    const edit = (x: number): Uint8Array =>
      encodeEdit({ id: 'one:1', base: 1, mark: 'm', changes: [{ op: 'put', record: rect('a1', { x }) }] })
    const answers = [await ada.sendEdit('one:1', edit(1))]
    ada.send({ t: 'edit' }, edit(2))
    const other = await tab('ada', 'w', 'two')
    answers.push(await other.sendEdit('one:1', edit(3)))
    server = await server.restart()
    const late = await tab('ada', 'w', 'three')
    answers.push(await late.sendEdit('one:1', edit(4)))
    expect(answers).toEqual(answers.map(() => ({ t: 'ack', id: 'one:1', seq: 2, skipped: [] })))
    expect([await seqs(), late.state.get('a1')?.['x']]).toEqual([[1, 2], 1])
    const reused = encodeEdit({ id: 'one:1', base: 2, mark: 'n', changes: [] })
    expect(await late.sendEdit('one:1', reused)).toMatchObject({
      t: 'reject',
      message: 'Another edit has this id',
    })
    const bob = await tab('bob', 'w')
    expect(await bob.sendEdit('one:1', edit(5))).toMatchObject({ t: 'reject', reason: 'exists' })
  })

  test('a refused edit stays refused when it is sent again', async () => {
    await start()
    const ada = await tab('ada', 'w', 'one')
    expect(await ada.edit([{ op: 'put', record: rect('a1', { parent: 'nowhere' }) }])).toMatchObject({
      t: 'reject',
    })
    expect(await ada.put('a2')).toMatchObject({ t: 'ack' })
    const again = encodeEdit({
      id: 'one:1',
      base: 1,
      mark: 'm',
      changes: [{ op: 'put', record: rect('a1') }],
    })
    expect(await ada.sendEdit('one:1', again)).toMatchObject({ t: 'reject' })
    await ada.sync()
    expect(ada.state.has('a1')).toBe(false)
  })

  test('edits after a lost one are not accepted before it', async () => {
    await start()
    const ada = await tab('ada', 'w', 'one')
    const third = encodeEdit(
      { id: 'one:3', base: 1, mark: 'm', changes: [{ op: 'put', record: rect('a3') }] },
      1,
    )
    const asked = ada.next('catchUp')
    void ada.sendEdit('one:3', third)
    expect(await asked).toEqual({ t: 'catchUp', wid: 'w' })
    expect(await seqs()).toEqual([1])
  })

  test('a rejoining tab gets what it missed from memory or the journal, or chunks if that is too much', async () => {
    await start()
    const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
    await ada.put('a1')
    await bob.until(() => bob.state.has('a1'))
    const { seq, held } = bob
    bob.send({ t: 'leave' })
    await ada.put('a2')
    expect(await bob.join({ wid: 'w', ...held })).toMatchObject({ tail: true, seq: 3 })
    expect(contents(bob.state)).toEqual(contents(ada.state))
    server = await server.restart()
    const back = await tab('bob')
    back.state = bob.state
    back.seq = seq
    expect(await back.join({ wid: 'w', ...held })).toMatchObject({ tail: true, seq: 3 })
    const text = 'x'.repeat(30_000)
    const writer = await tab('ada', 'w')
    const long = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
    for (let index = 0; index < 12; index += 1)
      expect(await writer.put(`big${index}`, { text: long })).toMatchObject({ t: 'ack' })
    back.send({ t: 'leave' })
    const welcome = await back.join({ wid: 'w', ...held })
    expect(welcome).toMatchObject({ tail: false, seq: 15 })
    expect(await back.join({ wid: 'w', ...back.held, epoch: 'another' })).toMatchObject({ tail: false })
    expect(contents(back.state)).toEqual(contents(writer.state))
  })

  test('a board that cannot be read completely is refused, never shown empty', async () => {
    await start()
    const ada = await tab('ada', 'w')
    await ada.put('a1')
    await ada.put('a2')
    server = await server.restart()
    await server.db.sql.deleteFrom('checkpoints').execute()
    const hole = await server.db.sql
      .selectFrom('journal')
      .selectAll()
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    await server.db.sql.deleteFrom('journal').where('seq', '=', 2).execute()
    const bob = await tab('bob')
    const refused = bob.receive(isRefused)
    bob.send({ t: 'join', wid: 'w' })
    expect(await refused).toMatchObject({ code: 5000, reason: 'storage', retry: true })
    expect(kinds(bob).has('welcome')).toBe(false)
    await server.db.sql.insertInto('journal').values(hole).execute()
    await bob.join({ wid: 'w' })
    expect([...bob.state.ids()].sort()).toEqual(['a1', 'a2', 'page-1'])
  })

  test('damaged checkpoints are skipped: an older one and the journal give the same board', async () => {
    await start()
    let ada = await tab('ada', 'w')
    await ada.put('a1')
    server = await server.restart()
    ada = await tab('ada', 'w')
    await ada.put('a2')
    const before = contents(ada.state)
    server = await server.restart()
    const chunks = await server.db.sql.selectFrom('chunks').selectAll().execute()
    expect(chunks.length).toBeGreaterThan(2)
    for (const { hash, bytes } of chunks) {
      await server.db.sql
        .updateTable('chunks')
        .set({ bytes: bytes.with(3, 255 - (bytes[3] ?? 0)) })
        .where('hash', '=', hash)
        .execute()
      const one = await tab('bob', 'w')
      expect(contents(one.state)).toEqual(before)
      server = await server.restart()
    }
  })

  onSqlite(
    'what was drawn all over the board is cut by place when the room closes, and nothing of it is lost',
    {},
    async () => {
      await start()
      const ada = await tab('ada', 'w')
      const far = (index: number): number => (index * 7919) % 20_000
      const changes = Array.from({ length: 4_000 }, (_, index): Change => {
        const place = { x: far(index), y: far(index * 31) }
        return { op: 'put', record: rect(`a${index}`, place) }
      })
      // Stored once as they came, so that there is an order to be kept or not.
      for (let at = 0; at < changes.length; at += 500) await ada.edit(changes.slice(at, at + 500))
      const before = contents(ada.state)
      server = await server.restart()
      const bob = await tab('bob', 'w')
      expect(contents(bob.state)).toEqual(before)
      const boxes = bob.welcome?.chunks.flatMap(({ box }) => (box ? [box] : [])) ?? []
      expect(boxes.length).toBeGreaterThan(6)
      expect(boxes.reduce((sum, [, , w, h]) => sum + w * h, 0)).toBeLessThan(2.5 * 20_000 ** 2)
    },
  )

  onSqlite(
    'a slow receiver is left behind, told to catch up, and then has everything',
    { timeout: 60_000 },
    async () => {
      await start()
      const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
      bob.pause()
      const text = 'x'.repeat(60_000)
      const long = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
      for (let index = 0; index < 150; index += 1) await ada.put(`a${index}`, { text: long })
      const asked = bob.next('catchUp')
      bob.resume()
      await asked
      expect(bob.seq).toBeLessThan(ada.seq)
      await bob.join({ wid: 'w', ...bob.held })
      expect(contents(bob.state)).toEqual(contents(ada.state))
    },
  )

  test('undoing a removal still works after the room has dropped it from memory', async () => {
    await start()
    const ada = await tab('ada', 'w')
    await ada.put('a1', { x: 42 })
    const removed = await ada.edit([{ op: 'remove', ids: ['a1'] }])
    server = await server.restart()
    const bob = await tab('bob', 'w')
    const removedAt = removed.t === 'ack' ? removed.seq : 0
    expect(await bob.edit([{ op: 'restore', ids: ['a1'], removedAt }])).toMatchObject({ t: 'ack' })
    await bob.until(() => bob.state.has('a1'))
    expect(bob.state.get('a1')).toMatchObject({ x: 42, by: 'ada' })
    expect(await bob.edit([{ op: 'restore', ids: ['a1'], removedAt: 999 }])).toMatchObject({
      t: expect.any(String),
    })
  })

  test("a field that someone else changed long after the edit's base is skipped and reported", async () => {
    await start()
    const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
    await ada.put('a1')
    await bob.until(() => bob.state.has('a1'))
    const { seq: base } = bob
    await ada.edit([{ op: 'patch', id: 'a1', fields: { x: 5 } }])
    server = await server.restart()
    // As if the change had been made eleven seconds ago.
    await server.db.sql
      .updateTable('journal')
      .set((eb) => ({ time: eb('time', '-', 11_000) }))
      .execute()
    const late = await tab('bob', 'w')
    const answer = await late.edit([{ op: 'patch', id: 'a1', fields: { x: 9, y: 9 } }], { base })
    expect(answer).toMatchObject({ t: 'ack', skipped: [{ id: 'a1', field: 'x' }] })
    await late.sync()
    expect(late.state.get('a1')).toMatchObject({ x: 5, y: 9 })
    // The answer may get lost: a repeated request gets the same answer.
    const changes = [{ op: 'patch' as const, id: 'a1', fields: { x: 9, y: 9 } }]
    const again = encodeEdit({ id: `${late.name}:1`, base, mark: `${late.name}:1`, changes })
    expect(await late.sendEdit(`${late.name}:1`, again)).toEqual(answer)
  })

  test('stopping asks all clients to reconnect and leaves a checkpoint', async () => {
    await start()
    const ada = await tab('ada', 'w')
    const answers = Array.from({ length: 50 }, (_, index) => ada.put(`a${index}`))
    await answers[0]
    server = await server.restart()
    expect(await ada.closed).toBe(closeCodes.draining.code)
    const bob = await tab('bob', 'w')
    const acked = ada.received.flatMap((frame) => (frame.t === 'ack' ? frame.acks : []))
    expect(bob.state.size).toBeGreaterThanOrEqual(acked.length + 1)
    const { checkpoint, head } = await server.db.sql
      .selectFrom('boards')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(checkpoint).toBe(head)
  })

  onSqlite(
    'a space whose journal finds no room takes nothing, and goes on by itself when there is room again',
    {},
    async () => {
      await start()
      const limit = async (pages: number): Promise<void> => {
        await raw`${raw.raw(`pragma max_page_count = ${pages}`)}`.execute(server.db.sql)
      }
      const ada = await tab('ada', 'w', 'ada')
      const text = 'x'.repeat(60_000)
      const long = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
      expect(await ada.put('a0')).toMatchObject({ t: 'ack' })
      const { rows } = await raw<{ page_count: number }>`pragma page_count`.execute(server.db.sql)
      await limit((rows[0]?.page_count ?? 0) + 40)
      const refused = ada.receive(isRefused)
      const answered: string[] = []
      for (let index = 1; index < 8; index += 1)
        void ada.put(`a${index}`, { text: long }).then(({ id }) => answered.push(id))
      expect(await refused).toMatchObject({ code: 5000, reason: 'storage', retry: true })
      const safe = await seqs()
      // What is in the journal can still be read, by somebody who comes now.
      const bob = await tab('bob', 'w')
      expect(bob.state.size).toBe(safe.length)
      for (const id of answered) expect(bob.state.has(`a${Number(id.split(':')[1]) - 1}`)).toBe(true)
      await limit(1_000_000)
      expect(await bob.put('later')).toMatchObject({ t: 'ack' })
    },
  )

  test('a checkpoint that was only partly written is skipped, manifest or chunk', async () => {
    await start()
    let ada = await tab('ada', 'w')
    await ada.put('a1')
    server = await server.restart()
    ada = await tab('ada', 'w')
    await ada.put('a2')
    const before = contents(ada.state)
    server = await server.restart()
    const { db } = server
    for (const { seq, manifest } of await db.sql.selectFrom('checkpoints').selectAll().execute()) {
      const torn = manifest.slice(0, manifest.length >>> 1)
      await db.sql.updateTable('checkpoints').set({ manifest: torn }).where('seq', '=', seq).execute()
    }
    expect(contents((await tab('bob', 'w')).state)).toEqual(before)
    server = await server.restart()
    for (const { hash, bytes } of await server.db.sql.selectFrom('chunks').selectAll().execute()) {
      const torn = bytes.slice(0, bytes.length - 2)
      await server.db.sql.updateTable('chunks').set({ bytes: torn }).where('hash', '=', hash).execute()
    }
    expect(contents((await tab('bob', 'w')).state)).toEqual(before)
  })
})
