import { createTransport } from 'nodemailer'
import type { MailPort } from './port.ts'

/**
 * Milliseconds. Their sum is less than a job's time limit, so that a hanging server is not contacted twice
 * at once.
 */
const timeoutMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpMail(url: string, from: string): MailPort {
  const transport = createTransport({ url, ...timeoutMs }, { from })
  return {
    on: true,
    async send({ to, subject, text, html, images, key, settings }) {
      await transport.sendMail({
        // An address object instead of a string: text that looks like several addresses stays one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: images.map(({ id, bytes }) => ({
          cid: id,
          filename: `${id}.jpeg`,
          content: Buffer.from(bytes),
          contentType: 'image/jpeg',
          contentDisposition: 'inline' as const,
        })),
        messageId: `<${key}@tavla>`,
        // Prevents automatic replies.
        headers: {
          'auto-submitted': 'auto-generated',
          ...(settings === undefined ? {} : { 'list-unsubscribe': `<${settings}>` }),
        },
      })
    },
  }
}
