/** Space roles as stored; the contract defines their order. */
export type StoredRole = 'owner' | 'admin' | 'editor' | 'contributor' | 'commenter' | 'viewer'

export interface SpaceRow {
  wid: string
  name: string
  /** The name folded for search. */
  name_key: string
  owner: string
  successor: string | null
  /** `builtin:<id>` or the id of a stored photo. */
  photo: string | null
  /** The photo is generated from the board. */
  photo_auto: number
  /** Id of the stored thumbnail of the first page. */
  thumb: string | null
  /** Raised by every change of permissions; open boards compare it. */
  access_version: number
  created_at: number
  updated_at: number
  archived_at: number | null
  trashed_at: number | null
}

export interface MemberRow {
  wid: string
  uid: string
  role: StoredRole
  /** How they joined; guests by link do not count against the plan. */
  via: 'owner' | 'mail' | 'link' | 'request'
  joined_at: number
  active_at: number | null
  opened_at: number | null
  starred: number
  /** The member's own folder for this space. */
  folder: string | null
  /** Index of their colour on this board; see `personColorCount`. */
  color: number
}

/** Removed people: a link does not let them in again. */
export interface RemovedMemberRow {
  wid: string
  uid: string
  removed_at: number
}

export interface FolderRow {
  id: string
  uid: string
  name: string
  position: number
}

export interface GroupRow {
  id: string
  wid: string
  name: string
  color: string
  position: number
}

export interface GroupMemberRow {
  group_id: string
  wid: string
  uid: string
}

/** A pending email invite; its token is derived from the id. */
export interface InvitationRow {
  id: string
  wid: string
  email: string
  role: StoredRole
  token_hash: string
  inviter: string
  /** Opaque text of the client: which page or frame to open. */
  data: string
  voice: number
  /** Only the email contained the token, so sending it proves access to that address. */
  mailed: number
  created_at: number
}

/** Outcome of an invite, stored for a while for people who open its email again. */
export interface EndedInvitationRow {
  token_hash: string
  wid: string
  reason: 'used_up' | 'revoked'
  /** Who accepted it; null: nobody, or a deleted account. */
  uid: string | null
  ended_at: number
}

export interface LinkRow {
  id: string
  wid: string
  role: StoredRole
  token_hash: string
  maker: string
  created_at: number
  expires_at: number | null
  max_uses: number | null
  uses: number
  domain: string | null
  guests: number
  revoked_at: number | null
}

/** Also stored for spaces that do not exist, so that a request does not reveal which do. */
export interface AccessRequestRow {
  wid: string
  uid: string
  role: StoredRole
  note: string
  /** A withdrawn request stays for a day, so that a new one does not notify the admins twice. */
  state: 'waiting' | 'granted' | 'refused' | 'withdrawn'
  created_at: number
  decided_at: number | null
  /** When the admins were last notified of it. */
  told_at: number
}

export interface FileRow {
  id: string
  uid: string
  state: 'reserved' | 'stored'
  filename: string
  /** Bytes reserved, or the stored size. */
  size: number
  /** Content type detected from the bytes; empty while reserved. */
  type: string
  /** SHA-256 of the bytes, hex; empty while reserved. */
  hash: string
  created_at: number
  stored_at: number | null
  /** Since when no board names it; null if a board does, or if that was not checked yet. */
  unused_since: number | null
}

/** Spaces that use a file: the one it was uploaded to, and copies. A file without any is deleted. */
export interface FileUseRow {
  wid: string
  file_id: string
}

/** A member's request to take over a space whose owner was deleted. */
export interface ClaimRow {
  wid: string
  uid: string
  created_at: number
  due_at: number
}

/** One person's stay in a voice room and what it cost. */
export interface VoiceStayRow {
  id: string
  owner: string
  wid: string
  uid: string
  engine: string
  started_at: number
  /** The last evidence of presence: nothing after it is billed. */
  last_evidence_at: number
  ended_at: number | null
  cause: 'left' | 'removed' | 'replaced' | 'quota' | 'stopped' | 'lost' | null
  billed_ms: number
  /** Number of the newest debit, so that one written twice counts once. */
  debits: number
}

/** Voice use of an owner's spaces in a month (`2026-11`). */
export interface VoiceUsageRow {
  owner: string
  month: string
  used_ms: number
}

export interface SpaceTables {
  voice_stays: VoiceStayRow
  voice_usage: VoiceUsageRow
  spaces: SpaceRow
  members: MemberRow
  removed_members: RemovedMemberRow
  folders: FolderRow
  groups: GroupRow
  group_members: GroupMemberRow
  invitations: InvitationRow
  ended_invitations: EndedInvitationRow
  links: LinkRow
  access_requests: AccessRequestRow
  files: FileRow
  file_uses: FileUseRow
  claims: ClaimRow
}
