import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person } from '../../../testing/as.ts'
import { engineNames } from '../../../testing/databases.ts'
import { type TestServer, testServer } from '../../../testing/test-server.ts'

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const state = 's'.repeat(43)

describe.each(engineNames)('a desktop sign-in on %s', (engine) => {
  let server: TestServer
  let ada: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
  })
  afterAll(() => server.stop())
  const approve = () => ada.call.auth.approveDesktop({ body: { challenge, state, via: 'scheme' } })
  const exchange = (code: string, held = verifier) =>
    getCode(server.as(null).auth.exchangeDesktop({ body: { code, verifier: held } }))
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('gives one of several simultaneous exchanges a session', async () => {
    const { code } = await approve()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)))
    expect(answers.toSorted()).toEqual([200, ...Array<number>(7).fill(4017)])
  })

  it('gives no session for what the browser’s URL contains, and none to who asks again', async () => {
    const { code } = await approve()
    expect(await exchange(state)).toBe(4017)
    expect(await exchange(challenge)).toBe(4017)
    expect(await exchange(code, challenge)).toBe(4017)
    expect(await exchange(code)).toBe(4017)
  })

  it('is approved only with the session in the header, which no other site can send', async () => {
    const body = { challenge, state, via: 'scheme' }
    const path = '/api/user/pclogin/approve'
    const { token } = ada
    for (const headers of [
      {},
      { cookie: `token=${token}; userinfo=${token}`, origin: 'https://evil.example' },
      // The flag and the user agent of the app prove nothing.
      { cookie: 'pcapp=1', 'user-agent': 'Tavla desktop', pcapp: '1' },
    ]) {
      const answer = await post(path, body, headers)
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 4001 }])
    }
    const form = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    })
    expect(form.status).toBeGreaterThanOrEqual(400)
    expect((await post(path, body, { token })).status).toBe(200)
  })

  it('leads to the app of this computer only, whatever the request names', async () => {
    const ask = (more: object) =>
      post('/api/user/pclogin/approve', { challenge, state, ...more }, { token: ada.token })
    for (const more of [
      { via: 'https://evil.example' },
      { via: 'loopback', port: 80 },
      { via: 'loopback', port: '5000@evil.example' },
      { via: 'loopback' },
    ]) {
      const answer = await ask(more)
      expect([answer.status, await answer.json()], JSON.stringify(more)).toMatchObject([400, { code: 4000 }])
    }
    const redirect = 'https://evil.example/'
    const named = await ask({ via: 'scheme', redirect_uri: redirect, redirect, host: 'evil.example' })
    expect(JSON.stringify(await named.json())).not.toContain('evil')
    const { link, code } = await ada.call.auth.approveDesktop({
      body: { challenge, state: 'x&code=evil#y', via: 'scheme' },
    })
    expect([...new URL(link).searchParams]).toEqual([
      ['code', code],
      ['state', 'x&code=evil#y'],
    ])
  })

  it('stores and logs no code, and lets no answer be cached', async () => {
    const answer = await post(
      '/api/user/pclogin/approve',
      { challenge, state, via: 'scheme' },
      { token: ada.token },
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { data } = (await answer.json()) as { data: { code: string } }
    const rows = await server.app.db.sql.selectFrom('desktop_codes').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(await exchange(data.code)).toBe(200)
    const stored = JSON.stringify(rows) + server.log.join('')
    for (const secret of [data.code, verifier]) expect(stored.includes(secret)).toBe(false)
  })
})
