import type { Readable } from 'node:stream'

export type SignedQuery = Readonly<Record<string, string>>

export interface OpenFile {
  readonly filename: string
  readonly type: string
  /** May be shown inside a page; else it is only ever saved. */
  readonly inline: boolean
  readonly size: number
  read(range: { readonly start: number; readonly end: number } | null): Promise<Readable | null>
}

/** Which picture of which board; `query` proves for whom. */
export interface BoardThumbnail {
  readonly wid: string
  readonly kind: 'picture' | 'photo'
  readonly id: string
  readonly query: SignedQuery
}

/** Addresses that are no calls: they carry their own proof, or need none. */
export interface Locations {
  receiveFile(
    id: string,
    query: SignedQuery,
    bytes: Readable | Uint8Array,
  ): Promise<'stored' | 'used' | 'refused' | 'too_large'>
  openFile(id: string, query: SignedQuery): Promise<OpenFile | null>
  /** Everything that is one person's, as one file; null: a wrong or old address. */
  openArchive(query: SignedQuery): Promise<{ readonly filename: string; open(): Promise<Readable> } | null>
  /** A photo of a person or space, JPEG. */
  photo(id: string): Promise<Readable | null>
  /** A picture of a board, WebP, or its photo, JPEG; null: a wrong, old or taken back address. */
  boardThumbnail(asked: BoardThumbnail): Promise<Readable | null>
  /** A picture of a board to begin with, WebP; null: there is none of this name. */
  templatePreview(name: string): Promise<Uint8Array> | null
  /** A picture that comes with the product, SVG. */
  builtInPhoto(id: string): string | null
}
