import { socialNames, SocialProvider } from '@tavla/contract'
import { getTexts } from '@tavla/locales/texts'
import { z } from 'zod'
import { type Email, writeEmail } from '../../../ports/mail/email.ts'

/** Emails about changes to an account, so that people notice unauthorized ones. */
export const SecurityNotification = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.enum(['provider_joined', 'provider_left']), provider: SocialProvider }),
])
export type SecurityNotification = z.output<typeof SecurityNotification>

interface EmailContext {
  /** Browser and system; empty: unknown. */
  readonly device: string
  readonly at: number
  readonly settings: string
  readonly login: string
}

/**
 * After these changes the person may be locked out, so the email links to the login page instead of the
 * settings.
 */
const fromLogin: ReadonlySet<SecurityNotification['kind']> = new Set(['password', 'email'])

/** Email about a change to the account and what to do if it was not the person. */
export function createSecurityEmail(
  lang: string,
  notification: SecurityNotification,
  context: EmailContext,
): Email {
  const { language, t } = getTexts(lang)
  const { kind } = notification
  const provider = 'provider' in notification ? socialNames[notification.provider] : ''
  const device = context.device === '' ? t('emails:security.unknownDevice') : context.device
  const open = fromLogin.has(kind)
    ? { label: t('emails:security.openLogin'), link: context.login }
    : { label: t('emails:security.openSettings'), link: context.settings }
  return writeEmail(language, {
    subject: t(`emails:security.${kind}.subject`, { provider }),
    parts: [
      t(`emails:security.${kind}.text`, { provider }),
      t('emails:security.device', { device, time: getTime(language, context.at) }),
      t(`emails:security.${kind}.hint`),
      open,
    ],
  })
}

/** To the minute, in UTC: the account's time zone is not known here. */
const getTime = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
