import { afterEach, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** More than one network address may ask in an hour, so that the next one is refused. */
const BURST = 10

describe('the client’s IP address', () => {
  let server: TestServer
  afterEach(() => server.stop())

  const start = async (env: Record<string, string>) => {
    server = await testServer({ env })
  }
  const ask = async (forwarded?: string): Promise<number> => {
    const answer = await fetch(`${server.url}/api/feedback`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
      },
      body: '{"content":"Hi"}',
    })
    return answer.status
  }
  /** Uses up what the sender of such requests may ask. */
  async function useUp(getHeader: (at: number) => string | undefined): Promise<void> {
    for (let at = 0; at < BURST; at += 1) expect(await ask(getHeader(at))).toBe(200)
  }
  const warnings = () => server.log.filter((line) => line.includes('TRUST_PROXY'))

  it('is the peer’s, whatever the header says, while no proxy is configured', async () => {
    await start({})
    await useUp((at) => `198.51.100.${at}`)
    expect(await ask('203.0.113.1')).toBe(429)
    expect(warnings()).toEqual([])
  })

  it('is one hop from the right behind one proxy; what the client wrote is ignored', async () => {
    await start({ TRUST_PROXY: '1' })
    await useUp((at) => `203.0.113.${at}, 198.51.100.7`)
    expect(await ask('203.0.113.99, 198.51.100.7')).toBe(429)
    expect(await ask('198.51.100.7, 198.51.100.8')).toBe(200)
  })

  it('is two hops from the right behind two', async () => {
    await start({ TRUST_PROXY: '2' })
    await useUp((at) => `203.0.113.${at}, 198.51.100.7, 10.0.0.${at}`)
    expect(await ask('198.51.100.7, 10.0.0.1')).toBe(429)
    expect(await ask('198.51.100.8, 10.0.0.1')).toBe(200)
  })

  it('is the first from the right outside the configured networks', async () => {
    await start({ TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' })
    await useUp((at) => `203.0.113.${at}, 198.51.100.7, 10.0.0.${at}, 10.1.0.1`)
    expect(await ask('203.0.113.99, 198.51.100.7')).toBe(429)
    expect(await ask('198.51.100.7, 198.51.100.8, 10.0.0.1')).toBe(200)
  })

  it('is the peer’s if an unknown host sends the header, bypassing the proxies', async () => {
    await start({ TRUST_PROXY: '10.0.0.0/8' })
    await useUp((at) => `198.51.100.${at}`)
    expect(await ask()).toBe(429)
  })

  it('counts an IPv6 network as one', async () => {
    await start({ TRUST_PROXY: '1' })
    await useUp((at) => `2001:db8:1:2::${at}`)
    expect(await ask('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(200)
  })

  it('warns once about an unconfigured proxy', async () => {
    await start({ PUBLIC_URL: 'https://tavla.example.com', HOST: '127.0.0.1' })
    await ask()
    expect(warnings()).toEqual([])
    await ask('198.51.100.7')
    await ask('198.51.100.8')
    expect(warnings()).toHaveLength(1)
  })
})
