/** A second factor; its secret is derived from the id and the server's key. */
export interface SecondFactorRow {
  uid: string
  id: string
  /** Null: set up but not confirmed by a code yet. */
  confirmed_at: number | null
  /** Time step of the last accepted code: none is accepted twice. */
  last_step: number
}

export interface RecoveryCodeRow {
  hash: string
  uid: string
}

/** One setting as JSON. */
export interface ServerSettingRow {
  name: string
  value: string
}

export interface ServerInvitationRow {
  id: string
  email: string
  created_at: number
  expires_at: number
}

export interface AnnouncementRow {
  id: string
  text: string
  tone: 'info' | 'warning'
  audience: 'everyone' | 'members' | 'guests'
  starts_at: number
  ends_at: number | null
}

export interface ReportRow {
  id: string
  wid: string
  /** Who reported it; null for somebody without an account. */
  uid: string | null
  reason: 'illegal' | 'harassment' | 'phishing' | 'spam' | 'other'
  note: string
  state: 'open' | 'working' | 'done'
  created_at: number
}

export interface AdministrationTables {
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  server_settings: ServerSettingRow
  server_invitations: ServerInvitationRow
  announcements: AnnouncementRow
  reports: ReportRow
}
