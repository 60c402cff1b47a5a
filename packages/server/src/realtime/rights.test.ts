import { encodeChanges, encodeEdit } from '@tavla/canvas/model'
import { closeCodes } from '@tavla/contract/realtime'
import type { ServerFrame } from '@tavla/contract/realtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { contents, rect, Tab } from './testing/tab.ts'

let server: LiveServer
const open: Tab[] = []

beforeEach(async () => {
  server = await liveServer()
  await addSpace(server.db, { wid: 'w', owner: 'ada' })
  await addMember(server.db, 'w', 'bob', 'editor')
  await addMember(server.db, 'w', 'con', 'contributor')
  await addMember(server.db, 'w', 'eve', 'viewer')
  await addSpace(server.db, { wid: 'other', owner: 'eve' })
})
afterEach(async () => {
  for (const tab of open.splice(0)) tab.leave()
  await server.stop()
})

async function tab(uid: string, wid?: string): Promise<Tab> {
  const opened = await Tab.open(server, uid, wid)
  open.push(opened)
  return opened
}

/** What a change of members does in one transaction, and what it calls after it. */
async function setRole(uid: string, role: 'editor' | 'viewer' | null): Promise<void> {
  await server.db.transaction(async (tx) => {
    if (role)
      await tx.updateTable('members').set({ role }).where('uid', '=', uid).where('wid', '=', 'w').execute()
    else await tx.deleteFrom('members').where('uid', '=', uid).where('wid', '=', 'w').execute()
    await tx
      .updateTable('spaces')
      .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
      .where('wid', '=', 'w')
      .execute()
  })
}

const kinds = (tab: Tab, from: number): string[] => tab.received.slice(from).map((frame) => frame.t)
const isRefused = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'

test("a viewer's forged edit of every kind changes nothing and is refused", async () => {
  const [bob, eve] = [await tab('bob', 'w'), await tab('eve', 'w')]
  await bob.put('b1')
  await eve.until(() => eve.state.has('b1'))
  const before = contents(bob.state)
  const answers = [
    await eve.put('e1'),
    await eve.edit([{ op: 'patch', id: 'b1', fields: { x: 5 } }]),
    await eve.edit([{ op: 'remove', ids: ['b1'] }]),
    await eve.edit([{ op: 'translate', ids: ['b1'], dx: 1, dy: 1 }]),
    await eve.edit([{ op: 'text', id: 'b1', steps: [] }]),
    await eve.edit([{ op: 'put', record: { id: 'p2', kind: 'page', parent: null, z: 'W', name: '' } }]),
  ]
  expect(answers.map((answer) => answer.t)).toEqual(answers.map(() => 'reject'))
  await bob.sync()
  expect(contents(bob.state)).toEqual(before)
  expect(await server.db.sql.selectFrom('journal').select('seq').execute()).toHaveLength(2)
})

test('a contributor changes only own elements', async () => {
  const [bob, con] = [await tab('bob', 'w'), await tab('con', 'w')]
  await bob.put('b1')
  await con.until(() => con.state.has('b1'))
  expect(await con.put('c1')).toMatchObject({ t: 'ack' })
  expect(await con.edit([{ op: 'patch', id: 'c1', fields: { x: 5 } }])).toMatchObject({ t: 'ack' })
  expect(await con.edit([{ op: 'patch', id: 'b1', fields: { x: 5 } }])).toMatchObject({
    t: 'reject',
    record: 'b1',
  })
})

test('a forged author is replaced by the real one', async () => {
  const [bob, eve] = [await tab('bob', 'w'), await tab('eve', 'w')]
  const forged = await bob.edit([{ op: 'put', record: rect('b1', { by: 'ada', made: 999 }) }])
  expect(forged).toMatchObject({ t: 'reject', reason: 'invalid' })
  await bob.put('b2')
  await eve.until(() => eve.state.has('b2'))
  for (const id of eve.state.ids()) expect(eve.state.get(id)?.by).toBe(id === 'page-1' ? 'ada' : 'bob')
  eve.send({ t: 'presence', cursor: [1, 2], ...{ uid: 'ada', c: 'x', role: 'owner' } })
  // Sent with her arrival or after it, depending on the tick.
  const announced = (): unknown[] =>
    bob.received.flatMap((frame) =>
      frame.t === 'presence' ? [...(frame.joined ?? []), ...(frame.shown ?? [])] : [],
    )
  await bob.until(() => JSON.stringify(announced()).includes('[1,2]'))
  expect(announced().at(-1)).toMatchObject({ c: eve.welcome?.c, showing: { cursor: [1, 2] } })
  for (const one of announced()) expect(one).not.toMatchObject({ c: 'x' })
})

test('ids of another space do nothing here, and its room stays closed', async () => {
  const eve = await tab('eve', 'other')
  await eve.put('secret')
  const bob = await tab('bob', 'w')
  expect(await bob.edit([{ op: 'patch', id: 'secret', fields: { x: 5 } }])).toMatchObject({ t: 'ack' })
  expect(bob.state.has('secret')).toBe(false)
  await eve.sync()
  expect(eve.state.get('secret')).toMatchObject({ x: 0 })
  const refused = bob.receive(isRefused)
  bob.send({ t: 'join', wid: 'other' })
  expect(await refused).toEqual({ t: 'refused', wid: 'other', code: 4004, reason: 'missing', retry: false })
  const unknown = bob.receive(isRefused)
  bob.send({ t: 'join', wid: 'no-such-space' })
  expect(await unknown).toEqual({
    t: 'refused',
    wid: 'no-such-space',
    code: 4004,
    reason: 'missing',
    retry: false,
  })
})

test('a removed person stops receiving and writing at once', async () => {
  const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
  const removed = bob.receive(isRefused)
  await setRole('bob', null)
  server.realtime.push.accessChanged('w')
  expect(await removed).toMatchObject({ code: 4004, reason: 'removed', retry: false })
  const received = bob.received.length
  await ada.put('a1')
  ada.send({ t: 'presence', cursor: [1, 1] })
  void bob.put('b1')
  await Promise.all([ada.sync(), bob.sync()])
  expect(kinds(bob, received)).toEqual(['pong'])
  expect([...ada.state.ids()].sort()).toEqual(['a1', 'page-1'])
})

test('after the commit of a demotion nothing is written, even before the room is notified', async () => {
  const [ada, bob] = [await tab('ada', 'w'), await tab('bob', 'w')]
  await bob.put('b1')
  await setRole('bob', 'viewer')
  // The room was not notified: the append itself detects it.
  const [mine, theirs] = await Promise.all([bob.put('b2'), ada.put('a1')])
  expect([mine, theirs]).toMatchObject([{ t: 'reject', reason: 'role' }, { t: 'ack' }])
  expect(bob.received.filter((frame) => frame.t === 'role')).toEqual([
    { t: 'role', wid: 'w', role: 'viewer' },
  ])
  await bob.sync()
  expect(contents(bob.state)).toEqual(contents(ada.state))
  expect([...bob.state.ids()].sort()).toEqual(['a1', 'b1', 'page-1'])
  await setRole('bob', 'editor')
  server.realtime.push.accessChanged('w')
  await bob.until(
    () =>
      bob.received.at(-1)?.t === 'role' ||
      bob.received.some((frame) => frame.t === 'role' && frame.role === 'editor'),
  )
  expect(await bob.put('b3')).toMatchObject({ t: 'ack' })
})

test('a space in the trash accepts nothing and shows nothing', async () => {
  const ada = await tab('ada', 'w')
  await server.db.sql.updateTable('spaces').set({ trashed_at: 5 }).where('wid', '=', 'w').execute()
  const closed = ada.receive(isRefused)
  void ada.put('a1')
  expect(await closed).toMatchObject({ code: 4004, retry: false })
  const again = ada.receive(isRefused)
  ada.send({ t: 'join', wid: 'w' })
  expect(await again).toMatchObject({ code: 4004, reason: 'missing' })
  expect(
    await server.db.sql.selectFrom('journal').select('seq').where('wid', '=', 'w').execute(),
  ).toHaveLength(1)
})

test('the end of a session closes its sockets and no others', async () => {
  const { ticket, session } = await server.ticket('bob')
  const bob = new Tab(server.url, 'bob-1')
  open.push(bob)
  await bob.hello(ticket)
  const other = await tab('bob')
  server.realtime.push.sessionsEnded([session])
  expect(await bob.closed).toBe(closeCodes.session_ended.code)
  await other.sync()
})

test('a ticket opens one socket', async () => {
  const { ticket } = await server.ticket('bob')
  const [first, second] = [new Tab(server.url, 'one'), new Tab(server.url, 'two')]
  open.push(first, second)
  await first.hello(ticket)
  void second.hello(ticket)
  expect(await second.closed).toBe(closeCodes.bad_ticket.code)
})

test('a preview is shown only if its edit would be accepted', async () => {
  const [ada, bob, eve] = [await tab('ada', 'w'), await tab('bob', 'w'), await tab('eve', 'w')]
  await bob.put('b1')
  await eve.until(() => eve.state.has('b1'))
  eve.preview([{ op: 'patch', id: 'b1', fields: { x: 99 } }])
  bob.preview([{ op: 'patch', id: 'b1', fields: { x: 1e300 } }])
  await Promise.all([eve.sync(), bob.sync()])
  const seen = ada.next('preview')
  bob.preview([{ op: 'patch', id: 'b1', fields: { x: 7 } }])
  expect(await seen).toEqual({ t: 'preview', c: bob.welcome?.c })
  expect(ada.received.filter((frame) => frame.t === 'preview')).toHaveLength(1)
  expect(ada.state.get('b1')).toMatchObject({ x: 0 })
})

test('hostile payloads close the socket with a code and leave the room unharmed', async () => {
  const ada = await tab('ada', 'w')
  await ada.put('a1')
  const before = contents(ada.state)
  const edit = encodeEdit({ id: 'x:1', base: 1, mark: 'm', changes: [{ op: 'put', record: rect('x1') }] })
  const payloads: Uint8Array[] = [
    new Uint8Array(0),
    edit.subarray(0, edit.length - 1),
    new Uint8Array([...edit, 0]),
    edit.with(0, 99),
    new Uint8Array([1, 255, 255, 255, 255, 255, 255, 255, 255, 255]),
    new Uint8Array(64 * 1024).fill(255),
  ]
  for (const payload of payloads) {
    const bob = await tab('bob', 'w')
    bob.send({ t: 'edit' }, payload)
    expect(await bob.closed).toBe(closeCodes.bad_frame.code)
  }
  const large = await tab('bob', 'w')
  large.send(
    { t: 'preview' },
    encodeChanges([{ op: 'put', record: rect('x2', { label: 'x'.repeat(70_000) }) }]),
  )
  expect(await large.closed).toBe(closeCodes.bad_frame.code)
  await ada.sync()
  expect(contents(ada.state)).toEqual(before)
})

test('thousands of damaged edits never harm the room or other people', { timeout: 60_000 }, async () => {
  const ada = await tab('ada', 'w')
  const edit = encodeEdit({
    id: 'bob:1',
    base: 1,
    mark: 'm',
    changes: [
      { op: 'put', record: rect('x1', { label: null }) },
      { op: 'patch', id: 'x1', fields: { x: 4, w: 8.5 } },
      { op: 'remove', ids: ['x1'] },
    ],
  })
  let seed = 42
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed % below
  }
  let bob = await tab('bob', 'w')
  for (let round = 0; round < 3000; round += 1) {
    const damaged = edit.slice()
    for (let flips = 1 + random(3); flips > 0; flips -= 1) damaged[random(damaged.length)] = random(256)
    bob.send({ t: 'edit' }, damaged)
    if (round % 50 !== 49) continue
    const alive = await Promise.race([bob.sync().then(() => true), bob.closed.then(() => false)])
    if (!alive) bob = await tab('bob', 'w')
  }
  await ada.put('a1')
  const fresh = await tab('ada', 'w')
  expect(contents(fresh.state)).toEqual(contents(ada.state))
  expect(server.errors).toEqual([])
})

test('a presenter limits what others can do at once, and lifts that again', async () => {
  const [ada, bob, con, eve] = [
    await tab('ada', 'w'),
    await tab('bob', 'w'),
    await tab('con', 'w'),
    await tab('eve', 'w'),
  ]
  await con.put('c1')
  await ada.until(() => ada.state.has('c1'))
  const presenting = (one: Tab) =>
    one.received.flatMap((frame) => (frame.t === 'presenting' ? [frame.presenting?.allows ?? null] : []))
  const present = async (one: Tab, allows: 'editor' | 'contributor' | 'viewer' | null): Promise<void> => {
    const announced = [bob, con, eve].map((other) => other.next('presenting'))
    one.send({ t: 'present', allows })
    await Promise.all(announced)
  }
  await present(bob, 'contributor')
  const late = await tab('con', 'w')
  expect(late.welcome).toMatchObject({
    role: 'contributor',
    presenting: { uid: 'bob', allows: 'contributor' },
  })
  await addMember(server.db, 'w', 'ed', 'editor')
  server.realtime.push.accessChanged('w')
  const ed = await tab('ed', 'w')
  expect(await ed.edit([{ op: 'patch', id: 'c1', fields: { x: 5 } }])).toMatchObject({ reason: 'not_yours' })
  expect(await ed.put('e1')).toMatchObject({ t: 'ack' })
  expect(await bob.edit([{ op: 'patch', id: 'c1', fields: { x: 5 } }])).toMatchObject({ t: 'ack' })
  await present(bob, 'viewer')
  expect(await con.edit([{ op: 'patch', id: 'c1', fields: { x: 6 } }])).toMatchObject({ reason: 'role' })
  con.preview([{ op: 'patch', id: 'c1', fields: { x: 7 } }])
  await con.sync()
  expect(await ada.put('a1')).toMatchObject({ t: 'ack' })
  expect(ada.received.some((frame) => frame.t === 'preview')).toBe(false)
  // Neither may those who only look present, nor those whom it has lowered take it over.
  for (const one of [eve, ed]) {
    const answer = one.next('presenting')
    one.send({ t: 'present', allows: 'editor' })
    expect((await answer).presenting).toMatchObject({ uid: 'bob', allows: 'viewer' })
  }
  await present(bob, null)
  expect(await con.edit([{ op: 'patch', id: 'c1', fields: { x: 8 } }])).toMatchObject({ t: 'ack' })
  expect(presenting(con)).toEqual(['contributor', 'viewer', null])
})
