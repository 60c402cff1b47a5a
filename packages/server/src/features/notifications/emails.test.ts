import { notificationTypes } from '@tavla/contract'
import { expect, it } from 'vitest'
import { createNotificationEmail } from './emails.ts'
import type { AnnouncedNotification } from './sentences.ts'

const notification = (more: Partial<AnnouncedNotification> = {}): AnnouncedNotification => ({
  type: notificationTypes.joined,
  wid: 'w',
  space: 'Plans',
  who: 'Bo',
  whom: 'Cleo',
  isMine: false,
  data: { to_role: 'editor', granted: true, accepted: true, reason: 'failed', of: 'members' },
  link: 'https://tavla.example.com/app/whiteboard?w=w',
  ...more,
})
const email = (lang: string, notifications: readonly AnnouncedNotification[], daily = false) =>
  createNotificationEmail(lang, {
    notifications,
    daily,
    settings: 'https://t/settings',
    home: 'https://t/home',
  })

it.each(['en', 'de', 'sv'])('every type of notice has a sentence of its own in %s', (lang) => {
  const subjects = [...Object.values(notificationTypes), 1999].flatMap((type) => [
    email(lang, [notification({ type })]).subject,
    email(lang, [notification({ type, isMine: true, data: { to_role: 'editor' } })]).subject,
  ])
  expect(subjects.filter((subject) => /undefined|null|^$/.test(subject))).toEqual([])
  // Those that speak of the reader, and those that say yes or no, have two.
  expect(new Set(subjects).size).toBe(21)
})

it('name deleted people as such, and keep names on one line', () => {
  expect(email('en', [notification({ who: null })]).subject).toBe('A former user joined “Plans”')
  const { subject, text } = email('en', [
    notification({ who: 'Bo\n\nhttps://evil.example', space: 'A\r\nB' }),
  ])
  expect(subject).toBe('Bo https://evil.example joined “A B”')
  expect(text.split('\n\n')[0]).toBe('Bo https://evil.example joined “A B”.')
})

it('have a button for one notification; several are grouped by space, each with its link', () => {
  const one = email('en', [notification()])
  expect(one.text).toBe(
    [
      'Bo joined “Plans”.',
      'https://tavla.example.com/app/whiteboard?w=w',
      'Email notification settings: https://t/settings',
      '— Tavla',
    ].join('\n\n'),
  )
  const many = email('en', [
    notification(),
    notification({ wid: 'x', space: 'Other' }),
    notification({ who: 'Dan' }),
  ])
  expect(many.text.split('\n\n').slice(0, 5)).toEqual([
    'Bo joined “Plans”.',
    'Dan joined “Plans”.',
    'Open “Plans”: https://tavla.example.com/app/whiteboard?w=w',
    'Bo joined “Other”.',
    'Open “Other”: https://tavla.example.com/app/whiteboard?w=w',
  ])
})

it('list at most twenty notifications', () => {
  const { subject, text } = email(
    'sv',
    Array.from({ length: 23 }, () => notification()),
    true,
  )
  expect(subject).toBe('Din dagliga sammanfattning från Tavla: 23 aviseringar')
  expect([text.match(/har gått med/g)?.length, text.includes('Och 3 till.')]).toEqual([20, true])
})
