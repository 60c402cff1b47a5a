import type { Edge } from '../../editor/view/overlay.ts'
import type { Vec } from '../../geometry/vec.ts'

/** Width of the lines beside elements, and their distance from them; CSS pixels, the same at every zoom. */
export const lineWidth = 1.5
export const lineGap = 1

export interface OverlayView {
  readonly dpr: number
  readonly zoom: number
  /** Page to CSS pixels of the view. */
  readonly toScreen: (point: Vec) => Vec
  readonly width: number
  readonly height: number
  readonly nowMs: number
}

/** Edges of what others have selected. */
export type EdgeLookup = (id: string) => Edge | undefined
