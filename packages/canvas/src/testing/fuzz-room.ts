import type { Ability, AcceptedEdit } from '../document/model/change.ts'
import type { BoardState } from '../document/state/state.ts'
import type { Ack, BoardPosition, MissedDelete, Reject, Welcome } from '../replica/ports.ts'

/** Messages from the room to a socket; decompressed. */
export type RoomFrame =
  | { readonly t: 'welcome'; readonly welcome: Welcome }
  | { readonly t: 'chunk'; readonly id: string; readonly bytes: Uint8Array }
  | { readonly t: 'batch'; readonly bytes: Uint8Array; readonly chain: string }
  | { readonly t: 'ack'; readonly acks: readonly Ack[] }
  | { readonly t: 'reject'; readonly reject: Reject }
  | { readonly t: 'role'; readonly role: Ability }
  | { readonly t: 'missedDeletes'; readonly deletes: readonly MissedDelete[] }
  /** Batches were skipped; the client must join again. */
  | { readonly t: 'catchUp' }

export type TabFrame =
  | { readonly t: 'edit'; readonly bytes: Uint8Array }
  | { readonly t: 'need'; readonly ids: readonly string[] }
  | { readonly t: 'join'; readonly position: BoardPosition | null }
  | { readonly t: 'missedDeletesSeen'; readonly seq: number }

/** One socket on the room's side. */
export interface RoomSocket {
  receive(frame: TabFrame): void
  close(): void
}

/** The room under test: the model, or the server's room through this interface. */
export interface FuzzRoom {
  connect(uid: string, deliver: (frame: RoomFrame) => void): RoomSocket
  setRole(uid: string, role: Ability): void
  /** Lets the room commit, answer and broadcast. */
  work(): Promise<void> | void
  /** Creates a checkpoint, from which the room restarts. */
  checkpoint(): Promise<void> | void
  /** Crash and restart: sockets and uncommitted data are lost. */
  restart(): Promise<void> | void
  /** Backs up the journal. */
  backUp(): Promise<void> | void
  /** Restarts from the backup without notifying clients; returns the last journal number. */
  putBack(): Promise<number> | number
  /** All durable entries. */
  journal(): readonly AcceptedEdit[]
  /** Number of the last durable entry. */
  head(): number
  /** The live board. */
  state(): BoardState
  /** The last checkpoint as read back. */
  stored(): { readonly seq: number; readonly state: BoardState }
}

/** Planted faults of server or client, each of which the fuzzer must find. */
export type Fault =
  | 'skip-edit'
  | 'ack-early'
  | 'drop-remove'
  | 'apply-twice'
  | 'lose-order-key'
  | 'broadcast-before-commit'
  /** Answers omit skipped fields. */
  | 'skip-unsaid'
  /** A refused edit is answered as having no effect. */
  | 'refuse-unsaid'
  /** Skipped deletes are not broadcast. */
  | 'keep-unsaid'
  /** Only connected users are told about them. */
  | 'keep-unsaid-to-absent'
  /** A delete removes records that its author cannot have seen. */
  | 'delete-ignores-base'
  /** The client drops refused edits. */
  | 'lose-refused'
  /** The client drops text typed into a deleted record. */
  | 'lose-text'
