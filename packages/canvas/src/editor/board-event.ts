import type { Change, NewRecord, Refusal } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Vec } from '../geometry/vec.ts'
import type { PointerDevice } from './input-events.ts'

/** Moments the screen around the board answers to. */
export type BoardEvent =
  /** The edit was not taken; said as `board.refused.<reason>`. */
  | {
      readonly type: 'refused'
      readonly refusal: Refusal
      /** What it would have done, where that is known: it can be suggested. */
      readonly tried?: readonly Change[]
    }
  /** For an aria-live region: a translation key and what it needs. */
  | {
      readonly type: 'announce'
      readonly key: string
      readonly values: Readonly<Record<string, string | number>>
    }
  /** A menu is wanted at this point of the view; the selection says what it is about. */
  | { readonly type: 'contextMenu'; readonly at: Vec; readonly by: PointerDevice }
  /** Several lines were pasted as one text; each may become a sticky note of its own. */
  | { readonly type: 'linesPasted'; readonly id: RecordId; readonly lines: readonly string[] }
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

/** What became of imported content on the board. */
export interface ImportedOutcome {
  /** Texts that are smaller than in the file. */
  readonly shrunk: number
}
