import type { PersonHere } from '@tavla/contract/realtime'

export type Role = PersonHere['role']

/** Who opened a socket; stamped on everything they do. */
export interface Visitor {
  readonly uid: string
  /** Sign-in session, so that ending it closes the socket. */
  readonly session: string
  readonly name: string
  readonly photo: string | null
}

/** What somebody may do in a space, and the access version under which that was true. */
export interface Standing {
  readonly role: Role
  readonly version: number
}

/** What the live socket asks of the accounts and spaces. */
export interface Access {
  /** A ticket opens one socket, once, for 30 s. */
  redeem(ticket: string): Promise<Visitor | null>
  /** Null for strangers, removed people, unknown and trashed spaces alike. */
  standing(wid: string, uid: string): Promise<Standing | null>
}
