import type { RecordId } from '../../document/model/record.ts'
import type { Insertion } from '../../editor/changes/copy.ts'
import type { MoveSet } from '../../editor/changes/move-changes.ts'
import type { BindTarget } from '../../editor/changes/bind.ts'
import type { Direction } from '../../editor/view/overlay.ts'
import type { SelectionHandle, SelectionHandleName } from '../../editor/view/selection-frame.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { Change, Refusal } from '../../document/model/change.ts'
import type { Box, RotatedBox } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Connection } from '../../tool/draw-connection.ts'

/** A connect handle of an element. */
export interface ConnectHandle {
  readonly id: RecordId
  readonly direction: Direction
}

/** No gesture in progress. */
export interface Idle {
  readonly at: 'idle'
  /** The element whose connect handles are shown, and the one under the pointer. */
  readonly connect?: { readonly id: RecordId; readonly over: Direction | null }
}

/** Pointer down within the drag threshold: a click, or the start of a drag. */
export interface Pressed {
  readonly at: 'pressed'
  /** Element under the pointer, regardless of groups. */
  readonly hit: RecordId | null
  readonly handle: SelectionHandle | null
  /** The press was on the selection or inside its frame, so a drag moves it. */
  readonly onSelection: boolean
  /** The press has already changed the selection, so a click need not. */
  readonly chosen: boolean
  /** A click ticks this item of a check list. */
  readonly check?: { readonly id: RecordId; readonly index: number } | undefined
  /** A click opens this link. */
  readonly link?: string | undefined
  /** The press was on this connect handle. */
  readonly connect?: ConnectHandle
}

/** A connector is drawn from a connect handle. */
export interface Connecting extends Connection {
  readonly at: 'connecting'
}

export interface Moving {
  readonly at: 'moving'
  readonly moveSet: MoveSet
  readonly ids: readonly RecordId[]
  readonly box: Box
  /** Elements excluded from snapping. */
  readonly own: ReadonlySet<RecordId>
  /** Copies for Alt-drag, created once so that their ids are stable. */
  readonly copies: Insertion | undefined
  readonly dx: number
  readonly dy: number
  readonly copying: boolean
  /** The user cannot move these elements: the move is not previewed to others and ends as a suggestion. */
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

/** A side of the visible part of an image is dragged. */
export interface Cropping {
  readonly at: 'cropping'
  readonly handle: SelectionHandleName
  readonly record: ElementRecord
  readonly changes: readonly Change[]
}

export interface Rotating {
  readonly at: 'rotating'
  readonly centre: Vec
  /** Initial angle of the pointer about the centre, degrees. */
  readonly from: number
  readonly records: readonly ElementRecord[]
  readonly changes: readonly Change[]
}

export interface Handling {
  readonly at: 'handling'
  readonly id: RecordId
  readonly handle: string
  /** From the pointer to the handle, for a line that is dragged beside its handle. */
  readonly offset: Vec
  readonly changes: readonly Change[]
  readonly position: BindTarget | undefined
}

export interface Marquee {
  readonly at: 'marquee'
  /** Elements that stay selected in addition. */
  readonly base: readonly RecordId[]
}

export type State = Idle | Pressed | Connecting | Cropping | Moving | Resizing | Rotating | Handling | Marquee
