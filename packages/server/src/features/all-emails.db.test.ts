import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../testing/as.ts'
import { engineNames } from '../testing/databases.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { photoKey } from './account/index.ts'

describe.each(engineNames)('emails by SMTP on %s', (engine) => {
  let mail: MailServer
  let server: TestServer
  beforeAll(async () => {
    mail = await mailServer()
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'Tavla <board@tavla.example>' }
    server = await testServer({ engine, env })
  })
  afterAll(async () => {
    await server.stop()
    await mail.stop()
  })
  const to = (address: string) => mail.mails.filter(({ recipients }) => recipients.includes(address))
  /** Somebody whose address is confirmed, by the code that the mail server received. */
  const verified = async (name: string) => {
    const someone = await person(server, name)
    await server.settle()
    const code = /\d{6}/.exec(to(someone.email)[0]?.text ?? '')?.[0] ?? ''
    await someone.call.user.setEmail({ body: { email: someone.email, code } })
    return someone
  }

  it('are sent as text and HTML with the same content, to one address, from ours', async () => {
    await server.as(null).auth.register({
      query: { lang: 'sv' },
      body: { email: 'ada@example.com', password: 'a quiet harbour' },
    })
    await server.settle()
    const [email, ...more] = to('ada@example.com')
    expect(more).toEqual([])
    const code = /\d{6}/.exec(email?.text ?? '')?.[0] ?? 'none'
    expect(email?.subject).toBe(`${code} är din Tavla-kod`)
    expect(email?.html).toContain(`>${code}<`)
    expect(email?.html).toContain('Koden gäller i tio minuter.')
    expect(email).toMatchObject({
      from: { name: 'Tavla', address: 'board@tavla.example' },
      to: [{ address: 'ada@example.com' }],
      recipients: ['ada@example.com'],
    })
    expect(email?.messageId).toMatch(/^<code-[\w-]+@tavla>$/)
  })

  it('wait while the mail server is unavailable, and are then sent once', async () => {
    mail.refuse(451)
    const bo = await person(server, 'Bo')
    await server.settle()
    const { calls } = mail
    expect(to(bo.email)).toEqual([])
    mail.refuse(null)
    await server.settle()
    expect(mail.calls, 'asked again before its time').toBe(calls)
    server.clock.advance(1_000)
    await server.settle()
    expect(to(bo.email)).toHaveLength(1)
    server.clock.advance(60_000)
    await server.settle()
    expect(to(bo.email)).toHaveLength(1)
  })

  it('go to one address, whatever it contains, and include no markup of other people', async () => {
    const email = {
      subject: 'S\r\nBcc: eve@example.com',
      text: 'T',
      html: '<p>T</p>',
      images: [],
      key: 'one',
    }
    await server.app.mail.send({ ...email, to: 'x@example.com, eve@example.com' }).catch(() => undefined)
    await server.app.mail
      .send({ ...email, to: 'x@example.com\r\nBcc: eve@example.com' })
      .catch(() => undefined)
    await server.app.mail.send({ ...email, to: 'cleo@example.com' })
    expect(to('eve@example.com')).toEqual([])
    expect(to('cleo@example.com')).toHaveLength(1)
    expect(to('cleo@example.com')[0]?.bcc).toBeUndefined()

    const ada = await verified('Dora')
    const { wid } = await ada.call.space.create({ body: { name: '<b>Plans</b> & "more"' } })
    const body = { role: 'viewer' as const, email: ['guest@example.com'], data: '', send_email: true }
    await ada.call.space.invite({ query: { wid }, body })
    await server.settle()
    const [invite] = to('guest@example.com')
    expect(invite?.text).toContain('“<b>Plans</b> & "more"”')
    expect(invite?.html).toContain('“&lt;b&gt;Plans&lt;/b&gt; &amp; &quot;more&quot;”')
    const link = /https?:\S+/.exec(invite?.text ?? '')?.[0] ?? 'none'
    expect(invite?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  })

  it('show the board’s name, its cover as part of the email, and the role', async () => {
    const eli = await verified('Eli')
    const { wid } = await eli.call.space.create({ body: { name: 'Harbour plan' } })
    const invite = async (address: string) => {
      const body = { role: 'commenter' as const, email: [address], data: '', send_email: true }
      await eli.call.space.invite({ query: { wid }, body })
      await server.settle()
      return to(address)[0]
    }
    const plain = await invite('fay@example.com')
    expect(plain?.html).toMatch(/<h1[^>]*>Harbour plan<\/h1>/)
    expect(plain?.text).toContain('You’ll join as a commenter.')
    expect(plain?.attachments).toEqual([])
    expect(plain?.html).not.toContain('<img')

    await eli.call.space.setPhoto({ body: { wid, photo: 'sea' } })
    const covered = await invite('gil@example.com')
    const [cover, ...more] = covered?.attachments ?? []
    expect(more).toEqual([])
    expect(covered?.html).toContain(`src="cid:${cover?.contentId?.slice(1, -1)}"`)
    expect(cover).toMatchObject({ mimeType: 'image/jpeg', disposition: 'inline', related: true })
    const { format, width, height } = await sharp(cover?.content as ArrayBuffer).metadata()
    expect([format, width, height]).toEqual(['jpeg', 640, 400])
  })

  it('are sent without a cover that cannot be read', async () => {
    const hal = await verified('Hal')
    const { wid } = await hal.call.space.create({ body: { name: 'Torn' } })
    await server.app.files.put(photoKey('torn'), Buffer.from('no image'), 100)
    await server.app.db.sql.updateTable('spaces').set({ photo: 'torn' }).where('wid', '=', wid).execute()
    const body = { role: 'viewer' as const, email: ['ida@example.com'], data: '', send_email: true }
    await hal.call.space.invite({ query: { wid }, body })
    await server.settle()
    expect(to('ida@example.com')).toMatchObject([{ attachments: [] }])
  })
})
