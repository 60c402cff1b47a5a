import type { MailPort } from './port.ts'

/** Neither SMTP nor the local inbox: no emails are sent, and calls that need one are refused. */
export const mailOff: MailPort = {
  on: false,
  send: () => Promise.reject(new Error('No mail is configured: set SMTP_URL')),
}
