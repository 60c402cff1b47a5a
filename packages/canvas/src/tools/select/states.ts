import type { RecordId } from '../../document/model/record.ts'
import type { Insertion } from '../../editor/changes/copy.ts'
import type { MoveSet } from '../../editor/changes/move-changes.ts'
import type { BindTarget } from '../../editor/changes/bind.ts'
import type { SelectionHandle, SelectionHandleName } from '../../editor/view/selection-frame.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { Change, Refusal } from '../../document/model/change.ts'
import type { Box, RotatedBox } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'

/** No gesture in progress. */
export interface Idle {
  readonly at: 'idle'
}

/** The pointer is down and has not moved far: a click, or the beginning of a drag. */
export interface Pressed {
  readonly at: 'pressed'
  /** Element under the pointer, whatever group it is in. */
  readonly hit: RecordId | null
  readonly handle: SelectionHandle | null
  /** A drag moves the selection: the press was on it, or inside its frame. */
  readonly onSelection: boolean
  /** The press itself has changed the selection, so the click need not. */
  readonly chosen: boolean
}

export interface Moving {
  readonly at: 'moving'
  readonly movers: MoveSet
  readonly ids: readonly RecordId[]
  readonly box: Box
  /** Everything that snapping must not look at. */
  readonly own: ReadonlySet<RecordId>
  /** The copies that Alt makes; made once, so that their ids stay during the drag. */
  readonly copies: Insertion | undefined
  readonly dx: number
  readonly dy: number
  readonly copying: boolean
  /** Nobody else sees it, and it ends as a suggestion: this person may not move what is dragged. */
  readonly refused?: Refusal | undefined
}

export interface Resizing {
  readonly at: 'resizing'
  readonly handle: SelectionHandleName
  readonly box: RotatedBox
  readonly records: readonly ElementRecord[]
  readonly own: ReadonlySet<RecordId>
  readonly changes: readonly Change[]
}

export interface Rotating {
  readonly at: 'rotating'
  readonly centre: Vec
  /** Direction from the centre to where the drag started, degrees. */
  readonly from: number
  readonly records: readonly ElementRecord[]
  readonly changes: readonly Change[]
}

export interface Handling {
  readonly at: 'handling'
  readonly id: RecordId
  readonly handle: string
  readonly changes: readonly Change[]
  readonly position: BindTarget | undefined
}

export interface Marquee {
  readonly at: 'marquee'
  /** What stays selected besides. */
  readonly base: readonly RecordId[]
}

export type State = Idle | Pressed | Moving | Resizing | Rotating | Handling | Marquee
