import type { Readable } from 'node:stream'

/** What was stored, measured and hashed while streaming. */
export interface StoredFile {
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly hash: string
  /** The first bytes, for detecting the type. */
  readonly head: Uint8Array
}

/** The stream exceeded its limit; nothing was stored. */
export class FileTooLarge extends Error {}

/** Storage key of a space's file. */
export const fileKey = (id: string): string => `file/${id}`

/** File storage. Keys are generated and never contain user text. */
export interface Files {
  /** Stores the whole stream or nothing; replaces a file of the same key. */
  put(key: string, bytes: Readable | Uint8Array, maxBytes: number): Promise<StoredFile>
  /** Bytes `start` to `end`, both inclusive; null when there is no such file. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | null>
  remove(key: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** Throws when nothing can be stored. */
  check(): Promise<void>
}
