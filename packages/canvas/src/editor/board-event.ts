import type { NewRecord, Refusal } from '../document/change.ts'
import type { RecordId } from '../document/record.ts'
import type { Vec } from '../geometry/vec.ts'

/** Moments the screen around the board answers to. */
export type BoardEvent =
  /** The edit was not taken; said as `board.refused.<reason>`. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** For an aria-live region: a translation key and what it needs. */
  | {
      readonly type: 'announce'
      readonly key: string
      readonly values: Readonly<Record<string, string | number>>
    }
  /** A menu is wanted at this point of the view; the selection says what it is about. */
  | { readonly type: 'contextMenu'; readonly at: Vec }
  /** Text with several lines or a list was pasted: one note, or one sticky note per line? */
  | { readonly type: 'pasteChoice'; readonly lines: readonly string[]; readonly at: Vec }
  | { readonly type: 'uploadFailed'; readonly name: string }

/** Records from a file or a template, to be put onto a page. */
export interface ImportedContent {
  /**
   * With ids of their own, which are exchanged for fresh ones. A parent inside the list is kept; any other means
   * the page, where the list's order is the order of painting and `z` is not read.
   */
  readonly records: readonly NewRecord[]
  /** Stroke pieces by the id used in `records`. */
  readonly pieces?: ReadonlyMap<RecordId, readonly Uint8Array[]>
}
