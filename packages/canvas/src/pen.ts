import type { Box } from './geometry/box.ts'
import type { Path } from './geometry/path.ts'
import type { Vec } from './geometry/vec.ts'
import type { TextBlock } from './text/run.ts'

export type ThemeName = 'light' | 'dark'

/** Scale in device pixels per page unit, theme and level of detail of a drawing. */
export interface RenderOptions {
  readonly scale: number
  readonly theme: ThemeName
  /** `full` draws everything; `plain` simplifies small elements; `blocks` draws filled shapes without text. */
  readonly detail: 'full' | 'plain' | 'blocks'
  /** The drawing goes into a file: what only serves the board is left out. */
  readonly isExport?: boolean
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
  /** The visible part of the image, as fractions (0..1) of its width and height. */
  readonly crop?: Box | undefined
  readonly flipX?: boolean
  readonly flipY?: boolean
  readonly radius?: number
  /** Alternative text, for file formats that support it. */
  readonly alt?: string
}

/**
 * Drawing interface of shapes, implemented for canvas, SVG and PDF. Strokes are centred on their path. Every
 * `save` needs a `restore`.
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
  /** Path coordinates are relative to `at`, so that a moved element can reuse its path. */
  clipPath(path: Path, at: Vec): void
  path(path: Path, at: Vec, style: PaintStyle): void
  rect(box: Box, style: PaintStyle, radius?: number): void
  ellipse(box: Box, style: PaintStyle): void
  /** Soft shadow under a floating box; draw it before the box. */
  shadow(box: Box): void
  /** `color` applies to runs without a colour; named colours are resolved by the theme. */
  text(block: TextBlock, at: Vec, color: string, theme: ThemeName): void
  image(fileId: string, box: Box, style: ImageStyle, theme: ThemeName): void
  /** Makes an area lead to a URL, in file formats that can. */
  link?(box: Box, href: string): void
}
