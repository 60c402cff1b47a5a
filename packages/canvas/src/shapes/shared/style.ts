import { z } from 'zod'
import { colorNames } from './palette.ts'

/** A palette name, or any colour as `#rrggbb`. */
export const Color = z.union([z.enum(colorNames), z.string().regex(/^#[0-9a-f]{6}$/i)])
/** `none` is transparent. */
export const Paint = z.union([Color, z.literal('none')])

/** Opacity; below 0.05 an element would be practically invisible. */
const Opacity = z.number().min(0.05).max(1)

/** Line widths in page units. */
const Width = z.number().min(0).max(100)

/** Font sizes in page units. */
const Size = z.number().min(2).max(1000)

export const lineProps = {
  stroke: Paint,
  strokeWidth: Width,
  dash: z.enum(['solid', 'dashed', 'dotted']),
  /** Absent: clean. */
  lineStyle: z.enum(['clean', 'handDrawn']).optional(),
  opacity: Opacity,
}

export const fillProps = {
  fill: Paint,
  /** `soft`: pale tone; `solid`: strong tone; `hatch`: strong lines. A `#rrggbb` fill has one tone. */
  fillStyle: z.enum(['soft', 'solid', 'hatch']),
}

/** Style of the text inside an element; the content is `text`. */
export const textProps = {
  font: z.enum(['sans', 'serif', 'mono', 'hand']),
  size: Size,
  color: Color,
  align: z.enum(['start', 'center', 'end']),
  /** Multiple of the font size, as in the file that it came from. Absent: that of all texts. */
  lineHeight: z.number().min(0.5).max(5).optional(),
}

/** Vertical alignment of a label in its shape. */
export const verticalProps = { vertical: z.enum(['top', 'middle', 'bottom']) }

export const lineDefaults = {
  stroke: 'ink',
  strokeWidth: 2,
  dash: 'solid',
  lineStyle: 'clean',
  opacity: 1,
} as const
export const fillDefaults = { fill: 'none', fillStyle: 'soft' } as const
export const textDefaults = { font: 'sans', size: 20, color: 'ink', align: 'center' } as const
export const verticalDefaults = { vertical: 'middle' } as const

/** Style props in the order of the style panel. */
export const styleNames = [
  'stroke',
  'fill',
  'fillStyle',
  'strokeWidth',
  'dash',
  'lineStyle',
  'radius',
  'startHead',
  'endHead',
  'routing',
  'font',
  'size',
  'color',
  'align',
  'vertical',
  'opacity',
] as const

export type StyleName = (typeof styleNames)[number]

/** Style props of a shape. */
export function getStyles(schema: { readonly props: z.ZodObject }): readonly StyleName[] {
  return styleNames.filter((name) => Object.hasOwn(schema.props.shape, name))
}
