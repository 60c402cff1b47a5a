import { SocialProvider } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode } from '../../testing/as.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe('the local stand-in for providers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  const start = async () => {
    const { url, state } = await server.as(null).auth.startGoogle()
    return {
      page: `${server.url}${url}`,
      state,
      fields: Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    }
  }
  const answer = async (
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const sent = await fetch(`${server.url}/dev/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
      redirect: 'manual',
    })
    const to = new URL(sent.headers.get('location') ?? '/', server.url)
    return { status: sent.status, to, code: to.searchParams.get('code') ?? '' }
  }
  const ada = { name: 'Ada', email: 'Ada@Example.com', verified: '1' }

  it('replaces every provider without credentials, and says so', async () => {
    const { providers, standIns } = await server.as(null).auth.config()
    expect({ providers, standIns }).toEqual({
      providers: SocialProvider.options,
      standIns: SocialProvider.options,
    })
    const { page } = await start()
    const shown = await fetch(page)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await shown.text()
    expect(html).toContain('<h1>Test sign-in for Google</h1>')
    expect(html).toContain('This is not Google.')
  })

  it('signs in as anybody, as the same one again by the same address', async () => {
    const uids = []
    for (const name of ['Ada', 'Renamed']) {
      const { state, fields } = await start()
      const { to, code, status } = await answer({ ...fields, ...ada, name })
      expect([status, to.pathname, to.searchParams.get('state')]).toEqual([303, '/app/google-loading', state])
      const { user } = await server.as(null).auth.finishGoogle({ body: { code, state } })
      expect(user).toMatchObject({
        name: 'Ada',
        email: 'ada@example.com',
        emailVerified: true,
        providers: ['google'],
      })
      uids.push(user.uid)
      expect(await getCode(server.as(null).auth.finishGoogle({ body: { code, state } }))).toBe(4017)
    }
    expect(new Set(uids).size).toBe(1)
  })

  it('issues codes for their own provider, request and minute only', async () => {
    const finish = (code: string, state: string) =>
      getCode(server.as(null).auth.finishGoogle({ body: { code, state } }))
    const first = await start()
    const other = await start()
    const { code } = await answer({ ...first.fields, ...ada })
    expect(await finish(code, other.state)).toBe(4017)
    const third = await start()
    const late = await answer({ ...third.fields, ...ada })
    server.clock.advance(60_000)
    expect(await finish(late.code, third.state)).toBe(4017)
    const fourth = await start()
    const foreign = await answer({ ...fourth.fields, ...ada, provider: 'office' })
    expect(foreign.to.pathname).toBe('/app/office-loading')
    expect(await finish(foreign.code, fourth.state)).toBe(4017)
  })

  it('answers on this machine only', async () => {
    const { page, fields } = await start()
    for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { 'true-client-ip': '203.0.113.9' }]) {
      expect((await fetch(page, { headers })).status).toBe(404)
      expect((await answer({ ...fields, ...ada }, headers)).status).toBe(404)
      const config = await (await fetch(`${server.url}/api/config`, { headers })).json()
      expect(config).toMatchObject({ data: { providers: [], standIns: [] } })
      const response = await fetch(`${server.url}/api/user/login/google`, { headers })
      expect(await response.json()).toMatchObject({ code: 4004 })
    }
  })

  it.each([
    { provider: 'evil' },
    { state: '"><script>' },
    { state: '' },
    { challenge: 'short' },
    { email: 'no address' },
    { name: 'x'.repeat(300) },
  ])('takes nothing that it did not write itself: %o', async (broken) => {
    const { fields } = await start()
    expect((await answer({ ...fields, ...ada, ...broken })).status).toBe(404)
  })

  it('does not exist on a public server', async () => {
    const open = await testServer({ env: { PUBLIC_URL: 'https://tavla.example.com' } })
    const { providers } = await open.as(null).auth.config()
    expect(providers).toEqual([])
    expect((await fetch(`${open.url}/dev/sign-in`)).status).toBe(404)
    expect(await getCode(open.as(null).auth.startGoogle())).toBe(4004)
    await open.stop()
  })
})
