import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { queueLimits } from '../rate-limits/call-limits.ts'
import { person, type Someone, createSpace } from '../testing/as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let ada: Someone
let bob: Someone
let wids: Record<'ada' | 'bob', string>
/** Reads of Ada's board that stand still. */
let reads: (() => void)[]

beforeAll(async () => {
  server = await testServer()
  ada = await person(server, 'Ada')
  bob = await person(server, 'Bob')
  wids = { ada: await createSpace(ada, 'Hers'), bob: await createSpace(bob, 'His') }
  const { past } = server.app.boards
  server.app.boards = {
    ...server.app.boards,
    past: {
      ...past,
      async reach(wid) {
        if (wid === wids.ada) await new Promise<void>((resolve) => reads.push(resolve))
        return past.reach(wid)
      },
    },
  }
})
beforeEach(() => {
  reads = []
})
afterAll(() => server.stop())

const ask = (who: Someone, wid: string) =>
  fetch(`${server.url}/api/space/history/version?wid=${wid}`, { headers: { token: who.token } })

const { maxRunning, waiting } = queueLimits.calls

async function reached(count: number): Promise<void> {
  while (reads.length < count) await new Promise((resolve) => setImmediate(resolve))
}

it('run a few at a time per account, and all of them are answered', async () => {
  const asked = Array.from({ length: 3 * maxRunning }, () => ask(ada, wids.ada))
  await reached(maxRunning)
  expect((await ask(bob, wids.bob)).status).toBe(200)
  expect(reads).toHaveLength(maxRunning)
  for (let done = 0; done < asked.length; done += 1) {
    await reached(done + 1)
    expect(reads.length).toBeLessThanOrEqual(done + maxRunning)
    reads[done]?.()
  }
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
})

it('beyond the queue are refused with the time to wait', async () => {
  const asked = Array.from({ length: maxRunning + waiting + 1 }, () => ask(ada, wids.ada))
  const refused = await Promise.race(asked)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await refused.json()).toMatchObject({ code: 4029, data: { retryAfter: 10 } })
  for (let done = 0; done < maxRunning + waiting; done += 1) {
    await reached(done + 1)
    reads[done]?.()
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200)).toEqual([429])
})
