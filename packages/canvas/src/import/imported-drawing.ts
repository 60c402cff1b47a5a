import type { NewRecord } from '../document/model/change.ts'
import type { RecordId, StrokePiece } from '../document/model/record.ts'
import type { ImportReport } from './notes.ts'

/** What a file brings: records that refer only to each other, and what else is needed to put them on a board. */
export interface ImportedDrawing {
  /** Containers before what they hold, siblings lowest first. Ids and order keys are the file's own; the board gives fresh ones. */
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<RecordId, readonly StrokePiece[]>
  /** Pictures to be stored first; `placeImages` then fills them in. */
  readonly images: readonly ImportedImage[]
  readonly report: ImportReport
}

/** A picture of an imported drawing, to be stored. */
export interface ImportedImage {
  readonly key: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type as the file says. */
  readonly type: string
  /** Elements that show it. */
  readonly records: readonly RecordId[]
}
