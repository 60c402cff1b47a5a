import type { Role, Visitor } from '../room-access.ts'
import type { Connection } from '../socket/connection.ts'
import type { EditDecoder } from '../edits/edit-decoder.ts'

/** One tab in a room. */
export interface Member {
  readonly visitor: Visitor
  readonly connection: Connection
  /** As the members are listed; what counts is `presenterMode.getRole`. */
  role: Role
  /** Has had its welcome; before it, nothing of the room is sent. */
  welcomed: boolean
  /** Edits were left out for a slow socket; nothing more until it joins again. */
  gap: boolean
  /** Was asked to join again, which is sent once. */
  isToRejoin: boolean
  /** Edits that it sends before it joins again come again, and in order. */
  dropsEdits: boolean
  readonly decoder: EditDecoder
  /** How often each chunk was asked for. */
  readonly needed: Map<string, number>
  /** Bytes of edits that wait for an answer. */
  owed: number
}
