import type { Ability, AcceptedEdit } from '../document/model/change.ts'
import type { BoardState } from '../document/state/state.ts'
import type { Ack, BoardPosition, MissedDelete, Reject, Welcome } from '../replica/ports.ts'

/** What the room sends to one socket; bytes as sent, inflated. */
export type RoomFrame =
  | { readonly t: 'welcome'; readonly welcome: Welcome }
  | { readonly t: 'chunk'; readonly id: string; readonly bytes: Uint8Array }
  | { readonly t: 'batch'; readonly bytes: Uint8Array; readonly chain: string }
  | { readonly t: 'ack'; readonly acks: readonly Ack[] }
  | { readonly t: 'reject'; readonly reject: Reject }
  | { readonly t: 'role'; readonly role: Ability }
  | { readonly t: 'missedDeletes'; readonly deletes: readonly MissedDelete[] }
  /** Batches were left out: the client joins again. */
  | { readonly t: 'catchUp' }

export type TabFrame =
  | { readonly t: 'edit'; readonly bytes: Uint8Array }
  | { readonly t: 'need'; readonly ids: readonly string[] }
  | { readonly t: 'join'; readonly position: BoardPosition | null }
  | { readonly t: 'missedDeletesSeen'; readonly seq: number }

/** One socket as the room sees it. */
export interface RoomSocket {
  receive(frame: TabFrame): void
  close(): void
}

/**
 * The room under test. The fuzzer brings its own model of it; the server's real room is tested by the
 * same fuzzer through this interface.
 */
export interface FuzzRoom {
  connect(uid: string, deliver: (frame: RoomFrame) => void): RoomSocket
  setRole(uid: string, role: Ability): void
  /** Lets the room do what it has to do: commit, answer, broadcast. */
  work(): Promise<void> | void
  /** Makes a checkpoint, from which it starts again. */
  checkpoint(): Promise<void> | void
  /** `kill -9`, then a new start: sockets and what was not durable are gone. */
  restart(): Promise<void> | void
  /** The journal as it is now may be put back later. */
  backUp(): Promise<void> | void
  /** `restart` on the journal as it was when it was backed up, without a word to anybody; answers its last number. */
  putBack(): Promise<number> | number
  /** Everything durable, from the first entry on. */
  journal(): readonly AcceptedEdit[]
  /** Number of the last durable entry. */
  head(): number
  /** The live board. */
  state(): BoardState
  /** The last checkpoint as it would be read back. */
  stored(): { readonly seq: number; readonly state: BoardState }
}

/** Ways in which a server or a page could be wrong; each must be found. */
export type Fault =
  | 'skip-edit'
  | 'ack-early'
  | 'drop-remove'
  | 'apply-twice'
  | 'lose-order-key'
  | 'broadcast-before-commit'
  /** Answers do not name what was skipped. */
  | 'skip-unsaid'
  /** A refused edit is answered as if it had no effect. */
  | 'refuse-unsaid'
  /** Others do not receive a delete that was skipped. */
  | 'keep-unsaid'
  /** Only those who are connected receive it. */
  | 'keep-unsaid-to-absent'
  /** A delete takes away what its author cannot have seen. */
  | 'delete-ignores-base'
  /** The page keeps no refused edit. */
  | 'lose-refused'
  /** The page keeps no text that was typed into a deleted record. */
  | 'lose-text'
