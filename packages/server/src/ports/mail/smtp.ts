import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

/** Ms. Together less than a job may take, so that a server that hangs is not asked twice at a time. */
const timeoutMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpMail(url: string, from: string): MailPort {
  const transport = createTransport({ url, ...timeoutMs }, { from })
  return {
    on: true,
    async send({ to, subject, text, html, key, settings }) {
      await transport.sendMail({
        // An address object, not a string: what looks like several addresses stays one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${key}@tavla>`,
        // Nobody's holiday answers it.
        headers: {
          'auto-submitted': 'auto-generated',
          ...(settings === undefined ? {} : { 'list-unsubscribe': `<${settings}>` }),
        },
      })
    },
  }
}
