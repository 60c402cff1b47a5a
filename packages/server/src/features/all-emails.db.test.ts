import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../testing/as.ts'
import { engineNames } from '../testing/databases.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

describe.each(engineNames)('letters by SMTP on %s', (engine) => {
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
    const email = { subject: 'S\r\nBcc: eve@example.com', text: 'T', html: '<p>T</p>', key: 'one' }
    await server.app.mail.send({ ...email, to: 'x@example.com, eve@example.com' }).catch(() => undefined)
    await server.app.mail
      .send({ ...email, to: 'x@example.com\r\nBcc: eve@example.com' })
      .catch(() => undefined)
    await server.app.mail.send({ ...email, to: 'cleo@example.com' })
    expect(to('eve@example.com')).toEqual([])
    expect(to('cleo@example.com')).toHaveLength(1)
    expect(to('cleo@example.com')[0]?.bcc).toBeUndefined()

    const ada = await person(server, 'Dora')
    await server.settle()
    const code = /\d{6}/.exec(to(ada.email)[0]?.text ?? '')?.[0] ?? ''
    await ada.call.user.setEmail({ body: { email: ada.email, code } })
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
})
