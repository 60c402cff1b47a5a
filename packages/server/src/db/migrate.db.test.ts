import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, type RealServer, realServer } from '../realtime/testing/kill.ts'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'

let databases: TestDatabase[]
let servers: RealServer[]

beforeEach(async () => {
  databases = [await testDatabase('postgres'), await testDatabase('postgres')]
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.kill()
  for (const database of databases) await database.dispose()
})

test('two servers that start at once on an empty PostgreSQL database both start', async () => {
  const [database] = databases
  const start = async ({ directory }: TestDatabase): Promise<void> => {
    const SECRET = 'the secret that both servers have'
    const env = { DATA_DIR: directory, DATABASE_URL: database?.url ?? '', SECRET }
    servers.push(await realServer(env))
  }
  await Promise.all(databases.map(start))
  for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const [first, second] = servers
  const account = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  await call(first?.url ?? '', 'POST', '/api/user/register', '', account)
  expect(await call(second?.url ?? '', 'POST', '/api/user/login', '', account)).toHaveProperty('token')
})
