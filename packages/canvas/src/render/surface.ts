import type { ReadonlySignal } from '@preact/signals-core'
import type { LiveDocument, RecordId } from '../document/model/record.ts'
import type { CameraState, ViewSize } from '../editor/view/camera.ts'
import type { Clock } from '../editor/clock.ts'
import type { Drag } from '../editor/view/drag.ts'
import type { Overlay } from '../editor/view/overlay.ts'
import type { ShapeDefinition, ShapeView } from '../shape.ts'
import type { ShownMedia } from './animation/animator.ts'
import type { ImageWorkerOptions } from './images/image-decoder.ts'
import type { OverlayLookup } from './overlay/overlay-view.ts'
import type { RasterWorkerOptions } from './raster/remote-raster.ts'

/** Inputs of a renderer; read-only. */
export interface SurfaceInput extends OverlayLookup {
  /** Empty, positioned element that fills the view and receives the canvases. */
  readonly host: HTMLElement
  /** The document with previews of gestures applied. */
  readonly document: LiveDocument
  readonly shapes: ReadonlyMap<string, ShapeDefinition>
  readonly view: ShapeView
  /** The current page. */
  readonly page: ReadonlySignal<RecordId | null>
  readonly camera: ReadonlySignal<CameraState>
  readonly size: ReadonlySignal<ViewSize>
  /** Dragged elements move by one offset as a bitmap, without change events. */
  readonly drag: ReadonlySignal<Drag | null>
  readonly overlay: ReadonlySignal<Overlay>
  readonly theme: ReadonlySignal<'light' | 'dark'>
  readonly imageUrl: (fileId: string, widthPx: number) => string | Promise<string>
  /** The bytes of an image that may move; null for other types. */
  readonly readAnimation: (fileId: string) => Promise<Blob | null>
  readonly reducedMotion: () => boolean
  readonly clock: Clock
  /** Without it, images are decoded on the page. */
  readonly imageWorker?: ImageWorkerOptions
  /** Set on machines with enough cores: tiles are painted in a worker. */
  readonly help?: RasterWorkerOptions
}

/** Frame statistics. */
export interface SurfaceStats {
  readonly frames: number
  /** Frames in which a part of the view had no tile of its own and another level or an older state was shown. */
  readonly incomplete: number
  /** Those of them in which a place was enlarged by more than half an octave, or missing. */
  readonly blurred: number
  /** Frames in which a tile showed an older state of the board. */
  readonly outdated: number
  readonly tiles: number
  /** Nothing is left to paint. */
  readonly idle: boolean
}

export interface Surface {
  readonly stats: SurfaceStats
  /** What can play in view. */
  readonly media: ReadonlySignal<readonly ShownMedia[]>
  setPlaying(id: RecordId, isPlaying: boolean): void
  /** Redraws everything after an external change, such as loaded fonts. */
  refresh(): void
  dispose(): void
}

export type CreateSurface = (input: SurfaceInput) => Surface
