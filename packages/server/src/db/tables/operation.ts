import type { Generated } from 'kysely'

/** A job, enqueued in the transaction that made it necessary. */
export interface JobRow {
  id: string
  kind: string
  /** Two pending jobs with the same key are merged. */
  key: string
  payload: string
  run_at: number
  tries: number
  /** Leased to a worker until then. */
  taken_until: number
  /** Given up; the last error stays for the administrator. */
  failed_at: number | null
  last_error: string | null
}

/** The answer of a creating call, encrypted with the caller's key, so that a retry gets it again. */
export interface AnswerRow {
  key_hash: string
  request_hash: string
  status: number
  sealed: Uint8Array
  created_at: number
}

export interface LocalMailRow {
  id: string
  to: string
  subject: string
  text: string
  /** Empty in older emails. */
  html: string
  created_at: number
}

export interface NotificationRow {
  id: string
  uid: string
  type: number
  wid: string
  space_name: string
  /** JSON by type: the uids it refers to. */
  data: string
  created_at: number
  read_at: number | null
  /** When it was emailed. */
  mailed_at: number | null
}

/** A day on which somebody got their daily digest, in their time zone: `2026-11-21`. */
export interface DigestRow {
  uid: string
  day: string
  created_at: number
}

export interface FeedbackRow {
  id: string
  uid: string | null
  content: string
  kind: string | null
  page: string | null
  email: string | null
  state: Generated<'open' | 'working' | 'done'>
  created_at: number
}

export interface ClientLogRow {
  id: string
  uid: string | null
  level: string
  log: string
  created_at: number
}

export interface OperationTables {
  promises: JobRow
  answers: AnswerRow
  local_mails: LocalMailRow
  notices: NotificationRow
  digests: DigestRow
  feedback: FeedbackRow
  client_logs: ClientLogRow
}
