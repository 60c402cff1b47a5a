import type { Change, NewRecord, Refusal } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Vec } from '../geometry/vec.ts'
import type { EditSummary } from './reading/change-summary.ts'
import type { PastedDrawing } from './actions/pasted-drawing.ts'
import type { PointerDevice } from './input-events.ts'

/** Events for the interface around the board. */
export type BoardEvent =
  /** An edit was refused; the message is `board.refused.<reason>`. */
  | {
      readonly type: 'refused'
      readonly refusal: Refusal
      /** The attempted changes, if known; they can be suggested. */
      readonly tried?: readonly Change[]
    }
  /** Elements were changed by this person, or the change was undone or redone; for announcements. */
  | {
      readonly type: 'edited'
      readonly how: 'edit' | 'undo' | 'redo'
      readonly summary: EditSummary
    }
  /** A command that changes no element has run; its label is `commands.<id>`. */
  | { readonly type: 'ran'; readonly id: string }
  /** Text for an aria-live region: a translation key and its values. */
  | {
      readonly type: 'announce'
      readonly key: string
      readonly values: Readonly<Record<string, string | number>>
    }
  /** A context menu was requested at this point of the view for the current selection. */
  | { readonly type: 'contextMenu'; readonly at: Vec; readonly by: PointerDevice }
  /** The URL of a web page was pasted as a text; it can become a card with the page's title. */
  | { readonly type: 'urlPasted'; readonly id: RecordId; readonly url: string }
  /** Several lines were pasted as one text; they can be converted to one sticky note each. */
  | { readonly type: 'linesPasted'; readonly id: RecordId; readonly lines: readonly string[] }
  /** A text was pasted that a diagram can be drawn from. */
  | { readonly type: 'diagramPasted'; readonly id: RecordId; readonly drawing: PastedDrawing }
  /** An SVG was inserted as an image; its shapes can be drawn instead. */
  | { readonly type: 'svgInserted'; readonly id: RecordId; readonly drawing: PastedDrawing }
  /** Nothing on the clipboard can be inserted, or its text is longer than a text may be. */
  | { readonly type: 'notPasted'; readonly reason: 'empty' | 'unknown' | 'too_large' }
  | { readonly type: 'uploadFailed'; readonly name: string }

/** Records from a file or template, to be inserted into a page. */
export interface ImportedContent {
  /**
   * Ids are replaced by new ones. A parent in the list is kept; any other parent means the page, where the order
   * of the list is the stacking order and `z` is ignored.
   */
  readonly records: readonly NewRecord[]
  /** Stroke pieces by the ids used in `records`. */
  readonly pieces?: ReadonlyMap<RecordId, readonly Uint8Array[]>
  /** Written by a board of ours: texts keep their size, and pages in it become pages of this board. */
  readonly isOwn?: boolean
  /**
   * Elements of the board that it is placed beside; missing or empty for the centre of the view, or right of what lies
   * there.
   */
  readonly beside?: readonly RecordId[]
  /** Page point that it is placed around, in the frame there; the view stays where it is. */
  readonly at?: Vec
  /** Removed in the same undo step, if it still exists. */
  readonly replaces?: RecordId
}

/** Result of an import. */
export interface ImportedOutcome {
  /** Elements whose text is smaller than in the file. */
  readonly shrunk: readonly RecordId[]
  /** Ids of the inserted records by those in the file. */
  readonly ids: ReadonlyMap<RecordId, RecordId>
}
