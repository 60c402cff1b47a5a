import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, person } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { openTabs } from '../../testing/tabs.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { checkHistoryLimits } from './limit-near.ts'

const DAY_MS = 86_400_000

describe.each(engineNames)('the limit of history on %s', (engine) => {
  let server: TestServer
  const { getTab, leaveAll } = openTabs(() => server)
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterEach(leaveAll)
  afterAll(() => server.stop())

  it('makes one notification when it is near and one when it is reached, for all boards of an owner', async () => {
    const ada = await person(server, 'Ada')
    const boards = [await createSpace(ada, 'Plans'), await createSpace(ada, 'Ideas')]
    for (const wid of boards) await (await getTab(ada, wid)).put('a')
    const announced = async (days: number) => {
      await server.app.db.sql
        .updateTable('journal')
        .set({ time: server.clock.now() - days * DAY_MS })
        .where('wid', 'in', boards)
        .execute()
      // It runs each hour.
      for (let run = 0; run < 2; run++) await checkHistoryLimits(server.app)
      const { list } = await ada.call.user.notices()
      return list.flatMap((one) => (one.type === 1010 && 'data' in one ? [one.data] : []))
    }
    expect(await announced(23)).toEqual([])
    const near = { of: 'history', limit: 30, used: 24, full: false }
    expect(await announced(24)).toEqual([near])
    expect(await announced(29)).toEqual([near])
    const full = { of: 'history', limit: 30, used: 30, full: true }
    const afterwards = await announced(30)
    expect(afterwards).toHaveLength(2)
    expect(afterwards).toEqual(expect.arrayContaining([near, full]))
    expect(await announced(60)).toHaveLength(2)
  })
})
