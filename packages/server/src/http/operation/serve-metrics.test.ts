import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const TOKEN = 'a-token-for-the-tests'

describe('metrics', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ env: { METRICS_TOKEN: TOKEN } })
  })
  afterAll(() => server.stop())

  const scrape = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

  it('are sent only to requests with the token', async () => {
    for (const sent of [undefined, '', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
      expect((await scrape(sent)).status, sent).toBe(401)
    expect((await scrape(`Bearer ${TOKEN}`)).headers.get('content-type')).toMatch(/^text\/plain/)
  })

  it('count calls by name and code, and rows in the database', async () => {
    await server.as(null).auth.config()
    await server
      .as('nobody')
      .user.vip()
      .catch(() => undefined)
    const text = await (await scrape(`Bearer ${TOKEN}`)).text()
    const lines = text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'tavla_calls_total{call="auth.config",code="200"} 1',
        'tavla_calls_total{call="user.vip",code="4001"} 1',
        'tavla_call_duration_seconds_count{call="auth.config"} 1',
        'tavla_edits_total 0',
        'tavla_rooms 0',
        'tavla_jobs_failed 0',
        'tavla_accounts 0',
        'tavla_voice_rooms 0',
      ]),
    )
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  })

  it('omit what cannot be read, and answer nevertheless', async () => {
    const { metrics } = server.app
    let isBroken = true
    metrics.addGauges({ tavla_test: 'For this test' }, () =>
      isBroken ? Promise.reject(new Error('away')) : Promise.resolve({ tavla_test: 7 }),
    )
    expect(await metrics.render()).not.toMatch(/^tavla_test /m)
    isBroken = false
    expect(await metrics.render()).toMatch(/^tavla_test 7$/m)
  })

  it('do not exist without a token', async () => {
    const other = await testServer()
    expect((await fetch(`${other.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
    await other.stop()
  })
})
