import type { SocialProvider } from '@tavla/contract'
import type { Generated } from 'kysely'

export interface AccountRow {
  uid: string
  kind: 'full' | 'guest'
  /** Lower case; null for a guest. */
  email: string | null
  verified_at: number | null
  name: string
  /** Name and email folded for search. */
  search_key: string
  /** Suspended: cannot sign in. */
  suspended_at: number | null
  /** Id of a stored photo. */
  photo: string | null
  /** Argon2id with its parameters; null: signs in another way. */
  password: string | null
  /** Hash of a guest's secret. */
  guest_secret: string | null
  role: 'user' | 'administrator'
  occupation: string | null
  staff_num: string | null
  trade: string | null
  lang: string | null
  country: string | null
  from_product: string | null
  /** JSON: tour steps done or skipped. */
  guide: string
  free_click: number
  /** JSON text of the client, stored as received. */
  settings: string
  /** JSON; null: defaults. */
  notify: string | null
  /** JSON; null: defaults. */
  voice: string | null
  created_at: number
  seen_at: number
}

export interface SessionRow {
  id: string
  uid: string
  token_hash: string
  /** `admin` is for administration only. */
  kind: 'browser' | 'desktop' | 'guest' | 'admin'
  agent: string
  /** Part of every URL signed for this session: raising it invalidates them. */
  generation: Generated<number>
  /** How long the session lives after each use. */
  keep_ms: number
  created_at: number
  active_at: number
  expires_at: number
  /** When the password was last entered; for administration only. */
  proved_at: number | null
}

/** An emailed code. The code itself is derived from the id and the server's secret, so that no dump contains it. */
export interface CodeRow {
  id: string
  uid: string
  purpose: 'address' | 'delete'
  email: string
  created_at: number
  expires_at: number
  tries: number
}

/** An emailed link for setting a new password; its token is derived like a code. */
export interface ResetRow {
  id: string
  uid: string
  token_hash: string
  created_at: number
  expires_at: number
}

/** A token bucket for password attempts or emails; a full one can be deleted. */
export interface RateLimitRow {
  key: string
  full_at: number
  /** How often it was emptied since it was last full. */
  emptied: number
}

export interface LiveTicketRow {
  hash: string
  uid: string
  session_id: string
  expires_at: number
}

/** A sign-in of the desktop app, approved in the browser and waiting for the shell. */
export interface DesktopCodeRow {
  hash: string
  uid: string
  /** The approving session: the code ends with it. */
  session_id: string
  /** SHA-256 of the shell's verifier, base64url. */
  challenge: string
  device: string
  expires_at: number
}

/** An external identity that signs in to an account. */
export interface IdentityRow {
  issuer: string
  subject: string
  provider: SocialProvider
  uid: string
  created_at: number
}

/** A verified identity that waits until the holder of this account has also signed in by another method. */
export interface SocialLinkRow {
  hash: string
  uid: string
  provider: SocialProvider
  issuer: string
  subject: string
  /** The email address, if the provider has verified it. */
  verified_email: string | null
  expires_at: number
}

/** A social sign-in under way. Nonce and verifier are derived from the state and the server's secret. */
export interface SocialStateRow {
  hash: string
  provider: SocialProvider
  purpose: 'login' | 'link' | 'upgrade'
  /** Who began it and has to finish it; null for a login. */
  uid: string | null
  /** The session that began it, and with which it ends; null for a login. */
  session_id: string | null
  /** The pending link that this sign-in will confirm. */
  link_hash: string | null
  remember: number
  /** Returned by the provider unsigned, so it is used only as the initial display name. */
  name: string | null
  expires_at: number
}

export interface AccountTables {
  accounts: AccountRow
  sessions: SessionRow
  codes: CodeRow
  resets: ResetRow
  rate_limits: RateLimitRow
  live_tickets: LiveTicketRow
  desktop_codes: DesktopCodeRow
  identities: IdentityRow
  social_links: SocialLinkRow
  social_states: SocialStateRow
}
