import type { Readable } from 'node:stream'

/** What was stored, counted and hashed while it streamed by. */
export interface StoredFile {
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly hash: string
  /** The first bytes, for looking at the type. */
  readonly head: Uint8Array
}

/** The stream brought more bytes than it may; nothing was kept. */
export class FileTooLarge extends Error {}

/** Key of a file of a space. */
export const fileKey = (id: string): string => `file/${id}`

/** Storage of files. Keys are generated, never a person's text. */
export interface Files {
  /** Keeps the whole stream or nothing of it; a file of the same key is replaced. */
  put(key: string, bytes: Readable | Uint8Array, maxBytes: number): Promise<StoredFile>
  /** A part of a file from `start` to `end`, both included; null when there is no such file. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>
  remove(key: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** Throws when nothing can be stored. */
  check(): Promise<void>
}
