import type { TextCaret } from '../../editor/board-ports.ts'
import type { Edge } from '../../editor/view/overlay.ts'
import type { CaretMark } from '../../editor/view/text-carets.ts'
import type { Vec } from '../../geometry/vec.ts'

/** Width of outlines and their distance from elements; CSS pixels, the same at every zoom. */
export const lineWidth = 1.5
export const lineGap = 1

export interface OverlayView {
  readonly dpr: number
  readonly zoom: number
  /** Converts page coordinates to CSS pixels of the view. */
  readonly toScreen: (point: Vec) => Vec
  readonly width: number
  readonly height: number
  readonly nowMs: number
}

/** Where the marks of other users are. */
export interface OverlayLookup {
  /** The edge of an element that they selected. */
  readonly getEdge: (id: string) => Edge | undefined
  readonly getCaret: (caret: TextCaret) => CaretMark | undefined
}
