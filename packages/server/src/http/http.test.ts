import { request } from 'node:http'
import { calls } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, person, type Someone } from '../testing/as.ts'
import { raw } from '../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

describe('the HTTP side', () => {
  let server: TestServer
  let ada: Someone
  beforeAll(async () => {
    server = await testServer()
    ada = await person(server, 'Ada')
  })
  afterAll(() => server.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
  const create = (name: string, key: string, token = ada.token) =>
    fetch(`${server.url}/api/space`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    }).then((answer) => answer.json() as Promise<{ code: number; data: { wid: string } }>)

  it('creates a record once, however often the same call arrives', async () => {
    const [first, second] = await Promise.all([create('Once', 'k1'), create('Once', 'k1')])
    expect(second).toEqual(first)
    expect(await create('Once', 'k1')).toEqual(first)
    expect((await create('Other', 'k1')).code).toBe(4000)
    expect((await create('Twice', 'k2')).data.wid).not.toBe(first.data.wid)
    expect((await ada.call.space.list()).total).toBe(2)
    const other = await person(server, 'Other')
    expect((await create('Once', 'k1', other.token)).data.wid).not.toBe(first.data.wid)
    server.clock.advance(86_400_000 - 1)
    const again = await server
      .as(null)
      .auth.login({ body: { email: ada.email, password: 'correct horse battery' } })
    expect((await create('Once', 'k1', again.token)).data.wid).toBe(first.data.wid)
    server.clock.advance(2)
    expect((await create('Once', 'k1', again.token)).data.wid).not.toBe(first.data.wid)
    ada = { ...ada, token: again.token, call: server.as(again.token) }
  })

  it('answers too many requests with the time to wait', async () => {
    const send = () =>
      fetch(`${server.url}/api/feedback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"content":"Hi"}',
      })
    for (let at = 0; at < 10; at++) expect((await send()).status).toBe(200)
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '180'])
    expect(await refused.json()).toMatchObject({ code: 4029, data: { retryAfter: 180 } })
    server.clock.advance(180_000)
    expect((await send()).status).toBe(200)
  })

  it('refuses bodies with too many values before they are parsed, however nested', async () => {
    const half = 2 ** 19 - 100
    const post = async (settings: string) => {
      const headers = { token: ada.token, 'content-type': 'application/json' }
      const body = `{"settings":${settings}}`
      const answer = await fetch(`${server.url}/api/user/settings`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { data: { fields?: unknown } }).data.fields]
    }
    const refused = [400, { body: 'holds too many values' }]
    expect(await post(`[${'1,'.repeat(half)}1]`)).toEqual(refused)
    expect(await post('['.repeat(half) + ']'.repeat(half))).toEqual(refused)
    expect(await post(`{${'"a":{},'.repeat(60_000)}"b":1}`)).toEqual(refused)
    // Many signs within one text are one value.
    const [status, fields] = await post(JSON.stringify(`{"a":"${'\\",[{'.repeat(40_000)}"}`))
    expect([status, fields]).toEqual([400, { settings: expect.any(String) as string }])
  })

  it('refuses forms with too many fields before they are parsed', async () => {
    const post = async (body: string) => {
      const headers = { token: ada.token, 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(`${server.url}/api/user/name`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { data: { fields?: unknown } }).data.fields]
    }
    const refused = [400, { body: 'holds too many values' }]
    expect(await post('name=Ada' + '&name=Ada'.repeat(100_000))).toEqual(refused)
    expect(await post('&'.repeat(2 ** 20 - 100))).toEqual(refused)
    expect((await post(`name=Ada${'&a=1'.repeat(999)}`))[0]).toBe(200)
  })

  it('accepts form-encoded bodies like JSON', async () => {
    const answer = await fetch(`${server.url}/api/user/name`, {
      method: 'POST',
      headers: { token: ada.token, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Ada+Lovelace&role=administrator',
    })
    expect(await answer.json()).toMatchObject({ code: 200, data: { name: 'Ada Lovelace' } })
  })

  it('drops unknown fields', async () => {
    const visitor = await guest(server, 'Sly')
    await raw(server, calls.user.setProfile, visitor.token, {
      body: { occupation: 'design', role: 'administrator', kind: 'full', uid: ada.uid },
    })
    expect(await visitor.call.user.info({ query: { uid: visitor.uid } })).toMatchObject({
      role: 'user',
      kind: 'guest',
    })
  })

  it('reports every error at once', async () => {
    const { body } = await raw(server, calls.auth.register, null, {
      query: { lang: '!' },
      body: { email: 'x', password: 'short' },
    })
    expect(Object.keys(body.data?.['fields'] ?? {}).toSorted()).toEqual(['email', 'lang', 'password'])
  })

  it('refuses too large bodies without reading them completely', async () => {
    const answer = await fetch(`${server.url}/api/user/settings`, {
      method: 'POST',
      headers: { token: ada.token, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: 'x'.repeat(2 << 20) }),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 4000, data: { fields: { body: 'is too large' } } })
  })

  it('answers unknown URLs of the API with an envelope', async () => {
    for (const path of [
      '/api/unknown',
      '/api/user/../../etc/passwd',
      '/api/photo/..%2f..%2fsecret',
      '/api/file/get/x',
    ]) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 4004 })
    }
  })

  it('makes not-found answers uncacheable', async () => {
    for (const path of ['/app/assets/gone.js', '/api/unknown', '/nowhere'])
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-store')
  })

  it('sends the security headers with everything', async () => {
    for (const path of ['/api/config', '/healthz', '/dev/inbox', '/api/unknown', '/app/dashboard', '/']) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('microphone=(self), camera=()')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('redirects to the app', async () => {
    expect((await get('/')).headers.get('location')).toBe('/app/')
    expect((await get('/app')).headers.get('location')).toBe('/app/')
    const apple = await fetch(`${server.url}/app/apple-loading`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'code=c%26d&state=s&extra=1',
      redirect: 'manual',
    })
    expect([apple.status, apple.headers.get('location')]).toEqual([
      303,
      '/app/apple-loading?code=c%26d&state=s',
    ])
  })

  it('reports liveness, and whether it accepts writes', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true })
    const ready = await get('/readyz')
    const all = { ok: true, database: true, storage: true, worker: true, lease: true }
    expect([ready.status, await ready.json()]).toEqual([200, all])
  })

  it.each(['worker', 'lease'] as const)('is not ready without its %s', async (part) => {
    const { app } = server
    const before = app.readiness
    app.readiness = { ...before, [part]: () => false }
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([503, { ok: false, [part]: false }])
    app.readiness = before
  })

  it('shows the local inbox on this machine only, and nothing in it as markup', async () => {
    await server.app.mail.send({
      to: 'x@example.com',
      subject: '<img src=x>',
      text: `see ${server.url}/?a=1&b=2 <b>`,
      html: '<!doctype html><p>see',
      images: [],
      key: 'k',
    })
    const page = await (await get('/dev/inbox')).text()
    expect(page).toContain('&lt;img src=x&gt;')
    expect(page).toContain(`<a href="${server.url}/?a=1&amp;b=2">`)
    expect(page).not.toContain('<b>see')
    for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'via'])
      expect((await get('/dev/inbox', { [name]: '1.2.3.4' })).status, name).toBe(404)
    expect(await statusAs('evil.example')).toBe(404)
  })

  /** Status of the inbox under another host's name; fetch does not allow a false Host header. */
  const statusAs = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${server.url}/dev/inbox`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
})

describe('a public server', () => {
  it('has no local inbox, promises no emails, and says so to people who invite', async () => {
    const server = await testServer({ env: { PUBLIC_URL: 'https://tavla.example.com' } })
    const ada = await person(server, 'Ada')
    expect((await fetch(`${server.url}/dev/inbox`)).status).toBe(404)
    const { wid } = await ada.call.space.create({ body: { name: 'S' } })
    const body = { role: 'viewer' as const, email: ['x@example.com'], data: '', send_email: true }
    const { list } = await ada.call.space.invite({ query: { wid }, body })
    expect(list).toEqual([{ email: 'x@example.com', result: 'refused', reason: 'mail_off' }])
    const { url } = await ada.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    expect(url).toMatch(/^https:\/\/tavla\.example\.com\/app\/invite-loading\?/)
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
    await server.stop()
  })
})
