import { closeCodes, type ServerFrame } from '@tavla/contract/realtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { call, newcomer, openTab, type RealServer, realServer } from './testing/kill.ts'

let databases: TestDatabase[]
let servers: RealServer[]

beforeEach(async () => {
  databases = [await testDatabase('postgres', { isMigrated: true }), await testDatabase('sqlite')]
  const DATABASE_URL = databases[0]?.url ?? ''
  const SECRET = 'the secret that both processes have'
  const start = ({ directory }: TestDatabase) => realServer({ DATA_DIR: directory, DATABASE_URL, SECRET })
  servers = await Promise.all(databases.map(start))
})
afterEach(async () => {
  for (const server of servers) await server.kill()
  for (const database of databases) await database.dispose()
})

const url = (index: number): string => servers[index]?.url ?? ''

test('signing out at one process closes the socket at another', async () => {
  const ada = await newcomer(url(0))
  const tab = await openTab(url(0), ada, 'ada')
  expect(await tab.put('before')).toMatchObject({ t: 'ack' })
  await call(url(1), 'POST', '/api/user/logout', ada.token)
  expect(await tab.closed).toBe(closeCodes.session_ended.code)
})

test('a board trashed at one process closes for those who have it open at another', async () => {
  const ada = await newcomer(url(0))
  const tab = await openTab(url(0), ada, 'ada')
  const closed = tab.receive((frame): frame is ServerFrame => frame.t === 'refused')
  await call(url(1), 'DELETE', `/api/space?wid=${ada.wid}`, ada.token)
  expect(await closed).toMatchObject({ code: 4004, retry: false })
})

test('duplicating a board that another process has open asks to try again, and works once that process is gone', async () => {
  const account = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  await call(url(0), 'POST', '/api/user/register', '', account)
  const token = String((await call(url(0), 'POST', '/api/user/login', '', account))['token'])
  const wid = String((await call(url(0), 'POST', '/api/space', token, { name: 'Plans' }))['wid'])
  const tab = await openTab(url(0), { uid: 'ada', token, wid }, 'ada')
  await tab.put('a1')
  const duplicate = () =>
    fetch(`${url(1)}/api/space/duplicate`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ wid }),
    })
  const refused = await duplicate()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await servers[0]?.kill()
  await expect.poll(async () => (await duplicate()).status, { timeout: 30_000, interval: 500 }).toBe(200)
})

test('a server with another secret does not start beside one that runs, and says why', async () => {
  const [database, place] = databases
  const env = { DATA_DIR: `${place?.directory}/third`, DATABASE_URL: database?.url ?? '' }
  const wrong = realServer({ ...env, SECRET: 'a secret that no other server has' })
  await expect(wrong).rejects.toThrow('Another server on this database has a different secret')
  const { url: third, kill } = await realServer({ ...env, SECRET: 'the secret that both processes have' })
  expect((await fetch(`${third}/readyz`)).status).toBe(200)
  await kill()
})
