import type { ReadonlySignal } from '@preact/signals-core'
import type { LiveDocument, RecordId } from '../document/model/record.ts'
import type { CameraState, ViewSize } from '../editor/view/camera.ts'
import type { Clock } from '../editor/clock.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { Edge, Overlay } from '../editor/view/overlay.ts'
import type { ShapeDefinition, ShapeView } from '../shape.ts'
import type { RasterHelp } from './raster/remote-raster.ts'

/** Everything a picture of the board is made from. The renderer reads it and changes nothing. */
export interface SurfaceInput {
  /** Empty, positioned element that fills the view; the renderer puts its canvases into it. */
  readonly host: HTMLElement
  /** The board with every gesture in flight laid over it; what is seen. */
  readonly document: LiveDocument
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly view: ShapeView
  /** The page on view. */
  readonly page: ReadonlySignal<RecordId | null>
  readonly camera: ReadonlySignal<CameraState>
  readonly size: ReadonlySignal<ViewSize>
  /** Dragged elements: same bitmap, other position. They move by one offset, without change events. */
  readonly drag: ReadonlySignal<Drag | null>
  readonly overlay: ReadonlySignal<Overlay>
  /** The edge of an element as it is seen, for what others have selected. */
  readonly getEdge: (id: RecordId) => Edge | undefined
  readonly theme: ReadonlySignal<'light' | 'dark'>
  readonly imageUrl: (fileId: string, widthPx: number) => string | Promise<string>
  readonly clock: Clock
  /** Given on machines with cores to spare: tiles are then painted in a worker. */
  readonly help?: RasterHelp
}

/** Figures of the frames painted so far. */
export interface SurfaceStats {
  readonly frames: number
  /** Frames in which a part of the view had no picture of its own yet and an older or coarser one stood in. */
  readonly incomplete: number
  /** Frames in which some tile showed an older state of the board. */
  readonly outdated: number
  readonly tiles: number
  /** Nothing is left to paint. */
  readonly idle: boolean
}

export interface Surface {
  readonly stats: SurfaceStats
  /** Something outside changed how elements look (fonts loaded): draw all again. */
  refresh(): void
  dispose(): void
}

export type CreateSurface = (input: SurfaceInput) => Surface
