import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCode, getCode, guest, PASSWORD, person } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

describe.each(engineNames)('an account on %s', (engine) => {
  let server: TestServer
  const anyone = () => server.as(null)
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  it('is created, signed in and recognised; the first one is the administrator', async () => {
    const { token, user } = await anyone().auth.register({
      body: { email: 'Ada@Example.com', password: PASSWORD },
    })
    expect(user).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      role: 'administrator',
      emailVerified: false,
    })
    expect(await anyone().auth.loggedin({ token })).toEqual(user)
    const second = await person(server, 'Second')
    expect(await second.call.user.info({ query: { uid: second.uid } })).toMatchObject({ role: 'user' })
    expect(
      await getCode(anyone().auth.register({ body: { email: 'ADA@example.com', password: PASSWORD } })),
    ).toBe(4010)
    expect(
      await getCode(anyone().auth.register({ body: { email: 'weak@example.com', password: 'Password1' } })),
    ).toBe(4000)
  })

  it('gets the same answer for an unknown address and a wrong password', async () => {
    await person(server, 'Known')
    const known = await anyone()
      .auth.login({ body: { email: 'known@example.com', password: 'nope' } })
      .catch(String)
    const unknown = await anyone()
      .auth.login({ body: { email: 'who@example.com', password: 'nope' } })
      .catch(String)
    expect(known).toBe('Refusal: auth.login answered 4006: E-mail or password is wrong')
    expect(unknown).toBe(known)
  })

  it('takes the same hashing time for an unknown address', async () => {
    const hashes: (string | null)[] = []
    const { verify } = server.app.passwords
    const spy = {
      ...server.app.passwords,
      verify: (password: string, hash: string | null) => (hashes.push(hash), verify(password, hash)),
    }
    Object.assign(server.app, { passwords: spy })
    await getCode(anyone().auth.login({ body: { email: 'who@example.com', password: 'nope' } }))
    expect(hashes).toEqual([null])
    expect(await verify('nope', null)).toBe(false)
  })

  it('keeps a session for a day, or for thirty rolling days', async () => {
    const { email } = await person(server, 'Stays')
    const login = (remember: boolean) =>
      anyone().auth.login({ body: { email, password: PASSWORD, remember } })
    const [short, long] = [await login(false), await login(true)]
    server.clock.advance(86_400_000 + 1)
    expect(await getCode(anyone().auth.loggedin({ token: short.token }))).toBe(4001)
    for (let week = 0; week < 8; week++) {
      expect(await getCode(anyone().auth.loggedin({ token: long.token }))).toBe(200)
      server.clock.advance(7 * 86_400_000)
    }
    server.clock.advance(30 * 86_400_000)
    expect(await getCode(anyone().auth.loggedin({ token: long.token }))).toBe(4001)
  })

  it('ends a session by signing out; twice is harmless', async () => {
    const { token, call } = await person(server, 'Leaves')
    expect(await getCode(call.auth.logout())).toBe(200)
    expect(await getCode(call.auth.logout())).toBe(200)
    expect(await getCode(anyone().auth.loggedin({ token }))).toBe(4001)
  })

  it('gets a new password by an emailed link that works once and ends every session', async () => {
    const { email, token } = await person(server, 'Forgets')
    expect(await anyone().auth.forgetPassword({ body: { email: 'unknown@example.com' } })).toEqual({})
    expect(await anyone().auth.forgetPassword({ body: { email } })).toEqual({})
    const emails = (await server.emails()).filter(({ subject }) => subject.includes('Reset your'))
    expect(emails.map(({ to }) => to)).toEqual([email])
    const link = new URL(/http\S+/.exec(emails[0]?.text ?? '')?.[0] ?? '')
    expect(link.pathname).toBe('/app/forget-loading')
    const reset = link.searchParams.get('token') ?? ''
    const shown = await anyone().auth.passwordToken({ query: { token: reset } })
    expect(shown.email).toBe('f•••@example.com')
    const use = () => anyone().auth.resetPassword({ body: { token: reset, password: 'another good one' } })
    const codes = await Promise.all([getCode(use()), getCode(use()), getCode(use())])
    expect(codes.toSorted()).toEqual([200, 4017, 4017])
    expect(await getCode(anyone().auth.loggedin({ token }))).toBe(4001)
    expect(await getCode(anyone().auth.login({ body: { email, password: PASSWORD } }))).toBe(4006)
    expect(await getCode(anyone().auth.login({ body: { email, password: 'another good one' } }))).toBe(200)
  })

  it('has reset links that expire after an hour', async () => {
    const { email } = await person(server, 'Late')
    await anyone().auth.forgetPassword({ body: { email } })
    const message = (await server.emails()).find(
      ({ to, subject }) => to === email && subject.includes('Reset your'),
    )
    const token = /token=(\S+)/.exec(message?.text ?? '')?.[1] ?? ''
    server.clock.advance(3_600_000)
    expect(await getCode(anyone().auth.passwordToken({ query: { token } }))).toBe(4017)
    expect(
      await getCode(anyone().auth.resetPassword({ body: { token, password: 'another good one' } })),
    ).toBe(4017)
  })

  it('verifies its address by the emailed code, with at most five attempts', async () => {
    const { call, email } = await person(server, 'Verifies')
    const code = await createCode(server, email)
    const wrong = code === '000000' ? '000001' : '000000'
    const enter = (value: string) => getCode(call.user.setEmail({ body: { email, code: value } }))
    for (let at = 0; at < 5; at++) expect(await enter(wrong)).toBe(4017)
    expect(await enter(code)).toBe(4018)
    server.clock.advance(60_000)
    expect(await call.user.sendEmailCode({ body: { email } })).toEqual({ retryAfter: 60 })
    expect(await call.user.sendEmailCode({ body: { email } })).toEqual({ retryAfter: 60 })
    const fresh = await createCode(server, email)
    expect(await call.user.setEmail({ body: { email, code: fresh } })).toMatchObject({ emailVerified: true })
    expect(await enter(fresh)).toBe(4017)
  })

  it('cannot take someone else’s address, and is not told that it is taken', async () => {
    const victim = await person(server, 'Victim')
    const thief = await person(server, 'Thief')
    expect(await thief.call.user.sendEmailCode({ body: { email: victim.email } })).toEqual({ retryAfter: 60 })
    const emails = await server.emails()
    expect(emails.filter(({ to }) => to === victim.email)).toHaveLength(1)
  })

  it('changes its password only with the old one, and ends the other sessions', async () => {
    const { call, email } = await person(server, 'Changes')
    const other = await anyone().auth.login({ body: { email, password: PASSWORD } })
    expect(await getCode(call.auth.changePassword({ body: { old: 'not it', new: 'a better one' } }))).toBe(
      4006,
    )
    expect(await getCode(call.auth.changePassword({ body: { old: PASSWORD, new: 'a better one' } }))).toBe(
      200,
    )
    expect(await getCode(anyone().auth.loggedin({ token: other.token }))).toBe(4001)
    expect((await call.user.sessions()).list).toHaveLength(1)
  })

  it('as a guest returns by uid and secret only, and is upgraded with the same uid', async () => {
    const visitor = await guest(server, 'Passing')
    const back = await anyone().auth.guestLogin({
      query: { uid: visitor.uid },
      body: { secret: visitor.secret },
    })
    expect(back.user.uid).toBe(visitor.uid)
    const impostor = await anyone().auth.guestLogin({
      query: { uid: visitor.uid },
      body: { secret: 'g_wrong' },
    })
    expect(impostor.user.uid).not.toBe(visitor.uid)
    const taken = { email: 'ada@example.com', password: PASSWORD, name: 'Ada?' }
    expect(await getCode(visitor.call.auth.upgradeGuest({ body: taken }))).toBe(4010)
    const grown = await visitor.call.auth.upgradeGuest({
      body: { email: 'grown@example.com', password: PASSWORD, name: 'Grown' },
    })
    const { uid } = visitor
    expect(grown.user).toMatchObject({ uid, kind: 'full', email: 'grown@example.com', hasPassword: true })
    expect(await getCode(anyone().auth.loggedin({ token: back.token }))).toBe(4001)
    const again = await anyone().auth.guestLogin({
      query: { uid: visitor.uid },
      body: { secret: visitor.secret },
    })
    expect(again.user.uid).not.toBe(visitor.uid)
  })

  it('as a guest gets a uid from the server if none is given or it is too short', async () => {
    const wished = ['', 'short', 'g'.repeat(15), 'g'.repeat(16)]
    const given = await Promise.all(
      wished.map(async (uid) => (await anyone().auth.guestLogin({ query: { uid } })).user.uid),
    )
    expect(given.map((uid, at) => uid === wished[at])).toEqual([false, false, false, true])
    const unnamed = await anyone().auth.guestLogin()
    expect(new Set([...given, unnamed.user.uid]).size).toBe(5)
    expect([...given, unnamed.user.uid].every((uid) => uid.length >= 16)).toBe(true)
  })

  it('tells a wrong reset link from other codes', async () => {
    const expected = { code: 4017, data: { reason: 'reset' } }
    const body = { token: 'r_unknown', password: 'correct horse 2' }
    await expect(anyone().auth.passwordToken({ query: { token: 'r_unknown' } })).rejects.toMatchObject(
      expected,
    )
    await expect(anyone().auth.resetPassword({ body })).rejects.toMatchObject(expected)
  })

  it('passes a sign-in to the desktop app once, and only to the holder of the verifier', async () => {
    const { call, uid } = await person(server, 'Desk')
    const verifier = 'v'.repeat(43)
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString(
      'base64url',
    )
    const approve = () =>
      call.auth.approveDesktop({ body: { challenge, state: 'st', via: 'loopback', port: 5000 } })
    const exchange = (code: string, held: string) =>
      anyone().auth.exchangeDesktop({ body: { code, verifier: held } })
    const stolen = await approve()
    expect(stolen.link).toBe(`http://127.0.0.1:5000/?code=${encodeURIComponent(stolen.code)}&state=st`)
    expect(await getCode(exchange(stolen.code, 'w'.repeat(43)))).toBe(4017)
    expect(await getCode(exchange(stolen.code, verifier))).toBe(4017)
    const { code } = await approve()
    const { user } = await exchange(code, verifier)
    expect(user.uid).toBe(uid)
    const late = await approve()
    server.clock.advance(60_000)
    expect(await getCode(exchange(late.code, verifier))).toBe(4017)
  })

  it('is deleted with its own spaces by an emailed code, but not while others are in them', async () => {
    const deletedAccount = await person(server, 'Leaver')
    const friend = await person(server, 'Friend')
    const { wid } = await deletedAccount.call.space.create({ body: { name: 'Ours' } })
    const { token } = await deletedAccount.call.space.inviteLink({ query: { wid, role: 'editor' } })
    await friend.call.space.acceptInvite({ body: { token } })
    await expect(deletedAccount.call.user.remove()).rejects.toMatchObject({
      code: 4033,
      data: { list: [wid] },
    })
    await deletedAccount.call.space.transferOwnership({ query: { wid }, body: { uid: friend.uid } })
    await deletedAccount.call.space.create({ body: { name: 'Mine' } })
    await server.settle()
    server.clock.advance(1_000)
    await deletedAccount.call.user.sendDeleteCode()
    const code = await createCode(server, deletedAccount.email)
    expect(await getCode(deletedAccount.call.user.remove({ query: { code } }))).toBe(200)
    expect(await getCode(anyone().auth.loggedin({ token: deletedAccount.token }))).toBe(4001)
    expect(await friend.call.space.info({ query: { wid } })).toMatchObject({
      members: 1,
      owner: { uid: friend.uid },
    })
  })

  it('leaves no secret in the database or the log', async () => {
    const { token, email, call } = await person(server, 'Secret')
    await anyone().auth.forgetPassword({ body: { email } })
    const { ticket } = await call.space.liveTicket()
    const { wid } = await call.space.create({ body: { name: 'Hidden' } })
    const link = await call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const mail = (await server.emails()).find(
      ({ to, subject }) => to === email && subject.includes('Reset your'),
    )
    const reset = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'missing'
    const tables = [
      'sessions',
      'codes',
      'resets',
      'live_tickets',
      'links',
      'promises',
      'answers',
      'accounts',
    ] as const
    const rows = await Promise.all(
      tables.map((table) => server.app.db.sql.selectFrom(table).selectAll().execute()),
    )
    const stored = JSON.stringify(rows) + server.log.join('')
    for (const secret of [token, ticket, link.token, reset, PASSWORD])
      expect(stored.includes(secret)).toBe(false)
  })
})
