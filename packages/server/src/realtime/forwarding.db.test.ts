import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { richTextFromPlain } from '@tavla/canvas/model'
import { closeCodes, type ServerFrame } from '@tavla/contract/realtime'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../ports/clock/system-clock.ts'
import { systemRandom } from '../ports/random/system-random.ts'
import { randomId } from '../ports/random/values.ts'
import { createCipher } from '../secrets.ts'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { ForwardTickets } from './socket/forward-tickets.ts'
import { call, newcomer, openTab, type Person, type RealServer, realServer } from './testing/kill.ts'
import { contents, Tab } from './testing/tab.ts'

const SECRET = 'the secret that both processes have'

let databases: TestDatabase[]
let servers: RealServer[]
let client: pg.Client

beforeEach(async () => {
  databases = [await testDatabase('postgres', { isMigrated: true }), await testDatabase('sqlite')]
  const DATABASE_URL = databases[0]?.url ?? ''
  const start = ({ directory }: TestDatabase) => realServer({ DATA_DIR: directory, DATABASE_URL, SECRET })
  servers = await Promise.all(databases.map(start))
  client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  for (const server of servers) await server.kill()
  for (const database of databases) await database.dispose()
})

const url = (index: number): string => servers[index]?.url ?? ''
const isRefusal = (frame: ServerFrame): frame is Extract<ServerFrame, { t: 'refused' }> =>
  frame.t === 'refused'

/** A tab that has not joined anything. */
async function greet(server: number, { token }: Person, name: string, query = ''): Promise<Tab> {
  const tab = new Tab(`${url(server).replace('http', 'ws')}/api/live${query}`, name)
  const { ticket } = await call(url(server), 'POST', '/api/live/ticket', token, {})
  await tab.hello(String(ticket))
  return tab
}

/** Whether a join was refused. */
async function joins(tab: Tab, wid: string): Promise<boolean> {
  const refused = tab.receive(isRefusal)
  return await Promise.race([tab.join({ wid }).then(() => true), refused.then(() => false)])
}

/** Waits for a record like a page, which joins again after a `catchUp`. */
async function reads(tab: Tab, wid: string, id: string): Promise<void> {
  const has = (): boolean => tab.state.get(id) !== undefined
  await tab.until(() => has() || tab.received.some(({ t }) => t === 'catchUp'))
  if (!has()) await expect.poll(() => joins(tab, wid), { timeout: 30_000, interval: 250 }).toBe(true)
  await tab.until(has)
}

test('people at two processes draw on one board, and each sees the other', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  const there = await greet(1, ada, 'there')
  expect(await joins(there, ada.wid)).toBe(true)
  for (let index = 0; index < 20; index += 1) {
    const answers = [here.put(`here-${index}`), there.put(`there-${index}`)]
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ t: 'ack' })
  }
  await Promise.all([here.until(() => here.seq >= 41), there.until(() => there.seq >= 41)])
  expect(contents(there.state)).toEqual(contents(here.state))
  const cursor = here.receive((frame): frame is ServerFrame => frame.t === 'presence')
  there.send({ t: 'presence', cursor: { x: 7, y: 8 } } as never)
  await cursor
})

test('a page whose owner dies continues on the process it is connected to, and nothing is lost', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  await here.put('before')
  const there = await openTab(url(1), ada, 'there')
  expect(await there.put('there')).toMatchObject({ t: 'ack' })
  const refused = there.receive(isRefusal)
  await servers[0]?.kill()
  expect(await refused).toMatchObject({ reason: 'elsewhere', retry: true })
  await expect.poll(() => joins(there, ada.wid), { timeout: 30_000, interval: 250 }).toBe(true)
  expect(await there.put('after')).toMatchObject({ t: 'ack' })
  await there.until(() => ['before', 'there', 'after'].every((id) => there.state.get(id)))
})

test('a killed owner that was reached before is replaced before its lease ends', async () => {
  const ada = await newcomer(url(0))
  await openTab(url(0), ada, 'here')
  const there = await openTab(url(1), ada, 'there')
  const refused = there.receive(isRefusal)
  await servers[0]?.kill()
  await refused
  await client.query('update nodes set alive_until = alive_until + 3600000 where url = $1', [url(0)])
  // At once: nobody who comes back is sent away to try again.
  expect(await joins(there, ada.wid)).toBe(true)
  expect(await there.put('after')).toMatchObject({ t: 'ack' })
})

test('an address where nobody listens, and where nobody was ever reached, says nothing of its owner', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  await client.query('update nodes set url = $1 where url = $2', ['http://127.0.0.1:1', url(0)])
  const there = await greet(1, ada, 'there')
  for (let times = 0; times < 3; times += 1) expect(await joins(there, ada.wid)).toBe(false)
  expect(await here.put('still-here')).toMatchObject({ t: 'ack' })
})

test('a page whose owner is frozen continues on its own process; the owner takes nothing more when it wakes', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  await here.put('before')
  const there = await openTab(url(1), ada, 'there')
  const refused = there.receive(isRefusal)
  servers[0]?.signal('SIGSTOP')
  // Sent to a process that takes it only after it has woken.
  const late = here.put('late')
  expect(await refused).toMatchObject({ reason: 'elsewhere', retry: true })
  await expect.poll(() => joins(there, ada.wid), { timeout: 30_000, interval: 250 }).toBe(true)
  expect(await there.put('after')).toMatchObject({ t: 'ack' })
  const left = here.receive(isRefusal)
  servers[0]?.signal('SIGCONT')
  expect(await left).toMatchObject({ reason: 'elsewhere', retry: true })
  expect(await joins(here, ada.wid)).toBe(true)
  await here.until(() => here.state.get('after') !== undefined)
  // It was neither acknowledged nor taken, so its page sends it again.
  expect([await Promise.race([late, Promise.resolve(null)]), here.state.get('late')]).toEqual([
    null,
    undefined,
  ])
  expect(await here.put('late')).toMatchObject({ t: 'ack' })
  for (const tab of [here, there]) await tab.until(() => tab.state.get('late') !== undefined)
  expect(contents(there.state)).toEqual(contents(here.state))
})

test('a process that stops hands its boards over before it ends, and nothing is lost', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  const there = await openTab(url(1), ada, 'there')
  for (const id of ['a', 'b', 'c']) await here.put(id)
  // Its last steps wait for this row, so it has not left the list of nodes while its boards move.
  await client.query('begin')
  await client.query('select id from nodes where url = $1 for update', [url(0)])
  servers[0]?.signal('SIGTERM')
  // All pages of the board come back by the balancer. Those that are forwarded would otherwise join first, here.
  const { code } = closeCodes.draining
  expect(await Promise.all([here.closed, there.closed])).toEqual([code, code])
  // A page waits longer after a refusal.
  expect(there.received.filter(isRefusal)).toEqual([])
  const back = await greet(1, ada, 'back')
  await expect.poll(() => joins(back, ada.wid), { interval: 50 }).toBe(true)
  expect(await back.put('after')).toMatchObject({ t: 'ack' })
  const { rows } = await client.query<{ owner: string; url: string }>(
    'select boards.owner, nodes.url from boards join nodes on nodes.id = boards.owner',
  )
  expect(rows).toMatchObject([{ url: url(1) }])
  await client.query('rollback')
  await servers[0]?.exited
  await back.until(() => ['a', 'b', 'c', 'after'].every((id) => back.state.get(id)))
})

test('a forwarded page that does not read holds nobody up, and comes back when it reads', async () => {
  const ada = await newcomer(url(0))
  const here = await openTab(url(0), ada, 'here')
  const slow = await openTab(url(1), ada, 'slow')
  const other = await openTab(url(1), ada, 'other')
  slow.pause()
  const name = 'x'.repeat(60_000)
  const count = 250
  for (let index = 0; index < count; index += 1)
    expect(await here.put(`r${index}`, { text: richTextFromPlain(name) })).toMatchObject({ t: 'ack' })
  // On a busy machine a page that reads can get a `catchUp` too.
  await reads(other, ada.wid, `r${count - 1}`)
  const caughtUp = slow.receive((frame): frame is ServerFrame => frame.t === 'catchUp')
  slow.resume()
  // It has missed edits: the server said so, or closed it because it was too slow.
  const outcome = await Promise.race([caughtUp.then(() => 'catchUp' as const), slow.closed])
  expect(['catchUp', closeCodes.too_slow.code]).toContain(outcome)
  const again = outcome === 'catchUp' ? slow : await openTab(url(1), ada, 'again')
  // Like a page, it tries again when it is refused for the moment.
  if (outcome === 'catchUp')
    await expect.poll(() => joins(again, ada.wid), { timeout: 30_000, interval: 250 }).toBe(true)
  await again.until(() => again.state.get(`r${count - 1}`) !== undefined)
  expect(again.state.size).toBe(other.state.size)
})

test('the owner ends a forwarded page with its session, and refuses who has no access', async () => {
  const ada = await newcomer(url(0))
  await openTab(url(0), ada, 'here')
  const there = await openTab(url(1), ada, 'there')
  const eve = await call(
    url(1),
    'PUT',
    '/api/user/guest/login?uid=another-person&country=se&from_product=test',
    '',
  )
  const stranger = await greet(1, { ...ada, token: String(eve['token']) }, 'stranger')
  const refused = stranger.receive(isRefusal)
  stranger.send({ t: 'join', wid: ada.wid })
  expect(await refused).toMatchObject({ code: 4004, retry: false })
  await call(url(0), 'POST', '/api/user/logout', ada.token)
  expect(await there.closed).toBe(closeCodes.session_ended.code)
})

test('a forwarded page is not forwarded again, nor accepted for another process, with a page’s ticket or after its session', async () => {
  const ada = await newcomer(url(0))
  await openTab(url(0), ada, 'here')
  const { rows } = await client.query<{ id: string; url: string }>('select id, url from nodes')
  const second = rows.find((row) => row.url === url(1))
  const { uid } = ada
  const { rows: sessions } = await client.query<{ id: string }>('select id from sessions where uid = $1', [
    uid,
  ])
  const session = sessions[0]?.id ?? ''
  const tickets = new ForwardTickets({
    clock: systemClock,
    key: createCipher(SECRET).derive('pages that are forwarded', ''),
    getNode: () => '',
    newId: () => randomId(systemRandom),
  })
  const open = (name: string): Tab =>
    new Tab(`${url(1).replace('http', 'ws')}/api/live?node=${second?.id}`, name)
  const forwarded = open('forwarded')
  await forwarded.hello(tickets.issue({ uid, session }, second?.id ?? ''))
  expect(await joins(forwarded, ada.wid)).toBe(false)
  const refuse = async (ticket: string): Promise<number> => {
    const tab = open('refused')
    void tab.hello(ticket)
    return await tab.closed
  }
  // A page's own ticket opens none of these sockets.
  const { ticket } = await call(url(1), 'POST', '/api/live/ticket', ada.token, {})
  expect(await refuse(String(ticket))).toBe(closeCodes.bad_ticket.code)
  await client.query('delete from sessions where id = $1', [session])
  const ended = await refuse(tickets.issue({ uid, session }, second?.id ?? ''))
  expect(ended).toBe(closeCodes.session_ended.code)
  const first = rows.find((row) => row.url === url(0))
  expect(await new Tab(`${url(1).replace('http', 'ws')}/api/live?node=${first?.id}`, 'wrong').closed).toBe(
    1006,
  )
})

test('an owner whose address leads to something else is asked nothing more, and the page joins again', async () => {
  const requests: string[] = []
  const other: Server = createServer()
  other.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '')
    socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const ada = await newcomer(url(0))
  await openTab(url(0), ada, 'here')
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await client.query('update nodes set url = $1 where url = $2', [address, url(0)])
  const there = await greet(1, ada, 'there')
  expect(await joins(there, ada.wid)).toBe(false)
  expect(requests).toEqual([expect.stringMatching(/^\/api\/live\?node=/)])
  await client.query('update nodes set url = $1 where url = $2', [url(0), address])
  expect(await joins(there, ada.wid)).toBe(true)
  await new Promise((resolve) => other.close(resolve))
})
