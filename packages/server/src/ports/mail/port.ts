import type { Email } from './email.ts'

export interface Mail extends Email {
  readonly to: string
  /** The same for every try, so that a mail sent twice can be recognised. */
  readonly key: string
  /** Where the reader chooses whether such emails come; mail programs offer it by themselves. */
  readonly settings?: string
}

/** Sends an email or throws; the caller tries again. */
export interface MailPort {
  /** False: no way of sending is configured, so nothing may promise a mail. */
  readonly on: boolean
  send(mail: Mail): Promise<void>
}
