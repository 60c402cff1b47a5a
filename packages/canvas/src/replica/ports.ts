import type { Edit } from '../document/change.ts'

/** An edit that waits for the server, kept across reloads. */
export interface OutboxEntry {
  readonly edit: Edit
  /** Schema versions it was written with, so that it can be migrated after an update. */
  readonly schema: Readonly<Record<string, number>>
}

/** Durable store of one person's unsent edits of one space; the browser's is IndexedDB. */
export interface Outbox {
  load(): Promise<readonly OutboxEntry[]>
  add(entry: OutboxEntry): Promise<void>
  remove(editIds: readonly string[]): Promise<void>
}

/** Frames a replica sends; the socket wraps them in the contract's frames. */
export interface RoomLink {
  /** Sends encoded edits in order; false when the link is down, and the replica sends again after the next welcome. */
  sendEdit(bytes: Uint8Array): boolean
  /** Asks for chunks of the last welcome. */
  need(chunkIds: readonly string[]): boolean
}

/** Always true; shown to the person at all times. */
export type SaveState = 'saved' | 'saving' | 'not-saved' | 'read-only'
