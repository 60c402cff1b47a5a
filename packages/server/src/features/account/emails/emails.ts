import { getTexts } from '@tavla/locales/texts'
import { type Email, writeEmail } from '../../../ports/mail/email.ts'

/** Email with a code that verifies an address. */
export const createAddressEmail = (lang: string, code: string): Email =>
  createCodeEmail(lang, code, 'address')

/** Email with a code that confirms deleting the account. */
export const createDeletionEmail = (lang: string, code: string): Email =>
  createCodeEmail(lang, code, 'deletion')

function createCodeEmail(lang: string, code: string, purpose: 'address' | 'deletion'): Email {
  const { language, t } = getTexts(lang)
  return writeEmail(language, {
    subject: t(`emails:${purpose}.subject`, { code }),
    parts: [{ label: t('emails:code'), code }, t(`emails:${purpose}.hint`), t(`emails:${purpose}.ignore`)],
  })
}

/** Email with a link for setting a new password. */
export function createResetEmail(lang: string, link: string): Email {
  const { language, t } = getTexts(lang)
  return writeEmail(language, {
    subject: t('emails:reset.subject'),
    parts: [
      t('emails:reset.intro'),
      { label: t('emails:reset.button'), link },
      t('emails:reset.hint'),
      t('emails:reset.ignore'),
    ],
  })
}
