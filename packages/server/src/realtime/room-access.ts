import type { RoomPerson } from '@tavla/contract/realtime'

export type Role = RoomPerson['role']

/** The person who opened a socket; recorded as author of their edits. */
export interface Visitor {
  readonly uid: string
  /** Sign-in session; ending it closes the socket. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
  /** Their colour on the board they join. */
  readonly color?: number
}

/** Roles in a space, with the access version that appends rely on. */
export interface AccessSource {
  readonly version: number
  readonly roles: ReadonlyMap<string, Role>
  /** Colour indexes of people on this board. */
  readonly colors?: ReadonlyMap<string, number>
}

/** Access checks of the live socket. */
export interface Access {
  /** A ticket for a second socket of the same session, at the process that owns a board. */
  issueTicket(visitor: Visitor): Promise<string>
  /** A ticket opens one socket, once, within 30 s. */
  redeem(ticket: string): Promise<Visitor | null>
  /** Those of the sign-in sessions that exist and have not expired. */
  listLiveSessions(sessions: readonly string[]): Promise<ReadonlySet<string>>
  /** The same for sessions with an open socket, which are in use and so begin their time anew. */
  renewOpenSessions(sessions: readonly string[]): Promise<ReadonlySet<string>>
  /** Null for unknown and trashed spaces. */
  listAccess(wid: string): Promise<AccessSource | null>
  /** Those of the spaces that this person is a member of and that are not in the trash. */
  memberships(uid: string, wids: readonly string[]): Promise<ReadonlySet<string>>
}
