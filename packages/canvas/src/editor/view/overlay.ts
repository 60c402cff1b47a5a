import type { RecordId } from '../../document/model/record.ts'
import type { Box, RotatedBox } from '../../geometry/box.ts'
import type { Gap } from '../../geometry/equal-gaps.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Handle, EdgeTrace } from '../../shape.ts'
import type { TextCaret } from '../board-ports.ts'
import type { PointerDevice } from '../input-events.ts'

/** An alignment guide, page units. */
export interface Guide {
  readonly from: Vec
  readonly to: Vec
}

/** Trail of a laser pointer: points with their clock time in ms. They fade within a second. */
export interface LaserTrail {
  readonly points: readonly (Vec & { readonly atMs: number })[]
  /** Colour index of the person. */
  readonly colour: number
}

/** Presence of another user on this page. */
export interface RemoteOverlay {
  readonly key: string
  readonly name: string
  /** Colour index, 0..11; resolved by the theme. */
  readonly colour: number
  readonly cursor: Vec | null
  /** Speaking in the voice room. */
  readonly speaking: boolean
  readonly tool: string | null
  readonly selection: readonly RecordId[]
  /** Caret in the text that they edit. */
  readonly caret: TextCaret | null
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Handles on the four sides of an element from which connectors are drawn; the painter places them. */
export interface ConnectHandles {
  /** Bounds of the element, page units. */
  readonly box: Box
  readonly device: PointerDevice
  /** The handle under the pointer. */
  readonly over: Direction | null
}

/** The edge of an element, for an outline drawn around it. */
export interface Edge {
  readonly trace: EdgeTrace
  readonly box: RotatedBox
}

/** The selection frame with its handles. */
export interface SelectionFrame {
  readonly box: RotatedBox
  /** How far the stroke of the single selected element extends beyond the box, page units. */
  readonly pad: number
  /** The element's own edge coincides with the box, so no frame line is needed. */
  readonly isEdge: boolean
  /** Visible resize handles. Their hit areas are larger than drawn. */
  readonly resize: 'all' | 'corners' | 'sides' | 'none'
  readonly rotates: boolean
  /** On touch devices rotation has a separate handle below the box. */
  readonly turnsByHandle: boolean
  /** On touch devices the connect handles are those of the selected element. */
  readonly connectsByTouch: boolean
  /** The handles choose the visible part: the corners of the whole image on the page. */
  readonly cropArea?: readonly Vec[]
  /** Handles of the single selected shape: ends of a line, points of a path. */
  readonly handles: readonly Handle[]
}

/** Everything drawn above the page, in page units. Lines and handles have a constant size on screen. */
export interface Overlay {
  readonly frame: SelectionFrame | null
  /** The frame is active but hidden while styles are chosen. */
  readonly marksHidden: boolean
  /** Edges of the selected elements; empty above 200 elements. */
  readonly edges: readonly Edge[]
  readonly hovered: Edge | null
  /** Elements on view whose text matches the search, and the current one among them. */
  readonly found: readonly Edge[]
  readonly foundCurrent: Edge | null
  readonly marquee: Box | null
  readonly guides: readonly Guide[]
  readonly gaps: readonly Gap[]
  /** The shape to which a connector would attach on release, and the attachment point. */
  readonly bindTarget: { readonly edge: Edge; readonly at: Vec | null } | null
  readonly connectHandles: ConnectHandles | null
  /** Frame or group into which a drop would move elements. */
  readonly dropTarget: Edge | null
  /** Size, angle or distance shown next to the pointer during a gesture. */
  readonly readout: { readonly at: Vec; readonly text: string } | null
  readonly trails: readonly LaserTrail[]
  readonly others: readonly RemoteOverlay[]
  /** Grid spacing in page units; null while hidden. */
  readonly grid: number | null
}

/** The part of the overlay set by the active tool. */
export interface ToolOverlay {
  readonly marquee?: Box
  readonly guides?: readonly Guide[]
  readonly gaps?: readonly Gap[]
  readonly bindTarget?: { readonly id: RecordId; readonly at: Vec | null }
  /** The element whose connect handles are shown, and the one under the pointer. */
  readonly connectHandles?: { readonly id: RecordId; readonly over: Direction | null }
  readonly dropTarget?: RecordId
  readonly readout?: { readonly at: Vec; readonly text: string }
  readonly trail?: readonly (Vec & { readonly atMs: number })[]
  /** Hides the selection frame while elements move. */
  readonly hideFrame?: boolean
}
