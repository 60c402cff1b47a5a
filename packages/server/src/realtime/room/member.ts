import type { Role, Visitor } from '../room-access.ts'
import type { Connection } from '../socket/connection.ts'
import type { EditDecoder } from '../edits/edit-decoder.ts'

/** One tab in a room. */
export interface Member {
  readonly visitor: Visitor
  readonly connection: Connection
  /** The stored role; the effective one is `presenterMode.getRole`. */
  role: Role
  /** Its `welcome` was sent; before that it gets no other messages. */
  welcomed: boolean
  /** Edits were left out for a slow socket; it gets none until it joins again. */
  gap: boolean
  /** It was asked to join again, which is done once. */
  isToRejoin: boolean
  /** Edits sent before it joins again are ignored, because it resends them in order. */
  dropsEdits: boolean
  readonly decoder: EditDecoder
  /** How often each chunk was requested. */
  readonly needed: Map<string, number>
  /** Bytes of edits that wait for an answer. */
  waiting: number
}
