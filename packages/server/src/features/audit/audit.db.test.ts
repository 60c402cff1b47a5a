import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCode, getCode, guest, PASSWORD, person, type Someone } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { findBrokenSeal } from './audit-chain.ts'
import { accountMark } from './audit.ts'

const day = 86_400_000
const OTHER = 'another good one'

describe.each(engineNames)('the audit on %s', (engine) => {
  let server: TestServer
  const seen = new Set<string>()
  const anyone = () => server.as(null)
  const login = (email: string, password: string) => anyone().auth.login({ body: { email, password } })

  /** Whose marks are whose; the audit itself does not tell. */
  const uids = new Map<string | null, string>()
  const whose = (mark: string | null) => uids.get(mark) ?? mark

  /** What was noted since the last time. */
  async function listNewEvents(): Promise<Record<string, unknown>[]> {
    await server.settle()
    const accounts = await server.app.db.sql.selectFrom('accounts').select('uid').execute()
    for (const { uid } of accounts) uids.set(accountMark(server.app, uid), uid)
    const rows = await server.app.db.sql.selectFrom('audit').selectAll().orderBy('at').execute()
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map(({ event, actor, subject, data }) => ({
      event,
      ...(actor === null ? {} : { actor: whose(actor) }),
      subject: whose(subject),
      ...(JSON.parse(data) as Record<string, unknown>),
    }))
  }
  const mailed = async (email: string) => (await server.emails()).filter(({ to }) => to === email)
  const secrets = new Set([PASSWORD, OTHER, 'wrong one'])

  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  /** A person about whom nothing is news. */
  async function someone(name: string): Promise<Someone> {
    const made = await person(server, name)
    secrets.add(made.token)
    await listNewEvents()
    return made
  }
  /** One deed, one row, about this person and by them if they were signed in. */
  async function leaves(
    action: Promise<unknown>,
    ...rows: readonly Record<string, unknown>[]
  ): Promise<void> {
    await getCode(action)
    expect(await listNewEvents()).toEqual(rows)
  }

  it('has one row for each sign-in and sign-out', async () => {
    const { email, uid: subject, call } = await someone('Comes')
    const own = { actor: subject, subject }
    const signedIn = { event: 'sign_in', subject, way: 'password' }
    await leaves(login(email, 'wrong one'), { event: 'sign_in.failed', subject, way: 'password' })
    await leaves(login('nobody@example.com', 'x'), {
      event: 'sign_in.failed',
      subject: null,
      way: 'password',
    })
    await leaves(login(email, PASSWORD), signedIn)
    const other = await login(email, PASSWORD)
    await leaves(server.as(other.token).auth.logout(), signedIn, { event: 'sign_out', ...own })
    await leaves(server.as(other.token).auth.logout())
    const others = await Promise.all([login(email, PASSWORD), login(email, PASSWORD), login(email, PASSWORD)])
    for (const { token } of others) secrets.add(token)
    await listNewEvents()
    const { list } = await call.user.sessions()
    const id = list.find(({ current }) => !current)?.id ?? ''
    await leaves(call.user.endSession({ query: { id } }), { event: 'session.ended', ...own, which: 'one' })
    await leaves(call.user.endSession({ query: { id } }))
    await leaves(call.user.endSession(), { event: 'session.ended', ...own, which: 'others' })
    const body = { challenge: 'a'.repeat(43), state: 's', via: 'scheme' } as const
    await leaves(call.auth.approveDesktop({ body }), { event: 'desktop.approved', ...own })
  })

  it('has one row for the failure from which on attempts are delayed, and none while waiting', async () => {
    const { email, uid: subject } = await someone('Guessed')
    for (let at = 0; at < 9; at++) await getCode(login(email, 'wrong one'))
    expect(await listNewEvents()).toHaveLength(9)
    await leaves(login(email, 'wrong one'), { event: 'sign_in.slowed', subject, way: 'password' })
    await leaves(login(email, PASSWORD))
  })

  it('has one row for each change of credentials', async () => {
    const { email, uid: subject, call } = await someone('Changes')
    const own = { actor: subject, subject }
    const change = (old: string) => call.auth.changePassword({ body: { old, new: OTHER } })
    await leaves(change('wrong one'), { event: 'password.refused', ...own })
    await leaves(change(PASSWORD), { event: 'password.changed', ...own })
    await leaves(anyone().auth.forgetPassword({ body: { email: 'nobody@example.com' } }))
    await leaves(anyone().auth.forgetPassword({ body: { email } }), { event: 'password.asked', subject })
    const emails = (await mailed(email)).map(({ text }) => /token=(\S+)/.exec(text)?.[1])
    const token = emails.find(Boolean) ?? ''
    secrets.add(token)
    const reset = () => anyone().auth.resetPassword({ body: { token, password: PASSWORD } })
    await leaves(reset(), { event: 'password.reset', subject })
    await leaves(reset())
    const back = await login(email, PASSWORD)
    await listNewEvents()
    const { user } = server.as(back.token)
    const enter = (to: string, code: string) => user.setEmail({ body: { email: to, code } })
    const fresh = `new-${email}`
    await leaves(user.sendEmailCode({ body: { email: fresh } }))
    await leaves(enter(fresh, '000000'), { event: 'code.refused', ...own, purpose: 'address' })
    await leaves(enter(fresh, await createCode(server, fresh)), { event: 'email.changed', ...own })
    server.clock.advance(60_000)
    await leaves(user.sendEmailCode({ body: { email: fresh } }))
    await leaves(enter(fresh, await createCode(server, fresh)), { event: 'email.verified', ...own })
  })

  it('has one row for each guest, their upgrade, the data export and the deletion', async () => {
    const visitor = await guest(server, 'Passing')
    secrets.add(visitor.secret)
    const { uid: subject } = visitor
    const own = { actor: subject, subject }
    expect(await listNewEvents()).toEqual([{ event: 'account.made', subject, way: 'guest' }])
    const back = anyone().auth.guestLogin({ query: { uid: subject }, body: { secret: visitor.secret } })
    await leaves(back, { event: 'sign_in', subject, way: 'guest' })
    const body = { email: 'grown@example.com', password: PASSWORD, name: 'Grown' }
    const grown = await visitor.call.auth.upgradeGuest({ body })
    expect(await listNewEvents()).toEqual([{ event: 'guest.upgraded', ...own, way: 'password' }])
    const { user } = server.as(grown.token)
    const { url } = await user.exportState()
    await leaves(
      fetch(`${server.url}${url}`).then((answer) => answer.arrayBuffer()),
      { event: 'data.exported', subject },
    )
    // The newest email is found by its time.
    server.clock.advance(1_000)
    await user.sendDeleteCode()
    await leaves(user.remove({ query: { code: '000000' } }), {
      event: 'code.refused',
      ...own,
      purpose: 'delete',
    })
    const code = await createCode(server, body.email)
    await leaves(user.remove({ query: { code } }), { event: 'account.deleted', ...own, by: 'person' })
    const idle = await guest(server, 'Idle')
    server.clock.advance(31 * day)
    await listNewEvents()
    await leaves(server.cleanup(), { event: 'account.deleted', subject: idle.uid, by: 'server' })
  })

  it('has one row for each provider that is linked, refused or unlinked, and each sign-in by it', async () => {
    const { uid: subject, token, call, email } = await someone('Joins')
    const own = { actor: subject, subject, provider: 'google' }
    const through = async (as: string | null, purpose: 'login' | 'link', by = `g-${email}`) => {
      const { auth } = server.as(as)
      const { url } = await auth.startGoogle({ query: { purpose } })
      const asked = Object.fromEntries(new URLSearchParams(url.split('?')[1]))
      const profile = new URLSearchParams({ ...asked, name: 'Joins', email: by, verified: '1' })
      const sent = await fetch(`${server.url}/dev/sign-in`, {
        method: 'POST',
        body: profile,
        redirect: 'manual',
      })
      const { searchParams } = new URL(sent.headers.get('location') ?? '', server.url)
      const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
      for (const secret of [code, state]) secrets.add(secret)
      return auth.finishGoogle({ body: { code, state } })
    }
    const joined = await through(token, 'link')
    expect(await listNewEvents()).toEqual([{ event: 'provider.joined', ...own }])
    await through(null, 'login')
    expect(await listNewEvents()).toEqual([{ event: 'sign_in', subject, way: 'google' }])
    const other = await someone('Refused')
    const theirs = { actor: other.uid, subject: other.uid, provider: 'google' }
    await leaves(through(other.token, 'link'), { event: 'provider.refused', ...theirs })
    await leaves(through(null, 'login', other.email), {
      event: 'sign_in.failed',
      subject: null,
      way: 'google',
    })
    await leaves(server.as(joined.token).auth.unlinkGoogle(), { event: 'provider.left', ...own })
    await leaves(server.as(joined.token).auth.unlinkGoogle())
    expect(await getCode(call.user.sessions())).toBe(4001)
    const subjects = (await mailed(email)).map((email) => email.subject)
    expect(subjects).toEqual(expect.arrayContaining(['Google was connected to your Tavla account']))
    expect(subjects).toEqual(expect.arrayContaining(['Google was disconnected from your Tavla account']))
  })

  it('contains no password, token, code, address, name or id of an account', async () => {
    const rows = await server.app.db.sql.selectFrom('audit').selectAll().execute()
    expect(rows.length).toBeGreaterThan(35)
    const text = JSON.stringify(rows)
    for (const secret of [...secrets, ...uids.values()]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/@|127\.0\.0\.1|Guessed|Passing|Mozilla/)
  })

  it('is chained each round, and shows that a row was changed or removed', async () => {
    const { sql } = server.app.db
    await server.cleanup()
    expect(await findBrokenSeal(server.app)).toBeNull()
    await someone('Later')
    await server.cleanup()
    expect(await findBrokenSeal(server.app)).toBeNull()
    const rows = await sql.selectFrom('audit').selectAll().orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, at) => at + 1))
    const { id = '', seal: cipher = null } = rows[20] ?? {}
    // Nothing of ours can: the type forbids it.
    const forge = (data: string) =>
      sql
        .updateTable('audit')
        .set({ data } as never)
        .where('id', '=', id)
        .execute()
    await forge('{"way":"guest","forged":1}')
    expect(await findBrokenSeal(server.app)).toBe(21)
    await forge(rows[20]?.data ?? '')
    await sql.updateTable('audit').set({ seal: 'made up' }).where('id', '=', id).execute()
    expect(await findBrokenSeal(server.app)).toBe(21)
    await sql.updateTable('audit').set({ seal: cipher }).where('id', '=', id).execute()
    expect(await findBrokenSeal(server.app)).toBeNull()
    await sql.deleteFrom('audit').where('id', '=', id).execute()
    expect(await findBrokenSeal(server.app)).toBe(22)
    await server.cleanup()
    expect(server.log.join('')).toContain('the audit does not fit its seals')
  })

  it('deletes rows older than 400 days', async () => {
    server.clock.advance(400 * day)
    await someone('Young')
    server.clock.advance(day)
    await server.cleanup()
    const { sql } = server.app.db
    expect(await sql.selectFrom('audit').select('event').execute()).toEqual([{ event: 'account.made' }])
    expect(await findBrokenSeal(server.app)).toBeNull()
  })
})

describe.each(engineNames)('security emails on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  const subjectsTo = async (email: string) =>
    (await server.emails()).filter(({ to }) => to === email).map(({ subject }) => subject)

  it('report a new device, once, and in the language of the account', async () => {
    const ada = await person(server, 'Ada')
    await ada.call.user.setProfile({ body: { lang: 'sv' } })
    const login = (agent: string) =>
      fetch(`${server.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        body: JSON.stringify({ email: ada.email, password: PASSWORD }),
      })
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const announced = 'Ny inloggning i Tavla'
    for (const agent of [firefox, firefox, firefox.replaceAll('140', '141')]) await login(agent)
    expect((await subjectsTo(ada.email)).filter((subject) => subject === announced)).toHaveLength(1)
    await login(firefox.replace('X11; Linux x86_64', 'Windows NT 10.0'))
    expect((await subjectsTo(ada.email)).filter((subject) => subject === announced)).toHaveLength(2)
    const texts = (await server.emails()).map(({ text }) => text).join('\n')
    expect(texts).toContain('Firefox, Windows')
    expect(texts).toContain(`${server.url}/app/userinfo`)
  })

  it('report a new password and, to the old one, a new address', async () => {
    const eve = await person(server, 'Eve')
    await eve.call.auth.changePassword({ body: { old: PASSWORD, new: OTHER } })
    const fresh = 'eve-new@example.com'
    await eve.call.user.sendEmailCode({ body: { email: fresh } })
    await eve.call.user.setEmail({ body: { email: fresh, code: await createCode(server, fresh) } })
    expect(await subjectsTo(eve.email)).toEqual(
      expect.arrayContaining(['Your Tavla password was changed', 'Your Tavla email address was changed']),
    )
    expect(await subjectsTo(fresh)).not.toContain('Your Tavla email address was changed')
  })
})
