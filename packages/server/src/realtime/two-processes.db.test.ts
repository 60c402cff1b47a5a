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
