import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode as getRefusal, PASSWORD, person } from '../../../testing/as.ts'
import { engineNames } from '../../../testing/databases.ts'
import { type TestServer, testServer } from '../../../testing/test-server.ts'

const HOME = '192.0.2.1'

describe.each(engineNames)('guessing passwords on %s', (engine) => {
  let server: TestServer
  let authorized = 0
  beforeAll(async () => {
    server = await testServer({ engine, env: { TRUST_PROXY: '1' } })
    const { verify } = server.app.passwords
    const counting = (password: string, hash: string | null) => (authorized++, verify(password, hash))
    Object.assign(server.app, { passwords: { ...server.app.passwords, verify: counting } })
  })
  afterAll(() => server.stop())

  const login = async (email: string, password: string, from: string) => {
    const answer = await fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email, password }),
    })
    return (await answer.json()) as { code: number; data: { retryAfter?: number } }
  }
  const getCode = async (...tried: Parameters<typeof login>) => (await login(...tried)).code
  /** Everybody on earth guesses, ten times each. */
  async function everybodyGuesses(email: string, places: number): Promise<void> {
    for (let place = 0; place < places; place++)
      for (let at = 0; at < 10; at++) await getCode(email, `wrong ${at}`, `198.51.100.${place}`)
  }
  /** Somebody who has signed in at home once; the test's own network address is another place. */
  async function createAccountAtHome(name: string): Promise<string> {
    const { email } = await person(server, name)
    expect(await getCode(email, PASSWORD, HOME)).toBe(200)
    authorized = 0
    return email
  }

  it('is slowed down per address, with the time to wait, and the owner can sign in again', async () => {
    const email = await createAccountAtHome('Guessed')
    for (let at = 0; at < 10; at++) expect(await getCode(email, `wrong ${at}`, HOME)).toBe(4006)
    expect(await login(email, PASSWORD, HOME)).toMatchObject({ code: 4018, data: { retryAfter: 90 } })
    server.clock.advance(90_000)
    expect(await getCode(email, PASSWORD, HOME)).toBe(200)
    expect(await getCode(email, 'wrong again', HOME)).toBe(4006)
  })

  it('from everywhere checks few attempts, and the owner need not wait at home or after an email', async () => {
    const email = await createAccountAtHome('Besieged')
    await everybodyGuesses(email, 15)
    expect(authorized).toBe(60)
    server.clock.advance(15_000)
    expect(await getCode(email, 'one more', '198.51.100.99')).toBe(4006)
    // Elsewhere nobody knows who it is; at home they have been before.
    expect(await getCode(email, PASSWORD, '203.0.113.5')).toBe(4018)
    expect(await getCode(email, PASSWORD, HOME)).toBe(200)

    await server.as(null).auth.forgetPassword({ body: { email } })
    const emails = (await server.emails()).filter(({ to }) => to === email)
    const token = emails.map(({ text }) => /token=(\S+)/.exec(text)?.[1]).find(Boolean) ?? ''
    await server.as(null).auth.resetPassword({ body: { token, password: 'another good one' } })
    expect(await getCode(email, 'another good one', '203.0.113.5')).toBe(200)
  })

  it('is limited for unknown addresses alike', async () => {
    authorized = 0
    await everybodyGuesses('nobody@example.com', 7)
    expect(authorized).toBe(60)
    expect(await getCode('nobody@example.com', PASSWORD, '203.0.113.7')).toBe(4018)
  })

  it('checks at most ten of forty concurrent wrong passwords', async () => {
    const email = await createAccountAtHome('Raced')
    const codes = await Promise.all(Array.from({ length: 40 }, () => getCode(email, 'wrong', HOME)))
    expect(authorized).toBe(10)
    expect(codes.filter((code) => code === 4006)).toHaveLength(10)
    expect(codes.filter((code) => code === 4018)).toHaveLength(30)
  })

  it('does not count right passwords: a hundred people sign in at once behind one address', async () => {
    const { email } = await person(server, 'Busy')
    for (let at = 0; at < 30; at++) expect(await getCode(email, PASSWORD, '203.0.113.20')).toBe(200)
    const strangers = Array.from({ length: 100 }, (_, at) =>
      getCode(`pupil${at}@example.com`, 'wrong', '203.0.113.20'),
    )
    expect(new Set(await Promise.all(strangers))).toEqual(new Set([4006]))
    expect(await getCode(email, PASSWORD, '203.0.113.20')).toBe(200)
  })

  it('sends five emails for forty concurrent reset requests, without using up the owner’s', async () => {
    const { email } = await person(server, 'Forgetful')
    const forget = async (from: string) => {
      const answer = await fetch(`${server.url}/api/user/password/forget`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ email }),
      })
      return ((await answer.json()) as { code: number }).code
    }
    const resets = async () =>
      (await server.emails()).filter(({ to, text }) => to === email && text.includes('token=')).length
    const asked = await Promise.all(Array.from({ length: 40 }, () => forget('198.51.100.30')))
    expect(new Set(asked)).toEqual(new Set([200]))
    expect(await resets()).toBe(5)
    expect(await forget(HOME)).toBe(200)
    expect(await resets()).toBe(6)
  })

  it('checks at most five of forty guesses at the current password, and sends one code of forty', async () => {
    const { call } = await person(server, 'Insider')
    authorized = 0
    const body = { old: 'wrong password', new: 'another good one' }
    const changes = await Promise.all(
      Array.from({ length: 40 }, () => getRefusal(call.auth.changePassword({ body }))),
    )
    expect(authorized).toBe(5)
    expect(changes.filter((code) => code === 4018)).toHaveLength(35)

    const email = 'elsewhere@example.com'
    server.clock.advance(3_600_000)
    await Promise.all(
      Array.from({ length: 20 }, () => getRefusal(call.user.sendEmailCode({ body: { email } }))),
    )
    expect((await server.emails()).filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('checks at most five of forty guesses at a code', async () => {
    const { call, email } = await person(server, 'Coded')
    const body = { email, code: '000000' }
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => getRefusal(call.user.setEmail({ body }))),
    )
    expect(guesses.filter((code) => code === 4017)).toHaveLength(5)
    expect(guesses.filter((code) => code === 4018)).toHaveLength(35)
  })

  it('counts an IPv6 network as one address', async () => {
    const email = await createAccountAtHome('Six')
    for (let at = 1; at <= 12; at++) await getCode(email, 'wrong', `2001:db8:1:2::${at}`)
    expect(authorized).toBe(10)
    expect(await getCode(email, PASSWORD, '2001:db8:1:3::1')).toBe(200)
  })
})
