import type { BoardRecord, RecordId } from '../model/record.ts'

/** Of the file's own form, raised when it changes; `docs/formats.md` describes it. */
export const boardFileVersion = 2

/** The board itself inside a package. */
export const boardFileName = 'board.json'

/** The list of named versions inside a package: an array of `BoardFileVersion`, oldest first. */
export const versionsFileName = 'versions.json'

/** The board as it was at a named version, inside a package; `number` counts from 1. */
export const getVersionFileName = (number: number): string => `versions/${number}.json`

/** A named version of the board, whose state is a `BoardFile` at `path` in the same package. */
export interface BoardFileVersion {
  readonly name: string
  /** Of the last edit in it, in ISO 8601. */
  readonly time: string
  /** Name of the person who named it; empty if unknown. */
  readonly by: string
  readonly path: string
}

/** Bounds of the named versions in one package. */
export const versionLimits = {
  count: 100,
  /** Records of all versions together. */
  records: 250_000,
  /** JSON of all versions together, in bytes. */
  bytes: 128 * 1024 * 1024,
} as const

/** A file that records name, such as a picture. */
export interface BoardAsset {
  readonly id: string
  /** Media type. */
  readonly type?: string
  /** Where its bytes are in the package. */
  readonly path?: string
  /** Its bytes as base64, where the file stands alone. */
  readonly data?: string
}

/**
 * A board, or a part of it, in the open: everything a program needs to read it without us.
 * - `records`: parents before their children, lowest first, with the fields of `shapes/<kind>/schema.ts`; x, y, w, h are
 *   the unrotated box in page units, r degrees clockwise about its centre, text is ProseMirror JSON.
 * - `strokes`: points of strokes by record id, as [x, y, pressure 0..1]; the record's box places and stretches them.
 */
export interface BoardFile {
  readonly format: 'tavla'
  readonly version: number
  /** Schema version of each kind that occurs. */
  readonly schema: Readonly<Record<string, number>>
  readonly assets: readonly BoardAsset[]
  readonly records: readonly BoardRecord[]
  readonly strokes: Readonly<Record<RecordId, readonly (readonly [number, number, number])[]>>
}

/** Media type of a package; marks one that is embedded in an image. */
export const boardMediaType = 'application/vnd.tavla+zip'

/** Chunk of a PNG that holds a package: ancillary, private, and safe to copy for programs that do not know it. */
export const boardChunkType = 'tvLa'
