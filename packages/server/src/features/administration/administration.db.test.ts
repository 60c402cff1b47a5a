import type { Call } from '@tavla/contract'
import { allCalls } from '@tavla/contract/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpace, getCode, guest, PASSWORD, person, type Someone } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { everyCall, type SampleInput, sampleInputs } from '../../testing/inputs.ts'
import { raw } from '../../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { openTabs } from '../../testing/tabs.ts'
import { VoiceTestClient } from '../../testing/voice-test-client.ts'
import { getStep, getTotp } from '../account/sign-in/totp.ts'
import { accountMark } from '../audit/index.ts'

const adminCalls = everyCall.filter(([name]) => name.startsWith('admin.'))
const guarded = adminCalls.filter(([, { auth }]) => auth === 'administrator')
const TEN_MINUTES_MS = 10 * 60_000

/** Six digits of an authenticator app that was given this secret. */
function readApp(server: TestServer, secret: string): string {
  const bits = [...secret].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
  return getTotp(key, getStep(server.clock.now()))
}

describe.each(engineNames)('administration on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  /** Signed in to administration. */
  let admin: Someone
  const { getTab, leaveAll } = openTabs(() => server)

  const signIn = async (who: Someone, otp?: string): Promise<Someone> => {
    const body = { email: who.email, password: PASSWORD, ...(otp === undefined ? {} : { otp }) }
    const { token } = await server.as(null).admin.login({ body })
    return { ...who, token, call: server.as(token) }
  }
  const entries = (event: string) =>
    server.app.db.sql.selectFrom('audit').selectAll().where('event', '=', event).execute()

  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada', { verified: true })
    admin = await signIn(ada)
  })
  afterAll(async () => {
    leaveAll()
    await server.stop()
  })

  const getInput = (name: string, wid = 'w', member = 'u'): SampleInput => {
    const samples = sampleInputs({ wid, member, fileId: 'f', linkToken: 'l' }) as unknown as {
      readonly admin: Record<string, SampleInput>
    }
    return samples.admin[name.slice('admin.'.length)] ?? {}
  }

  it('answers nobody but a session of its own', async () => {
    const full = await person(server, 'Full')
    const visitor = await guest(server, 'Visitor')
    expect(guarded.length).toBeGreaterThan(45)
    for (const [name, call] of guarded) {
      const ask = async (token: string | null) => (await raw(server, call, token, getInput(name))).body.code
      expect(await ask(null), name).toBe(4001)
      // The administrator's ordinary session is one of the others.
      for (const { token } of [full, visitor, ada]) expect(await ask(token), name).toBe(4003)
    }
    const open = adminCalls.filter(([, { auth }]) => auth !== 'administrator').map(([name]) => name)
    expect(open).toEqual(['admin.login'])
  })

  it('opens nothing else by its session', async () => {
    for (const [name, call] of everyCall.filter(([, { auth }]) => ['user', 'full', 'owner'].includes(auth)))
      expect((await raw(server, call, admin.token, {})).body.code, name).toBe(4001)
  })

  it('lets in no one who is no administrator, and nobody with a wrong password', async () => {
    const bea = await person(server, 'Bea')
    const login = (email: string, password: string) =>
      getCode(server.as(null).admin.login({ body: { email, password } }))
    expect(await login(bea.email, PASSWORD)).toBe(4003)
    expect(await login(ada.email, 'wrong password')).toBe(4006)
    expect(await login('nobody@example.com', PASSWORD)).toBe(4006)
  })

  it('ends 12 hours after signing in, however much it is used', async () => {
    const once = await signIn(ada)
    for (let hour = 1; hour < 12; hour += 1) {
      server.clock.advance(3_600_000)
      expect(await getCode(once.call.admin.me())).toBe(200)
    }
    server.clock.advance(3_600_001)
    expect(await getCode(once.call.admin.me())).toBe(4001)
    admin = await signIn(ada)
  })

  it('asks for the password again before dangerous acts', async () => {
    const eve = await person(server, 'Eve')
    server.clock.advance(TEN_MINUTES_MS + 1_000)
    const dangerous = guarded.filter(([, { proved }]) => proved)
    expect(dangerous.map(([name]) => name)).toEqual(
      expect.arrayContaining(['admin.suspend', 'admin.merge', 'admin.removePerson', 'admin.removeSpace']),
    )
    for (const [name, call] of dangerous) {
      const { body } = await raw(server, call, admin.token, getInput(name, 'w', eve.uid))
      expect([body.code, body.data?.['reason']], name).toEqual([4003, 'proof'])
    }
    expect(await getCode(admin.call.admin.prove({ body: { password: 'wrong password' } }))).toBe(4006)
    expect(await getCode(admin.call.admin.suspend({ body: { uid: eve.uid } }))).toBe(4003)
    await admin.call.admin.prove({ body: { password: PASSWORD } })
    expect(await getCode(admin.call.admin.suspend({ body: { uid: eve.uid } }))).toBe(200)
  })

  it('notes every call, with who made it, and none tells what is on a board', async () => {
    const secret = 'what-only-members-read'
    const owner = await person(server, 'Olof')
    const wid = await createSpace(owner, 'Board')
    const tab = await getTab(owner, wid)
    await tab.put('s1', { text: secret })
    await tab.sync()
    await server.settle()
    const mark = accountMark(server.app, ada.uid)
    // These end what the others need.
    const ending = new Set(['admin.suspend', 'admin.removeSpace', 'admin.logout'])
    const inOrder = guarded.toSorted(([a], [b]) => Number(ending.has(a)) - Number(ending.has(b)))
    const leaving = await signIn(ada)
    for (const [name, call] of inOrder) {
      await admin.call.admin.prove({ body: { password: PASSWORD } })
      const before = (await entries(name)).length
      const { token } = name === 'admin.logout' ? leaving : admin
      const { body } = await raw(server, call, token, getInput(name, wid, owner.uid))
      expect([200, 4000, 4003, 4004, 4006, 4017, 4018], `${name} ${JSON.stringify(body)}`).toContain(
        body.code,
      )
      expect(JSON.stringify(body), name).not.toContain(secret)
      const after = await entries(name)
      if (body.code === 200) expect(after.length, name).toBe(before + 1)
      expect(after.every(({ actor }) => actor === mark)).toBe(true)
    }
    // One of the calls has made them one.
    await admin.call.admin.setAdministrator({ body: { uid: owner.uid, role: 'user' } })
  })

  it('sets up a second factor, asks for it, and lets its loss be survived by a recovery code', async () => {
    const tor = await person(server, 'Tor')
    await admin.call.admin.prove({ body: { password: PASSWORD } })
    await admin.call.admin.setAdministrator({ body: { uid: tor.uid, role: 'administrator' } })
    await admin.call.admin.setSettings({ body: { requireSecondFactor: true } })
    const first = await signIn(tor)
    expect(await getCode(first.call.admin.people())).toBe(4003)
    const { secret, url } = await first.call.admin.beginTotp()
    expect(url).toContain(secret)
    expect(await getCode(first.call.admin.confirmTotp({ body: { otp: '000000' } }))).toBe(4017)
    const otp = readApp(server, secret)
    const { recoveryCodes } = await first.call.admin.confirmTotp({ body: { otp } })
    expect(await getCode(first.call.admin.people())).toBe(200)
    expect(await getCode(signIn(tor))).toBe(4017)
    // A code that was seen once is worth nothing.
    expect(await getCode(signIn(tor, otp))).toBe(4017)
    server.clock.advance(60_000)
    expect(await getCode(signIn(tor, readApp(server, secret)))).toBe(200)
    // The ordinary sign-in asks for it, too.
    const login = (code?: string) =>
      getCode(server.as(null).auth.login({ body: { email: tor.email, password: PASSWORD, otp: code } }))
    expect(await login()).toBe(4017)
    expect(await login(recoveryCodes[0])).toBe(200)
    expect(await login(recoveryCodes[0])).toBe(4017)
    expect(await getCode(signIn(tor, recoveryCodes[1]?.toUpperCase()))).toBe(200)
    expect(await getCode(first.call.admin.removeTotp())).toBe(4003)
    // Without one, an administrator may do nothing but set it up.
    expect(await getCode(admin.call.admin.people())).toBe(4003)
    await server.app.db.sql.deleteFrom('server_settings').execute()
    expect(await getCode(first.call.admin.removeTotp())).toBe(200)
    await admin.call.admin.setAdministrator({ body: { uid: tor.uid, role: 'user' } })
    expect(await getCode(first.call.admin.people())).toBe(4001)
  })

  it('finds accounts by name and address, in any order, page after page', async () => {
    for (const [name, shown] of [
      ['asa', 'List-Åsa'],
      ['zoe', 'List-Zoë'],
      ['oskar', 'List-Oskar'],
    ] as const)
      await (await person(server, `listed-${name}`)).call.user.rename({ body: { name: shown } })
    const read = async (query: NonNullable<Parameters<typeof admin.call.admin.people>[0]>['query']) => {
      const names: string[] = []
      let after: string | undefined
      do {
        const page = await admin.call.admin.people({ query: { ...query, limit: 2, after } })
        expect(page.total).toBeGreaterThanOrEqual(page.list.length)
        names.push(...page.list.map(({ name }) => name))
        after = page.next ?? undefined
      } while (after !== undefined)
      return names
    }
    expect(await read({ key: 'list-', sort: 'name' })).toEqual(['List-Åsa', 'List-Oskar', 'List-Zoë'])
    expect(await read({ key: 'LIST-ASA' })).toEqual(['List-Åsa'])
    expect(await read({ key: 'list-zoe', sort: 'email', desc: '1' })).toEqual(['List-Zoë'])
    expect(await read({ state: 'administrator' })).toEqual(['Ada'])
    expect(await read({ key: '%' })).toEqual([])
    const all = await admin.call.admin.people({ query: { limit: 100 } })
    expect(await read({ sort: 'active', desc: '1' })).toHaveLength(all.total)
    expect(await getCode(admin.call.admin.people({ query: { after: 'nonsense' } }))).toBe(4000)
  })

  it('suspends: sessions and sockets end, nobody comes in, and lifting it lets them back', async () => {
    const bob = await person(server, 'Bob')
    const wid = await createSpace(bob, 'Bobs')
    const tab = await getTab(bob, wid)
    const { closed } = tab
    await admin.call.admin.prove({ body: { password: PASSWORD } })
    await admin.call.admin.suspend({ body: { uid: bob.uid } })
    await closed
    expect(await getCode(bob.call.auth.loggedin({ token: bob.token }))).toBe(4001)
    const login = () =>
      getCode(server.as(null).auth.login({ body: { email: bob.email, password: PASSWORD } }))
    expect(await login()).toBe(4003)
    await admin.call.admin.lift({ body: { uid: bob.uid } })
    expect(await login()).toBe(200)
  })

  it('never loses its last administrator', async () => {
    const { uid } = ada
    const { call } = admin
    await call.admin.prove({ body: { password: PASSWORD } })
    expect(await getCode(call.admin.setAdministrator({ body: { uid, role: 'user' } }))).toBe(4003)
    expect(await getCode(call.admin.suspend({ body: { uid } }))).toBe(4003)
    expect(await getCode(call.admin.removePerson({ body: { uid, boardsTo: null } }))).toBe(4003)
    const { uid: other } = await person(server, 'Other')
    expect(await getCode(call.admin.merge({ body: { from: uid, into: other } }))).toBe(4003)
  })

  it('changes an address, mails a reset link and deletes an account with its boards given away', async () => {
    const [cleo, heir] = [await person(server, 'Cleo'), await person(server, 'Heir')]
    const wid = await createSpace(cleo, 'Cleos')
    const { call } = admin
    await call.admin.prove({ body: { password: PASSWORD } })
    const taken = call.admin.changeEmail({ body: { uid: cleo.uid, email: heir.email } })
    expect(await getCode(taken)).toBe(4010)
    const changed = await call.admin.changeEmail({ body: { uid: cleo.uid, email: 'New@Example.com' } })
    expect(changed).toMatchObject({ email: 'new@example.com', verified: false })
    await call.admin.sendReset({ body: { uid: cleo.uid } })
    const emails = await server.emails()
    expect(emails.find(({ to }) => to === 'new@example.com')?.text).toContain('forget-loading?token=')
    expect(emails.some(({ to }) => to === cleo.email)).toBe(true)
    await call.admin.removePerson({ body: { uid: cleo.uid, boardsTo: heir.uid } })
    expect(await getCode(cleo.call.auth.loggedin({ token: cleo.token }))).toBe(4001)
    expect((await heir.call.space.info({ query: { wid } })).role).toBe('owner')
    expect(await getCode(call.admin.person({ query: { uid: cleo.uid } }))).toBe(4004)
  })

  it('merges two accounts of one person: boards, roles and work', async () => {
    const [old, now, olga] = [
      await guest(server, 'Old'),
      await person(server, 'Now'),
      await person(server, 'Olga'),
    ]
    const own = (await old.call.space.create({ body: { name: 'Own' } })).wid
    const shared = await createSpace(olga, 'Shared', { old: [old, 'editor'], now: [now, 'viewer'] })
    const tab = await getTab(old, own)
    await tab.put('m1')
    tab.leave()
    const { call } = admin
    const pair = { from: old.uid, into: now.uid }
    expect(await call.admin.previewMerge({ query: pair })).toMatchObject({
      ownSpaces: 1,
      memberships: 2,
      shared: 1,
      boards: 1,
    })
    await call.admin.prove({ body: { password: PASSWORD } })
    const back = { from: now.uid, into: old.uid }
    expect(await getCode(call.admin.merge({ body: back }))).toBe(4034)
    await call.admin.merge({ body: pair })
    await server.settle()
    expect((await now.call.space.info({ query: { wid: own } })).role).toBe('owner')
    expect((await now.call.space.info({ query: { wid: shared } })).role).toBe('editor')
    expect(await getCode(old.call.auth.loggedin({ token: old.token }))).toBe(4001)
    const mine = await getTab(now, own)
    expect(mine.state.get('m1')?.by).toBe(now.uid)
  })

  it('restores, hands over and deletes spaces, and grants a claim', async () => {
    const [lena, mats] = [await person(server, 'Lena'), await person(server, 'Mats')]
    const wid = await createSpace(lena, 'Lenas', { mats: [mats, 'editor'] })
    const { call } = admin
    const { list } = await call.admin.spaces({ query: { key: 'lenas' } })
    expect(list).toMatchObject([{ wid, members: 2, owner: { name: 'Lena' } }])
    await lena.call.space.remove({ query: { wid } })
    await call.admin.restoreSpace({ body: { wid } })
    expect(await getCode(mats.call.space.info({ query: { wid } }))).toBe(200)
    await call.admin.prove({ body: { password: PASSWORD } })
    expect(await getCode(call.admin.grantClaim({ body: { wid } }))).toBe(4004)
    const claim = { wid, uid: mats.uid, created_at: server.clock.now(), due_at: server.clock.now() + 1 }
    await server.app.db.sql.insertInto('claims').values(claim).execute()
    expect((await call.admin.grantClaim({ body: { wid } })).owner.uid).toBe(mats.uid)
    await call.admin.transferSpace({ body: { wid, uid: lena.uid } })
    const { people } = await call.admin.space({ query: { wid } })
    expect(people.map(({ name, role }) => [name, role]).toSorted()).toEqual([
      ['Lena', 'owner'],
      ['Mats', 'admin'],
    ])
    await call.admin.removeSpace({ body: { wid, forever: true } })
    expect(await getCode(call.admin.space({ query: { wid } }))).toBe(4004)
    expect(await getCode(lena.call.space.info({ query: { wid } }))).toBe(4004)
  })

  it('lists storage by board, in any order, page after page', async () => {
    const filip = await person(server, 'Filip')
    const now = server.clock.now()
    const sizes = { Alpha: [30, 30], Beta: [100], Gamma: [1, 1, 1] }
    const { sql } = server.app.db
    for (const [name, files] of Object.entries(sizes)) {
      const wid = await createSpace(filip, `Storage ${name}`)
      for (const [at, size] of files.entries()) {
        const id = `${name}-${at}`
        const file = { id, uid: filip.uid, size, hash: id, filename: 'a.png', type: 'image/png' }
        await sql
          .insertInto('files')
          .values({ ...file, state: 'stored', created_at: now })
          .execute()
        await sql.insertInto('file_uses').values({ wid, file_id: id }).execute()
      }
    }
    const nora = await person(server, 'Nora')
    await createSpace(nora, 'Storage of nothing')
    const read = async (query: NonNullable<Parameters<typeof admin.call.admin.storage>[0]>['query']) => {
      const names: string[] = []
      let after: string | undefined
      do {
        const page = await admin.call.admin.storage({
          query: { key: 'storage', ...query, limit: 2, after },
        })
        expect(page.total).toBe(3)
        names.push(...page.list.map(({ name, files, bytes }) => `${name.slice(8)} ${files} ${bytes}`))
        after = page.next ?? undefined
      } while (after !== undefined)
      return names
    }
    const [alpha, beta, gamma] = ['Alpha 2 60', 'Beta 1 100', 'Gamma 3 3']
    expect(await read({})).toEqual([beta, alpha, gamma])
    expect(await read({ sort: 'bytes' })).toEqual([gamma, alpha, beta])
    expect(await read({ sort: 'files', desc: '1' })).toEqual([gamma, alpha, beta])
    expect(await read({ sort: 'name' })).toEqual([alpha, beta, gamma])
    const trashed = await admin.call.admin.storage({ query: { key: 'storage', state: 'trash' } })
    expect(trashed).toMatchObject({ list: [], total: 0, next: null })
    // A number where the sorted column has text, or the other way round.
    const ofOtherKind = Buffer.from(JSON.stringify(['x', 'y'])).toString('base64url')
    for (const after of ['nonsense', ofOtherKind])
      expect(await getCode(admin.call.admin.storage({ query: { after } }))).toBe(4000)
    expect(await getCode(admin.call.admin.people({ query: { after: ofOtherKind } }))).toBe(4000)
    const { list } = await admin.call.admin.spaces({ query: { key: 'storage', sort: 'name' } })
    expect(list.map(({ storage }) => storage)).toEqual([60, 100, 3, 0])
  })

  it('rules who may make an account', async () => {
    const { call } = admin
    const register = (email: string) =>
      getCode(server.as(null).auth.register({ body: { email, password: PASSWORD, name: 'New' } }))
    await call.admin.prove({ body: { password: PASSWORD } })
    await call.admin.setSettings({ body: { signUp: 'domain', domains: ['school.example'], guests: false } })
    expect(await register('eve@elsewhere.example')).toBe(4003)
    expect(await register('eve@school.example')).toBe(200)
    const visit = server.as(null).auth.guestLogin({ query: {}, body: { name: 'Visit' } })
    expect(await getCode(visit)).toBe(4003)
    await call.admin.invitePeople({ body: { emails: ['guest@elsewhere.example', ada.email], lang: 'sv' } })
    const emails = await server.emails()
    const invited = emails.filter(({ subject }) => subject === 'Du är inbjuden till Tavla')
    expect(invited.map(({ to }) => to)).toEqual(['guest@elsewhere.example'])
    const waiting = async () => (await call.admin.invitations()).list.map(({ email }) => email)
    expect(await waiting()).toContain('guest@elsewhere.example')
    expect(await register('guest@elsewhere.example')).toBe(200)
    expect(await waiting()).not.toContain('guest@elsewhere.example')
    await call.admin.setSettings({ body: { signUp: 'open', guests: true } })
    expect(await register('eve@elsewhere.example')).toBe(200)
  })

  it('refuses and no longer offers what is switched off: guests, voice, social sign-in', async () => {
    const { call } = admin
    const offer = () => server.as(null).auth.config()
    const before = await offer()
    expect(before).toMatchObject({ guests: true, voice: true })
    expect(before.providers.length).toBeGreaterThan(0)
    const wid = await createSpace(ada, 'Talk')
    const talk = await VoiceTestClient.join(server.url, ada, wid)
    expect(await call.admin.health()).toMatchObject({ voiceRooms: 1, voicePeople: 1, voiceMinutes: 0 })
    await call.admin.setSettings({ body: { guests: false, voice: false, socialSignIn: false } })
    expect(await offer()).toMatchObject({ guests: false, voice: false, providers: [], standIns: [] })
    await talk.waitUntil(() => talk.closeName !== null)
    expect(await getCode(ada.call.space.voiceToken({ query: { wid } }))).toBe(4004)
    expect(await getCode(server.as(null).auth.guestLogin({ query: {}, body: { name: 'Visit' } }))).toBe(4003)
    const social = server.as(null).auth.startGoogle({ query: { purpose: 'login' } })
    expect(await getCode(social)).toBe(4004)
    await call.admin.setSettings({ body: { guests: true, voice: true, socialSignIn: true } })
    expect(await offer()).toEqual(before)
    expect(await getCode(ada.call.space.voiceToken({ query: { wid } }))).toBe(200)
  })

  it('runs a failed job again, and shows feedback, logs and reports with their states', async () => {
    const { call } = admin
    const job = {
      id: 'job-1',
      kind: 'nobody.runs',
      key: 'k',
      payload: '{}',
      run_at: 1,
      tries: 9,
      taken_until: 0,
    }
    const failed = { failed_at: 5, last_error: 'the disk was full' }
    await server.app.db.sql
      .insertInto('promises')
      .values({ ...job, ...failed })
      .execute()
    const jobs = await call.admin.jobs({ query: { state: 'failed' } })
    expect(jobs.list).toMatchObject([{ id: 'job-1', lastError: 'the disk was full' }])
    await call.admin.retryJob({ body: { id: 'job-1' } })
    expect(await getCode(call.admin.retryJob({ body: { id: 'job-1' } }))).toBe(4004)
    const events = async (desc: '0' | '1') => {
      const { list } = await call.admin.auditLog({ query: { sort: 'time', desc, limit: 1_000 } })
      return list.map(({ at }) => at)
    }
    const [oldestFirst, newestFirst] = [await events('0'), await events('1')]
    expect(oldestFirst).toEqual(oldestFirst.toSorted())
    expect(newestFirst).toEqual(newestFirst.toSorted().toReversed())
    const waiting = await call.admin.jobs({ query: { kind: 'nobody.runs' } })
    expect(waiting.list).toMatchObject([{ state: 'waiting', tries: 0 }])
    await server.app.db.sql.deleteFrom('promises').where('id', '=', 'job-1').execute()

    const ivy = await person(server, 'Ivy')
    await ivy.call.user.sendFeedback({ body: { content: 'Nice' } })
    const [item] = (await call.admin.feedback({ query: { state: 'open' } })).list
    await call.admin.setFeedback({ body: { id: item?.id ?? '', state: 'done' } })
    expect((await call.admin.feedback({ query: { state: 'open' } })).total).toBe(0)

    const wid = await createSpace(ivy, 'Reported')
    const { token } = await ivy.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await server.as(null).user.report({ body: { token, reason: 'phishing', note: 'It asks for passwords' } })
    const stranger = await person(server, 'Stranger')
    expect(await getCode(stranger.call.user.report({ body: { wid, reason: 'spam' } }))).toBe(4004)
    const { list } = await call.admin.reports({ query: { state: 'open' } })
    expect(list).toMatchObject([{ wid, spaceName: 'Reported', reason: 'phishing', uid: null }])
  })

  it('announces to whom it is for, while it is time', async () => {
    const { call } = admin
    const ida = await person(server, 'Ida')
    await server.app.db.sql.deleteFrom('announcements').execute()
    const hour = 3_600_000
    const [now, later] = [server.clock.now(), server.clock.now() + hour]
    const { id } = await call.admin.setAnnouncement({
      body: {
        text: 'Maintenance at noon',
        audience: 'members',
        startsAt: new Date(now + 1_000).toISOString(),
        endsAt: new Date(later).toISOString(),
      },
    })
    const seen = async (token: string | null) =>
      (await server.as(token).user.announcements()).list.map(({ text }) => text)
    expect(await seen(ida.token)).toEqual([])
    server.clock.advance(2_000)
    expect(await seen(ida.token)).toEqual(['Maintenance at noon'])
    expect(await seen(null)).toEqual([])
    await call.admin.setAnnouncement({ body: { id, text: 'Maintenance at one', audience: 'everyone' } })
    expect(await seen(null)).toEqual(['Maintenance at one'])
    await call.admin.removeAnnouncement({ query: { id } })
    expect(await seen(null)).toEqual([])
  })

  it('shows figures of the server and finds what was changed in the audit log', async () => {
    const { call } = admin
    const health = await call.admin.health()
    expect(health).toMatchObject({ jobsFailed: 0, emailOn: true })
    expect(health.accounts).toBeGreaterThan(10)
    expect(health.databaseBytes).toBeGreaterThan(100_000)
    expect(health.diskTotalBytes).toBeGreaterThan(health.diskFreeBytes)
    const { packages } = await call.admin.version()
    expect(packages.find(({ name }) => name === 'fastify')).toMatchObject({ licence: 'MIT' })
    const mine = await call.admin.auditLog({ query: { event: 'admin.suspend', actor: ada.email } })
    expect(mine.list[0]).toMatchObject({ event: 'admin.suspend', actorName: 'Ada' })
    const whole = await call.admin.verifyAudit()
    expect(whole).toMatchObject({ broken: null, rows: whole.sealed })
    const third = server.app.db.sql.updateTable('audit').where('seq', '=', 3)
    await third.set({ seal: 'forged' }).execute()
    expect(await call.admin.verifyAudit()).toMatchObject({ broken: 3 })
  })

  it('has an administrator call for everything that it declares', () => {
    const paths = Object.values(allCalls.admin as Readonly<Record<string, Call>>).map(({ path }) => path)
    expect(paths.every((path) => path.startsWith('/api/admin/'))).toBe(true)
  })
})
