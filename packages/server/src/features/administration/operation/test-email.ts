import { getTexts } from '@tavla/locales/texts'
import { writeEmail } from '../../../ports/mail/email.ts'
import { randomId } from '../../../ports/random/values.ts'
import { getAccount } from '../../account/index.ts'
import { act, type AdminContext } from '../act.ts'

const ERROR_LENGTH = 300

/** Sent at once and not by a job, so that what the mail server says can be shown. */
export async function testEmail(ctx: AdminContext<'testEmail'>) {
  const { app, actor } = ctx
  await act(ctx, 'testEmail', { subject: actor.uid }, () => Promise.resolve())
  const { email, lang } = await getAccount(app.db.sql, actor.uid)
  if (!app.mail.on || email === null) return { sent: false, error: 'SMTP_URL is not set' }
  try {
    await app.mail.send({ to: email, ...createEmail(lang ?? 'en'), key: `test-${randomId(app.random)}` })
    return { sent: true, error: null }
  } catch (error) {
    return { sent: false, error: error instanceof Error ? error.message.slice(0, ERROR_LENGTH) : 'unknown' }
  }
}

function createEmail(lang: string) {
  const { language, t } = getTexts(lang)
  return writeEmail(language, { subject: t('emails:test.subject'), parts: [t('emails:test.text')] })
}
