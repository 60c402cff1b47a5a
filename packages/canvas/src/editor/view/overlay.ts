import type { RecordId } from '../../document/model/record.ts'
import type { Box, RotatedBox } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { Handle, Trace } from '../../shape.ts'

/** A straight guide that shows what the dragged element aligns with, page units. */
export interface Guide {
  readonly from: Vec
  readonly to: Vec
}

/** Trail of a laser: points with the moment they were made, clock time in ms; they fade within a second. */
export interface LaserTrail {
  readonly points: readonly (Vec & { readonly atMs: number })[]
  /** Number of the person's colour. */
  readonly colour: number
}

/** What somebody else shows on this page. */
export interface RemoteOverlay {
  readonly key: string
  readonly name: string
  /** Number of the colour, 0..11; the theme decides how it looks. */
  readonly colour: number
  readonly cursor: Vec | null
  /** Speaking now. */
  readonly speaking: boolean
  readonly tool: string | null
  readonly selection: readonly RecordId[]
}

/** The edge of something on the page, for a line drawn beside it. */
export interface Edge {
  readonly trace: Trace
  readonly box: RotatedBox
}

/** The frame around what is selected, with what can be grabbed. */
export interface SelectionFrame {
  readonly box: RotatedBox
  /** How far the line of the one selected element reaches over the box, page units. */
  readonly pad: number
  /** The selected element's own edge runs along the box: no line is needed besides. */
  readonly isEdge: boolean
  /** Which grips are shown; the hit areas are larger than their pictures. */
  readonly resize: 'all' | 'corners' | 'sides' | 'none'
  readonly rotates: boolean
  /** A finger finds no zone beside a corner: it turns by a handle below the box. */
  readonly turnsByHandle: boolean
  /** Grips of the one selected shape: ends of a line, corners of a path. */
  readonly handles: readonly Handle[]
}

/** Everything drawn above the page that is not part of it, in page units; lines and grips keep their size on screen. */
export interface Overlay {
  readonly frame: SelectionFrame | null
  /** The frame can be taken hold of but is not seen: the looks of what it surrounds are being chosen. */
  readonly marksHidden: boolean
  /** Edges of the selected elements one by one; empty above 200 of them, the frame is enough then. */
  readonly edges: readonly Edge[]
  readonly hovered: Edge | null
  readonly marquee: Box | null
  readonly guides: readonly Guide[]
  /** Shape a connector would attach to if the pointer were released, and where. */
  readonly bindTarget: { readonly edge: Edge; readonly at: Vec | null } | null
  /** Frame or group that a drop would move elements into. */
  readonly dropTarget: Edge | null
  /** Size, angle or distance beside the pointer while it changes. */
  readonly readout: { readonly at: Vec; readonly text: string } | null
  readonly trails: readonly LaserTrail[]
  readonly others: readonly RemoteOverlay[]
  /** Grid spacing in page units, null while hidden. */
  readonly grid: number | null
}

/** The part of the overlay that the active tool says; the rest follows from selection, hover and people. */
export interface ToolOverlay {
  readonly marquee?: Box
  readonly guides?: readonly Guide[]
  readonly bindTarget?: { readonly id: RecordId; readonly at: Vec | null }
  readonly dropTarget?: RecordId
  readonly readout?: { readonly at: Vec; readonly text: string }
  readonly trail?: readonly (Vec & { readonly atMs: number })[]
  /** The selection's frame is in the way while its contents move. */
  readonly hideFrame?: boolean
}
