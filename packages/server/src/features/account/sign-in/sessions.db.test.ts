import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person } from '../../../testing/as.ts'
import { engineNames } from '../../../testing/databases.ts'
import { type TestServer, testServer } from '../../../testing/test-server.ts'
import { renewOpenSessions } from './sessions.ts'

const HOUR_MS = 3_600_000

describe.each(engineNames)('sessions of open sockets on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  async function getSession(uid: string): Promise<string> {
    const { id } = await server.app.db.sql
      .selectFrom('sessions')
      .select('id')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    return id
  }

  it('go on for as long as the page is open, and end a day after that', async () => {
    const ada = await person(server, 'Ada')
    const session = await getSession(ada.uid)
    for (let hour = 0; hour < 60; hour += 20) {
      server.clock.advance(20 * HOUR_MS)
      expect(await renewOpenSessions(server.app, [session, 'unknown'])).toEqual(new Set([session]))
    }
    expect(await getCode(ada.call.user.vip())).toBe(200)
    server.clock.advance(25 * HOUR_MS)
    expect(await renewOpenSessions(server.app, [session])).toEqual(new Set())
    expect(await getCode(ada.call.user.vip())).toBe(4001)
  })
})
