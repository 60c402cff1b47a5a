import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enqueue } from '../db/jobs.ts'
import { systemRandom } from '../ports/random/system-random.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { type Job, startWorker } from './worker.ts'

describe('a job', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await testServer()
  })
  afterEach(() => server.stop())

  const job = (key: string, payload = {}) =>
    server.app.db.transaction((tx) =>
      enqueue(tx, systemRandom, { kind: 'test', key, payload, runAt: server.clock.now() }),
    )
  const left = () => server.app.db.sql.selectFrom('promises').selectAll().execute()

  it('runs once per key, after the commit', async () => {
    const done: unknown[] = []
    const worker = startWorker(server.app, { test: async (_app, payload) => void done.push(payload) }, [], {
      poll: false,
    })
    await job('a', { n: 1 })
    await job('a', { n: 2 })
    await job('b', { n: 3 })
    await worker.settle()
    expect(done).toEqual([{ n: 1 }, { n: 3 }])
    expect(await left()).toEqual([])
  })

  it('is claimed by a worker that reports when it stops', async () => {
    let isSilent = false
    const never = new Promise<never>(() => undefined)
    const db = new Proxy(server.app.db, {
      get: (target, name) =>
        isSilent && (name === 'transaction' || name === 'sql')
          ? () => never
          : (Reflect.get(target, name, target) as unknown),
    })
    const worker = startWorker({ ...server.app, db }, {}, [], { poll: true })
    server.clock.advance(59_000)
    expect(worker.isAlive()).toBe(true)
    isSilent = true
    server.clock.advance(120_000)
    expect(worker.isAlive()).toBe(false)
  })

  it('is not enqueued if its transaction fails', async () => {
    const failing = server.app.db.transaction(async (tx) => {
      await enqueue(tx, systemRandom, { kind: 'test', key: 'a', payload: {}, runAt: 0 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await left()).toEqual([])
  })

  it('is retried with growing delays, and kept with its error if it never succeeds', async () => {
    let tries = 0
    const fails = () => {
      tries++
      return Promise.reject(new Error('mail server away'))
    }
    const worker = startWorker(server.app, { test: fails }, [], { poll: false })
    await job('a')
    await worker.settle()
    await worker.settle()
    expect(tries).toBe(1)
    server.clock.advance(1_000)
    await worker.settle()
    expect(tries).toBe(2)
    for (let at = 0; at < 10; at++) {
      server.clock.advance(24 * 3_600_000)
      await worker.settle()
    }
    expect(tries).toBe(8)
    expect(await left()).toMatchObject([
      { key: 'a', last_error: 'mail server away', failed_at: expect.any(Number) as number },
    ])
  })

  it('is taken over when its worker died', async () => {
    await job('a')
    const dead = startWorker(server.app, { test: () => new Promise(() => {}) }, [], { poll: false })
    void dead.settle()
    await expect.poll(async () => (await left())[0]?.taken_until).toBeGreaterThan(0)
    const done: string[] = []
    const worker = startWorker(server.app, { test: async () => void done.push('done') }, [], { poll: false })
    await worker.settle()
    expect(done).toEqual([])
    server.clock.advance(60_000)
    await worker.settle()
    expect(done).toEqual(['done'])
  })

  it('does not wait for one that hangs, which is released after a quarter of an hour', async () => {
    const never = new Promise<void>(() => undefined)
    const done: string[] = []
    let hangs = 0
    const test: Job = (_app, payload) => {
      const { name } = payload as { name: string }
      if (name === 'hangs') return ((hangs += 1), never)
      done.push(name)
      return Promise.resolve()
    }
    startWorker(server.app, { test }, [], { poll: true })
    await job('hangs', { name: 'hangs' })
    for (let at = 0; at < 10; at++) await job(`job ${at}`, { name: `job ${at}` })
    /** Time goes on until that is so. */
    const until = (holds: () => boolean) =>
      expect
        .poll(() => {
          server.clock.advance(500)
          return holds()
        })
        .toBe(true)
    await until(() => done.length === 10)
    expect(hangs).toBe(1)
    // While somebody is at it nobody else takes it up.
    for (let minute = 0; minute < 14; minute++) {
      server.clock.advance(30_000)
      await expect
        .poll(async () => {
          server.clock.advance(500)
          return ((await left())[0]?.taken_until ?? 0) > server.clock.now()
        })
        .toBe(true)
    }
    expect(hangs).toBe(1)
    server.clock.advance(15 * 60_000)
    await until(() => hangs === 2)
    expect(server.log.some((line) => line.includes('does not end and is given up'))).toBe(true)
  })
})
