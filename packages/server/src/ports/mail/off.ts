import type { MailPort } from './port.ts'

/** Neither SMTP nor the local inbox: nobody gets letters, and whoever asks is told. */
export const mailOff: MailPort = {
  on: false,
  send: () => Promise.reject(new Error('No mail is configured: set SMTP_URL')),
}
