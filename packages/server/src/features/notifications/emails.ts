import { getTexts, type Texts } from '@tavla/locales/texts'
import { type Email, type EmailText, oneLine, type Part, writeEmail } from '../../ports/mail/email.ts'
import { getSentence, type AnnouncedNotification } from './sentences.ts'

export interface NotificationEmail {
  readonly notifications: readonly AnnouncedNotification[]
  /** Sent once a day. */
  readonly daily: boolean
  /** URL of the email settings. */
  readonly settings: string
  readonly home: string
}

/** Notifications listed in one email; the rest is given as a number. */
const MAX_ANNOUNCED = 20

/** Email about unread notifications: one, or several as a digest. */
export function createNotificationEmail(lang: string, email: NotificationEmail): Email {
  const texts = getTexts(lang)
  return writeEmail(texts.language, getEmailText(texts, email))
}

function getEmailText(texts: Texts, { notifications, daily, settings, home }: NotificationEmail): EmailText {
  const { t } = texts
  const [first, ...more] = notifications
  const choose = { label: t('emails:digest.settings'), link: settings, quiet: true } as const
  if (first && more.length === 0 && !daily) {
    const sentence = getSentence(texts, first)
    const open = { label: t('emails:digest.open', { board: getName(first) }), link: first.link }
    return { subject: sentence.replace(/\.$/, ''), parts: [sentence, open, choose] }
  }
  const announced = notifications.slice(0, MAX_ANNOUNCED)
  const rest = notifications.length - announced.length
  const parts: Part[] = [...Map.groupBy(announced, ({ wid }) => wid).values()].flatMap((group) =>
    createSpaceParts(texts, group),
  )
  if (rest > 0) parts.push(t('emails:digest.more', { count: rest }))
  parts.push({ label: t('emails:digest.home'), link: home }, choose)
  const subject = t(daily ? 'emails:digest.daily' : 'emails:digest.several', { count: notifications.length })
  return { subject, parts }
}

/** The notifications of one space, with a link to it. */
function createSpaceParts(texts: Texts, notifications: readonly AnnouncedNotification[]): Part[] {
  const [first] = notifications
  if (!first) return []
  return [
    ...notifications.map((notification) => getSentence(texts, notification)),
    { label: texts.t('emails:digest.open', { board: getName(first) }), link: first.link, quiet: true },
  ]
}

const getName = ({ space }: AnnouncedNotification): string => oneLine(space)
