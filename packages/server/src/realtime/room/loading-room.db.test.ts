import type { ServerFrame } from '@tavla/contract/realtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addMember, addSpace } from '../testing/space-rows.ts'
import { contents, Tab } from '../testing/tab.ts'

let server: LiveServer
let openBoard: () => void
let failBoard: (error: Error) => void
/** Boards stay on their way into memory until this is settled. */
let opening: Promise<void>

beforeEach(async () => {
  opening = Promise.resolve()
  server = await liveServer({ wrap: (db) => slowToOpen(db) })
  await addSpace(server.db, { wid: 'w', owner: 'ada' })
  await addMember(server.db, 'w', 'bob', 'editor')
  const ada = await Tab.open(server, 'ada', 'w')
  for (const id of ['a1', 'a2', 'a3']) await ada.put(id)
  drawn = contents(ada.state)
  held = ada.held
  server = await server.restart()
  opening = new Promise((resolve, reject) => {
    openBoard = resolve
    failBoard = reject
  })
  // It may fail before anything waits for it.
  opening.catch(() => undefined)
})
afterEach(() => server.stop())

let drawn: unknown
/** What a page knows that has the board from before. */
let held: Tab['held']

/** The last thing that is read of a board before it is open waits. */
function slowToOpen(db: Database): Database {
  const last = new Set<unknown>()
  const sql = db.sql.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"journal"')) last.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (last.has(queryId)) await opening
      return result
    },
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'sql') return sql
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const isRefusal = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'
const listKinds = (tab: Tab): string[] => tab.received.map(({ t }) => t)

test('the first person has the stored board before it is in memory, and what they draw meanwhile is saved then', async () => {
  const bob = await Tab.open(server, 'bob', 'w')
  expect(contents(bob.state)).toEqual(drawn)
  const drawing = [bob.put('b1'), bob.put('b2')]
  await bob.sync()
  expect(listKinds(bob)).not.toContain('ack')
  openBoard()
  for (const answer of await Promise.all(drawing)) expect(answer).toMatchObject({ t: 'ack' })
  const late = await Tab.open(server, 'ada', 'w')
  await bob.until(() => bob.state.has('b2'))
  expect(contents(late.state)).toEqual(contents(bob.state))
  expect(late.welcome?.people).toMatchObject([{ uid: 'bob' }])
})

test('a page that has all of the board is let in without it, and goes on from there', async () => {
  const ada = await Tab.open(server, 'ada')
  ada.seq = held.lastSeq ?? 0
  expect(await ada.join({ wid: 'w', ...held })).toMatchObject({ tail: true, chunks: [] })
  openBoard()
  expect(await ada.put('a4')).toMatchObject({ t: 'ack', seq: (held.lastSeq ?? 0) + 1 })
})

test('a page that has another past waits for the board', async () => {
  const ada = await Tab.open(server, 'ada')
  const joined = ada.join({ wid: 'w', ...held, chain: 'of another past' })
  await ada.sync()
  expect(ada.welcome).toBeNull()
  openBoard()
  expect(await joined).toMatchObject({ tail: false })
})

test('somebody who is removed meanwhile gets nothing more, and is refused when the board opens', async () => {
  const bob = await Tab.open(server, 'bob', 'w')
  await server.db.sql.deleteFrom('members').where('uid', '=', 'bob').execute()
  await server.db.sql.updateTable('spaces').set({ access_version: 2 }).execute()
  server.realtime.push.accessChanged('w')
  const sent = listKinds(bob).filter((kind) => kind === 'chunk').length
  bob.send({ t: 'need', chunks: bob.welcome?.chunks.map(({ id }) => id) ?? [] })
  await bob.sync()
  expect(listKinds(bob).filter((kind) => kind === 'chunk')).toHaveLength(sent)
  const refused = bob.receive(isRefusal)
  openBoard()
  expect(await refused).toMatchObject({ code: 4004, retry: false })
  await bob.sync()
  expect(listKinds(bob).filter((kind) => kind === 'chunk')).toHaveLength(sent)
})

test('a board that cannot be opened after all is refused, and opens when it can', async () => {
  const bob = await Tab.open(server, 'bob', 'w')
  const refused = bob.receive(isRefusal)
  const drawing = bob.put('b1')
  failBoard(new Error('planted'))
  expect(await refused).toMatchObject({ code: 5000, reason: 'storage', retry: true })
  expect(await Promise.race([drawing, bob.sync()])).toBeUndefined()
  opening = Promise.resolve()
  await bob.join({ wid: 'w' })
  expect(contents(bob.state)).toEqual(drawn)
})

test('a damaged chunk is never sent: the page joins again once the board was read from what is intact', async () => {
  await server.db.sql
    .updateTable('chunks')
    .set({ bytes: new Uint8Array([1, 2, 3]) })
    .execute()
  const bob = await Tab.open(server, 'bob')
  const joined = bob.join({ wid: 'w' })
  await bob.next('welcome')
  openBoard()
  await joined
  expect(listKinds(bob).filter((kind) => kind !== 'presence')).toEqual([
    'ready',
    'welcome',
    'catchUp',
    'welcome',
    'chunk',
    'chunk',
  ])
  expect([...bob.state.ids()]).toEqual(expect.arrayContaining(['a1', 'a2', 'a3']))
})
