import type { Ability, TakenEdit } from '../document/change.ts'
import type { BoardState } from '../document/state.ts'
import type { Ack, Reject, Welcome } from '../replica/ports.ts'

/** What the room says to one socket; bytes as on the wire, inflated. */
export type RoomFrame =
  | { readonly t: 'welcome'; readonly welcome: Welcome }
  | { readonly t: 'chunk'; readonly id: string; readonly bytes: Uint8Array }
  | { readonly t: 'batch'; readonly bytes: Uint8Array }
  | { readonly t: 'ack'; readonly acks: readonly Ack[] }
  | { readonly t: 'reject'; readonly reject: Reject }
  | { readonly t: 'role'; readonly role: Ability }
  /** Batches were left out: the client joins again. */
  | { readonly t: 'catchUp' }

export type TabFrame =
  | { readonly t: 'edit'; readonly bytes: Uint8Array }
  | { readonly t: 'need'; readonly ids: readonly string[] }
  | { readonly t: 'join'; readonly lastSeq: number }

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
  /** Everything durable, from the first entry on. */
  journal(): readonly TakenEdit[]
  /** The live board. */
  state(): BoardState
  /** The last checkpoint as it would be read back. */
  stored(): { readonly seq: number; readonly state: BoardState }
}

/** Ways in which a server could be wrong; each must be found. */
export type Fault =
  'skip-edit' | 'ack-early' | 'drop-remove' | 'apply-twice' | 'lose-order-key' | 'broadcast-before-commit'
