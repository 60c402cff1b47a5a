import type { NewRecord } from '../document/model/change.ts'
import type { RecordId, StrokePiece } from '../document/model/record.ts'
import type { ImportReport } from './notes.ts'

/** Result of an import: records that refer only to each other, with strokes, images and a report. */
export interface ImportedDrawing {
  /** Containers before contents, siblings bottom to top. Ids and order keys are replaced on insertion. */
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<RecordId, readonly StrokePiece[]>
  /** Images to upload first; `placeImages` then sets their file ids. */
  readonly images: readonly ImportedImage[]
  readonly report: ImportReport
  /** A file of ours: its texts were measured as here, and its pages, when it has any, become pages. */
  readonly isOwn?: boolean
  /** Named versions of the board in the file, oldest first. Their records have the ids that they have in the board. */
  readonly versions?: readonly ImportedVersion[]
}

/** A named version of a whole board. */
export interface ImportedVersion extends Pick<ImportedDrawing, 'records' | 'pieces' | 'images'> {
  readonly name: string
}

/** An image or a video to upload. */
export interface ImportedImage {
  /** The same for the same file in the board and in its versions. */
  readonly key: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type according to the file. */
  readonly type: string
  /** A video whose first frame the elements show as well. */
  readonly isVideo?: boolean
  /** Elements that use it. */
  readonly records: readonly RecordId[]
}
