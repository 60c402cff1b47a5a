import { describe, expect, it } from 'vitest'
import { createAddressEmail, createDeletionEmail, createResetEmail } from './account/emails/emails.ts'
import { type SecurityNotification, createSecurityEmail } from './account/emails/security-emails.ts'
import { createAccessEmail, createClaimEmail, createInviteEmail } from './members/emails.ts'

const link = 'https://tavla.example.com/app/x?invite=i_1&w=w1'
const notifications: readonly SecurityNotification[] = [
  { kind: 'sign_in' },
  { kind: 'password' },
  { kind: 'email' },
  { kind: 'provider_joined', provider: 'google' },
  { kind: 'provider_left', provider: 'google' },
]
const invite = { space: 'S', inviter: 'Ada', role: 'editor', cover: null, voice: false, link } as const
const context = { at: Date.UTC(2026, 0, 2, 3, 4), settings: link, login: link }
const emails = (lang: string) => [
  createAddressEmail(lang, '123456'),
  createDeletionEmail(lang, '123456'),
  createResetEmail(lang, link),
  createInviteEmail(lang, { ...invite, voice: false }),
  createInviteEmail(lang, { ...invite, voice: true }),
  createClaimEmail(lang, { space: 'S', link, due: 0 }),
  createAccessEmail(lang, {
    space: 'S',
    name: 'Bo',
    note: 'Hi',
    role: 'editor',
    seat: 'buys',
    yes: link,
    no: `${link}&no=1`,
  }),
  ...notifications.map((notification) =>
    createSecurityEmail(lang, notification, { ...context, device: 'Firefox, Linux' }),
  ),
]

describe('emails', () => {
  it.each(['en', 'de', 'sv'])(
    'have their code or link on a separate line or after a colon, and in the HTML, in %s',
    (lang) => {
      for (const { text, html } of emails(lang)) {
        const announced = text.split('\n').some((line) => line === link || /^\S.*: 123456$/.test(line))
        expect(announced, text).toBe(true)
        expect(text).toMatch(/— Tavla$/)
        expect(html).toContain(text.includes(link) ? `href="${link.replaceAll('&', '&amp;')}"` : '>123456<')
        expect(html).toContain(`<html lang="${lang}">`)
      }
    },
  )

  it('differ in each language, and are English for unsupported ones', () => {
    const subjects = ['en', 'de', 'sv'].map((lang) => emails(lang).map(({ subject }) => subject))
    expect(new Set(subjects.flat()).size).toBe(33)
    expect(emails('de_AT')).toEqual(emails('de'))
    expect(emails('fr')).toEqual(emails('en'))
  })

  it('say what happened to an account, by which device and when, without any secret', () => {
    const announced = (lang: string, device: string) =>
      createSecurityEmail(lang, { kind: 'sign_in' }, { ...context, device }).text
    expect(announced('en', 'Firefox, Linux')).toContain(
      'Device: Firefox, Linux. Time: January 2, 2026 at 3:04 AM (UTC).',
    )
    expect(announced('de', '')).toContain('Gerät: unbekannt. Zeit: 2. Januar 2026 um 03:04 (UTC).')
    expect(announced('sv', '')).toContain('Enhet: okänd. Tid: 2 januari 2026 kl. 03:04 (UTC).')
  })

  it('keep names of people on one line', () => {
    const { subject, text } = createInviteEmail('en', { ...invite, inviter: 'Ada\n\nhttps://evil.example' })
    expect(subject).not.toContain('\n')
    expect(text.split('\n\n')[1]).toBe('Ada https://evil.example invited you to collaborate on “S”.')
  })
})
