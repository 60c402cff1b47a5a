import type { Email } from './email.ts'

export interface Mail extends Email {
  readonly to: string
  /** The same for every attempt, so that a duplicate can be recognized. */
  readonly key: string
  /** Settings page for such emails, offered by mail programs (List-Unsubscribe). */
  readonly settings?: string
}

/** Sends an email or throws; the caller retries. */
export interface MailPort {
  /** False: email is not configured, so nothing may depend on it. */
  readonly on: boolean
  send(mail: Mail): Promise<void>
}
