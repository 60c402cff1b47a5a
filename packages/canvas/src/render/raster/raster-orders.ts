import type { BoardRecord, RecordId, StrokePiece } from '../../document/model/record.ts'
import type { RasterStyle } from './raster-job.ts'

/** A record as sent to the worker. */
export interface SentRecord {
  readonly record: BoardRecord
  readonly pieces: readonly StrokePiece[]
}

/** A font style that the page has loaded. */
export interface AnnouncedFont {
  readonly family: string
  readonly weight: '400' | '700'
  readonly style: 'normal' | 'italic'
  readonly unicodeRange: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Messages from the board to the raster worker, processed in order: a tile includes all changes sent before its
 * request.
 */
export type RasterOrder =
  /** Always first; nothing else is sent before its answer. */
  | { readonly do: 'fonts'; readonly fonts: readonly AnnouncedFont[] }
  | { readonly do: 'look'; readonly style: RasterStyle }
  /** Resets the replica; the records of this page follow, ended by `whole`. */
  | { readonly do: 'open'; readonly page: RecordId }
  | { readonly do: 'whole' }
  | { readonly do: 'tell'; readonly put: readonly SentRecord[]; readonly removed: readonly RecordId[] }
  | {
      readonly do: 'paint'
      readonly number: number
      readonly scale: number
      readonly column: number
      readonly row: number
      /** Elements that the board currently draws live above the tiles. */
      readonly hidden: readonly RecordId[]
    }

/** Characters needed for a text, and its CSS `font`; empty for characters that no shipped font has. */
export interface MissingGlyphs {
  readonly font: string
  readonly text: string
}

export type RasterAnswer =
  | { readonly is: 'ready' }
  /** `null` if only the page can paint it, because it contains an image. */
  | { readonly is: 'painted'; readonly number: number; readonly picture: ImageBitmap | null }
  /** Requests fonts from the page, since the worker cannot fetch them. */
  | { readonly is: 'letters'; readonly wanted: readonly MissingGlyphs[] }
  | { readonly is: 'failed' }
