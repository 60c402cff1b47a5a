import type { RoomPerson } from '@tavla/contract/realtime'

export type Role = RoomPerson['role']

/** Who opened a socket; stamped on everything they do. */
export interface Visitor {
  readonly uid: string
  /** Sign-in session, so that ending it closes the socket. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
  /** On the board that they join. */
  readonly color?: number
}

/** Who may do what in a space, and the access version that every append then relies on. */
export interface AccessSource {
  readonly version: number
  readonly roles: ReadonlyMap<string, Role>
  /** Indexes of the colours that people have on this board. */
  readonly colors?: ReadonlyMap<string, number>
}

/** What the live socket asks of the accounts and spaces. */
export interface Access {
  /** A ticket opens one socket, once, for 30 s. */
  redeem(ticket: string): Promise<Visitor | null>
  /** Has this sign-in session neither ended nor run out? */
  isSessionLive(session: string): Promise<boolean>
  /** Null for unknown and trashed spaces. */
  listAccess(wid: string): Promise<AccessSource | null>
  /** Those of the spaces that this person is in and that are not in the trash. */
  memberships(uid: string, wids: readonly string[]): Promise<ReadonlySet<string>>
}
