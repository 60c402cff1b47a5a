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

/** The storage does not answer, or has no space; it recovers by itself. */
export class FilesUnavailable extends Error {}

/** Where and with which headers a page sends the bytes of a file. */
export interface UploadPlace {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Uploads that do not pass through this server. They arrive beside the stored files until they are collected. */
export interface DirectUploads {
  /** Origin that pages must be allowed to send to. */
  readonly origin: string
  getPlace(key: string, size: number): Promise<UploadPlace>
  /**
   * Stores what has arrived for a key; null: nothing has. What is sent to its place afterwards changes nothing. Throws
   * `FileTooLarge` when it has another size.
   */
  collect(key: string, size: number): Promise<StoredFile | null>
}

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
  /** Null: all bytes pass through this server. */
  readonly direct: DirectUploads | null
}
