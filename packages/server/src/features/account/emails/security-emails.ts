import { socialNames, SocialProvider } from '@tavla/contract'
import { getTexts } from '@tavla/locales/texts'
import { z } from 'zod'
import { type Email, writeEmail } from '../../../ports/mail/email.ts'

/** Emails about account changes, so that people notice what somebody else does with their account. */
export const SecurityNotification = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.enum(['provider_joined', 'provider_left']), provider: SocialProvider }),
])
export type SecurityNotification = z.output<typeof SecurityNotification>

interface Facts {
  /** Browser and system; empty: not known. */
  readonly device: string
  readonly at: number
  readonly settings: string
  readonly login: string
}

/** A person who can no longer trust a session or password starts at the sign-in page, everyone else in the settings. */
const fromLogin: ReadonlySet<SecurityNotification['kind']> = new Set(['password', 'email'])

/** Tells a person what was done with their account, and what to do if it was not them. */
export function createSecurityEmail(lang: string, notice: SecurityNotification, facts: Facts): Email {
  const { language, t } = getTexts(lang)
  const { kind } = notice
  const provider = 'provider' in notice ? socialNames[notice.provider] : ''
  const device = facts.device === '' ? t('emails:security.unknownDevice') : facts.device
  const open = fromLogin.has(kind)
    ? { label: t('emails:security.openLogin'), link: facts.login }
    : { label: t('emails:security.openSettings'), link: facts.settings }
  return writeEmail(language, {
    subject: t(`emails:security.${kind}.subject`, { provider }),
    parts: [
      t(`emails:security.${kind}.text`, { provider }),
      t('emails:security.device', { device, time: getTime(language, facts.at) }),
      t(`emails:security.${kind}.hint`),
      open,
    ],
  })
}

/** To the minute, in UTC: the account's own time zone is not known here. */
const getTime = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
