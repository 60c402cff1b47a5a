import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

export function smtpMail(url: string, from: string): MailPort {
  const transport = createTransport(url, { from })
  return {
    on: true,
    async send({ to, subject, text, key }) {
      // An address object, not a string: what looks like several addresses stays one.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, messageId: `<${key}@tavla>` })
    },
  }
}
