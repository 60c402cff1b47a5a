import type { RoomPerson } from '@tavla/contract/realtime'

export type Role = RoomPerson['role']

/** Whose ticket opened a socket. */
export interface TicketHolder {
  readonly uid: string
  /** Sign-in session; ending it closes the socket. */
  readonly session: string
}

/** The person who opened a socket; recorded as author of their edits. */
export interface Visitor extends TicketHolder {
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
  /** A ticket opens one socket, once, within 30 s. Null: unknown, used or expired. */
  redeem(ticket: string): Promise<TicketHolder | null>
  /** Null once the session has ended. */
  getVisitor(holder: TicketHolder): Promise<Visitor | null>
  /** Those of the sign-in sessions that exist and have not expired. All have an open socket, so their time begins anew. */
  renewOpenSessions(sessions: readonly string[]): Promise<ReadonlySet<string>>
  /** Null for unknown and trashed spaces. */
  listAccess(wid: string): Promise<AccessSource | null>
  /** Those of the spaces that this person is a member of and that are not in the trash. */
  memberships(uid: string, wids: readonly string[]): Promise<ReadonlySet<string>>
}
