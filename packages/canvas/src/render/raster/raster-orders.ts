import type { BoardRecord, RecordId, StrokePiece } from '../../document/model/record.ts'
import type { RasterStyle } from './raster-job.ts'

/** A record as it is sent to the worker. */
export interface SentRecord {
  readonly record: BoardRecord
  readonly pieces: readonly StrokePiece[]
}

/** A cut of a font that the page has loaded. */
export interface AnnouncedFont {
  readonly family: string
  readonly weight: '400' | '700'
  readonly style: 'normal' | 'italic'
  readonly unicodeRange: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * What the board says to the worker that makes pictures of it. Orders are taken in turn: a tile shows every change that
 * was sent before it was requested.
 */
export type RasterOrder =
  /** The first; nothing else is said before it is answered. */
  | { readonly do: 'fonts'; readonly fonts: readonly AnnouncedFont[] }
  | { readonly do: 'look'; readonly look: RasterStyle }
  /** Forget everything; the records of this page follow, and `whole` when that was all. */
  | { readonly do: 'open'; readonly page: RecordId }
  | { readonly do: 'whole' }
  | { readonly do: 'tell'; readonly put: readonly SentRecord[]; readonly gone: readonly RecordId[] }
  | {
      readonly do: 'paint'
      readonly number: number
      readonly scale: number
      readonly column: number
      readonly row: number
      /** Drawn above the page by the board itself, for now. */
      readonly hidden: readonly RecordId[]
    }

/** Characters that a text needs, and the CSS `font` it is written in. */
export interface MissingGlyphs {
  readonly font: string
  readonly text: string
}

export type RasterAnswer =
  | { readonly is: 'ready' }
  /** `null` where something is in it that only the page can draw: an image. */
  | { readonly is: 'painted'; readonly number: number; readonly picture: ImageBitmap | null }
  /** Only the page can fetch fonts, and it does so for what it draws itself. */
  | { readonly is: 'letters'; readonly wanted: readonly MissingGlyphs[] }
  | { readonly is: 'failed' }
