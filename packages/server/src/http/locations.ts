import type { Readable } from 'node:stream'

export type SignedQuery = Readonly<Record<string, string>>

export interface OpenFile {
  readonly filename: string
  readonly type: string
  /** May be displayed in a page; otherwise download only. */
  readonly inline: boolean
  readonly size: number
  read(range: { readonly start: number; readonly end: number } | null): Promise<Readable | null>
}

/** An image of a board; `query` holds the signature. */
export interface BoardThumbnail {
  readonly wid: string
  readonly kind: 'picture' | 'photo'
  readonly id: string
  readonly query: SignedQuery
}

/** URLs that are not calls: they are signed or public. */
export interface Locations {
  receiveFile(
    id: string,
    query: SignedQuery,
    bytes: Readable | Uint8Array,
  ): Promise<'stored' | 'used' | 'refused' | 'too_large'>
  openFile(id: string, query: SignedQuery): Promise<OpenFile | null>
  /** A person's data export; null: an invalid or expired URL. */
  openArchive(query: SignedQuery): Promise<{ readonly filename: string; open(): Promise<Readable> } | null>
  /** A photo of a person or space, JPEG. */
  photo(id: string): Promise<Readable | null>
  /** A board's thumbnail (WebP) or photo (JPEG); null: an invalid, expired or revoked URL. */
  boardThumbnail(asked: BoardThumbnail): Promise<Readable | null>
  /** A template's preview, WebP; null: unknown name. */
  templatePreview(name: string): Promise<Uint8Array> | null
  /** A built-in photo, SVG. */
  builtInPhoto(id: string): string | null
}
