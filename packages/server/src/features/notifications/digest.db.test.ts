import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { checkMinutes } from '../voice/index.ts'
import { VoiceLedger } from '../voice/voice-ledger.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const everywhere = { inApp: true, email: true }

describe.each(engineNames)('notification emails on %s', (engine) => {
  let mail: MailServer
  let server: TestServer
  beforeAll(async () => {
    mail = await mailServer()
    server = await testServer({ engine, env: { SMTP_URL: mail.url, MAIL_FROM: 'board@tavla.example' } })
  })
  afterAll(async () => {
    await server.stop()
    await mail.stop()
  })

  const after = async (ms: number) => {
    server.clock.advance(ms)
    await server.settle()
  }
  const listDigests = ({ email }: Someone) =>
    mail.mails.filter(
      ({ recipients, messageId }) => recipients.includes(email) && messageId?.startsWith('<news-'),
    )
  const verify = async (who: Someone) => {
    await server.app.db.sql
      .updateTable('accounts')
      .set({ verified_at: 1 })
      .where('uid', '=', who.uid)
      .execute()
    return who
  }
  let count = 0
  /** An owner with a proved address and a space; each guest who comes in is one notice. */
  const owner = async (name: string) => {
    const who = await verify(await person(server, name))
    const wid = await createSpace(who, `Board of ${name}`)
    const { token } = await who.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    const comes = async (visitor: string) => {
      const { call } = await guest(server, `${visitor}-${engine}-${++count}`)
      await call.user.rename({ body: { name: visitor } })
      await call.space.acceptInvite({ body: { token } })
    }
    return { who, wid, comes }
  }

  it('are delayed, contain everything unread by then, and are sent once', async () => {
    const { who, wid, comes } = await owner('Ada')
    await comes('Eve')
    await after(4 * MINUTE_MS)
    expect(listDigests(who), 'too early').toEqual([])
    await comes('Finn')
    await after(10 * MINUTE_MS)
    const [email, ...more] = listDigests(who)
    expect(more).toEqual([])
    expect(email?.subject).toBe('2 new notifications in Tavla')
    for (const shown of [email?.text, email?.html]) {
      expect(shown).toContain('Eve joined “Board of Ada”.')
      expect(shown).toContain('Finn joined “Board of Ada”.')
      expect(shown).toContain(`/app/whiteboard?w=${wid}#members`)
      expect(shown).toContain('/app/userinfo#notifications')
    }
    const header = email?.headers.find(({ key }) => key === 'list-unsubscribe')
    expect(header?.value).toBe(`<${server.url}/app/userinfo#notifications>`)
    await after(HOUR_MS)
    expect(listDigests(who)).toHaveLength(1)
  })

  it('describe a single notification in the reader’s language, with its link', async () => {
    const { who, wid, comes } = await owner('Bo')
    await who.call.user.setProfile({ body: { lang: 'de' } })
    await comes('Gus')
    await after(10 * MINUTE_MS)
    const [email] = listDigests(who)
    expect(email?.subject).toBe('Gus ist „Board of Bo“ beigetreten')
    expect(email?.text).toContain(`${server.url}/app/whiteboard?w=${wid}#members`)
  })

  it('are not sent for read or disabled notifications, or to an unverified address', async () => {
    const [reader, off, typeOff] = [await owner('Cleo'), await owner('Dan'), await owner('Eli')]
    await off.who.call.user.setNotifyConfig({ body: { channels: { inApp: true, email: false } } })
    await typeOff.who.call.user.setNotifyConfig({ body: { types: { 1001: { inApp: true, email: false } } } })
    const unproved = await person(server, 'Flo')
    const all = [reader, off, typeOff]
    for (const { comes } of all) await comes('Hal')
    await reader.who.call.space
      .inviteLink({ query: { wid: reader.wid, role: 'admin' } })
      .then(({ token }) => unproved.call.space.acceptInvite({ body: { token } }))
    await reader.comes('Ina')
    await reader.who.call.user.readNotices({ body: {} })
    await after(10 * MINUTE_MS)
    for (const who of [...all.map((one) => one.who), unproved])
      expect(listDigests(who), who.email).toEqual([])
    expect((await unproved.call.user.notices()).unread).toBe(1)
  })

  it('omit what was read while the mail server was unavailable, and are retried', async () => {
    const { who, comes } = await owner('Gro')
    await comes('Jan')
    await comes('Kim')
    mail.refuse(451)
    await after(10 * MINUTE_MS)
    const { list } = await who.call.user.notices()
    await who.call.user.readNotices({ body: { ids: [list[0]?.id ?? ''] } })
    mail.refuse(null)
    await after(MINUTE_MS)
    expect(listDigests(who)).toHaveLength(1)
    const announced = ['Jan', 'Kim'].filter((name) => listDigests(who)[0]?.text?.includes(name))
    expect(announced).toHaveLength(1)
  })

  it('are sent once a day in the reader’s morning, whatever restarts or runs twice', async () => {
    const { who, comes } = await owner('Hedda')
    await who.call.user.setSettings({ body: { settings: '{"timeZone":"Asia/Tokyo"}' } })
    await who.call.user.setNotifyConfig({ body: { digest: 'daily' } })
    // To five in the afternoon there, which is eight in the morning here.
    const day = 24 * HOUR_MS
    await after(day - (server.clock.now() % day) + 8 * HOUR_MS)
    await comes('Liv')
    await after(10 * MINUTE_MS)
    await comes('Max')
    await after(10 * MINUTE_MS)
    await after(14 * HOUR_MS)
    expect(listDigests(who), 'before eight there').toEqual([])

    const { sql } = server.app.db
    const job = await sql.selectFrom('promises').selectAll().where('kind', '=', 'notices.digest').execute()
    expect(job).toHaveLength(1)
    const twice = job.map((row) => ({ ...row, id: `${row.id}-again`, key: `${row.key}-again` }))
    await sql.insertInto('promises').values(twice).execute()
    await after(HOUR_MS)
    const [email, ...more] = listDigests(who)
    expect(more).toEqual([])
    expect(email?.subject).toBe('Your daily Tavla digest: 2 notifications')

    // The day is used up: what comes later, and even what is due again, waits for the next morning.
    await comes('Noa')
    await after(10 * MINUTE_MS)
    await sql.insertInto('promises').values(job).execute()
    await after(HOUR_MS)
    expect(listDigests(who)).toHaveLength(1)
    await after(23 * HOUR_MS)
    expect(listDigests(who).map(({ subject }) => subject)).toEqual([
      'Your daily Tavla digest: 2 notifications',
      'Your daily Tavla digest: 1 notification',
    ])
  })

  it('say once that a plan is nearly used up, and once that it is, no matter who used it', async () => {
    const { who, wid } = await owner('Iris')
    const { token } = await who.call.space.inviteLink({ query: { wid, role: 'editor' } })
    const near = async () => (await who.call.user.notices()).list.filter(({ type }) => type === 1010)
    const levels = async () =>
      (await near()).map((one) => ('data' in one ? `${one.data['of']} ${one.data['full']}` : '')).sort()
    for (const [place, name] of ['Otto', 'Pia', 'Quin'].entries()) {
      const { call } = await person(server, name)
      await call.space.acceptInvite({ body: { token } })
      await server.settle()
      expect(await near(), name).toHaveLength(place === 2 ? 1 : 0)
    }
    expect(await near()).toMatchObject([
      { wid, user: null, data: { of: 'members', limit: 5, used: 4, full: false } },
    ])
    await (await person(server, 'Rea')).call.space.acceptInvite({ body: { token } })
    await server.settle()
    expect(await levels()).toEqual(['members false', 'members true'])
    const bytes = 170 * 1024 * 1024
    for (let sent = 0; sent < bytes; sent += 17 * 1024 * 1024) {
      const query = { wid, filename: 'a.bin', filesize: 17 * 1024 * 1024, type: 'application/pdf' }
      await who.call.file.upload({ query })
    }
    await server.settle()
    expect(await levels()).toEqual(['members false', 'members true', 'storage false'])
    await createSpace(who, 'Second')
    await server.settle()
    expect(await levels(), 'two of three boards').toHaveLength(3)
    await createSpace(who, 'Third')
    await server.settle()
    expect(await levels()).toEqual(['members false', 'members true', 'spaces true', 'storage false'])
    const talk = async (minutes: number) => {
      ledger.add('stay', minutes * MINUTE_MS, server.clock.now())
      await ledger.flush()
      await server.settle()
    }
    const ledger = new VoiceLedger(server.app.db, server.clock, checkMinutes(server.app))
    const stay = { id: 'stay', owner: who.uid, wid, uid: who.uid, engine: 'embedded' }
    ledger.begin({ ...stay, startedAt: server.clock.now() })
    await talk(239)
    expect(await levels(), 'a minute too few').toHaveLength(4)
    await talk(1)
    await talk(5)
    expect((await levels()).slice(4)).toEqual(['voice false'])
    await talk(55)
    expect((await levels()).slice(4)).toEqual(['voice false', 'voice true'])
    await after(10 * MINUTE_MS)
    const emails = listDigests(who).map(({ text }) => text ?? '')
    expect(emails).toHaveLength(1)
    for (const sentence of [
      '“Board of Iris” is close to its seat limit.',
      '“Board of Iris” has no free seats left.',
      'You’re close to your plan’s storage limit.',
      'You’ve used all boards in your plan.',
      'You’re close to your plan’s limit for voice minutes.',
      'This month’s voice minutes are used up.',
    ])
      expect(emails[0]).toContain(sentence)
    await who.call.user.setNotifyConfig({ body: { channels: everywhere } })
  })
})
