import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueue } from '../db/jobs.ts'
import { systemRandom } from '../ports/random/system-random.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { startWorker } from './worker.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ engine: 'postgres' })
})
afterEach(() => server.stop())

test('processes that look for jobs in the same moment share them, and none runs twice', async () => {
  const { app, clock } = server
  const keys = Array.from({ length: 40 }, (_, index) => `job ${index}`)
  await app.db.transaction(async (tx) => {
    for (const key of keys)
      await enqueue(tx, systemRandom, { kind: 'test', key, payload: { key }, runAt: clock.now() })
  })
  const done: string[] = []
  const work = async (_app: unknown, payload: unknown) => void done.push((payload as { key: string }).key)
  const workers = [1, 2, 3].map(() => startWorker(app, { test: work }, [], { poll: false }))
  await Promise.all(workers.map((worker) => worker.settle()))
  expect(done.sort()).toEqual(keys.sort())
})
