import type { Box } from './geometry/box.ts'
import type { Path } from './geometry/path.ts'
import type { Vec } from './geometry/vec.ts'
import type { TextBlock } from './text/run.ts'

export type ThemeName = 'light' | 'dark'

/** How far away the drawing is looked at, in device pixels per page unit, and with which theme. */
export interface RenderOptions {
  readonly scale: number
  readonly theme: ThemeName
  /** `full` draws everything; `plain` simplifies small elements; `blocks` says only where something is, as cheaply as can be. */
  readonly detail: 'full' | 'plain' | 'blocks'
}

/** Colours are CSS `#rrggbb`, already resolved for the theme. */
export interface StrokeStyle {
  readonly color: string
  readonly width: number
  readonly dash?: readonly number[] | undefined
  readonly opacity?: number
  readonly cap?: 'round' | 'butt'
}

export interface FillStyle {
  readonly color: string
  readonly opacity?: number
}

export interface PaintStyle {
  readonly stroke?: StrokeStyle | undefined
  readonly fill?: FillStyle | undefined
}

export interface ImageStyle {
  /** The part of the picture to show, as shares (0..1) of its width and height. */
  readonly crop?: Box | undefined
  readonly flipX?: boolean
  readonly flipY?: boolean
  readonly radius?: number
  /** Read aloud in files that can carry it. */
  readonly alt?: string
}

/**
 * What a shape draws with: the canvas on screen, SVG in files. One drawing, every output.
 * Strokes lie centred on their line. Every `save` has its `restore`.
 */
export interface Pen {
  save(): void
  restore(): void
  translate(x: number, y: number): void
  /** Clockwise. */
  rotate(degrees: number, about: Vec): void
  /** Multiplies the opacity of everything drawn until `restore`. */
  fade(opacity: number): void
  clip(box: Box, radius?: number): void
  /** Paths are in their own units from `at`, so that a moved element keeps its path. */
  clipPath(path: Path, at: Vec): void
  path(path: Path, at: Vec, style: PaintStyle): void
  rect(box: Box, style: PaintStyle, radius?: number): void
  ellipse(box: Box, style: PaintStyle): void
  /** A soft shadow under a floating box; drawn before the box. */
  shadow(box: Box): void
  /** `color` is for runs that name none; named colours of runs are resolved by the theme. */
  text(block: TextBlock, at: Vec, color: string, theme: ThemeName): void
  image(fileId: string, box: Box, look: ImageStyle, theme: ThemeName): void
}
