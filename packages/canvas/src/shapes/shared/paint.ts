import { PathBuilder, type Path } from '../../geometry/path.ts'
import { getCentre } from '../../geometry/box.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { FillStyle, RenderOptions, Pen, StrokeStyle, ThemeName } from '../../pen.ts'
import { RecentCache } from '../../recent-cache.ts'
import { getHandDrawn, isHandDrawn } from './draw-path.ts'
import { getInk, getTone } from './palette.ts'

interface Lined {
  readonly stroke: string
  readonly strokeWidth: number
  readonly dash?: 'solid' | 'dashed' | 'dotted'
}

interface Filled {
  readonly fill: string
  readonly fillStyle?: 'soft' | 'solid' | 'hatch'
}

/** Thinner lines (device pixels) would be invisible at small scales. */
const hairline = 0.8

/** Applies rotation and opacity until `endElement`; no-op if there are none. */
export function beginElement(pen: Pen, record: ElementRecord, opacity: number): void {
  if (record.r === 0 && opacity === 1) return
  pen.save()
  if (record.r !== 0) pen.rotate(record.r, getCentre(record))
  if (opacity !== 1) pen.fade(opacity)
}

export function endElement(pen: Pen, record: ElementRecord, opacity: number): void {
  if (record.r !== 0 || opacity !== 1) pen.restore()
}

/** Stroke style of a shape; undefined if it has none. */
export function getStroke(record: Lined, options: RenderOptions): StrokeStyle | undefined {
  if (record.stroke === 'none' || record.strokeWidth === 0) return undefined
  const color = getTone(record.stroke, 'strong', options.theme)
  if (options.detail !== 'full')
    return { color, width: Math.max(record.strokeWidth, hairline / options.scale) }
  return {
    color,
    width: record.strokeWidth,
    dash: getDash(record),
    cap: record.dash === 'dotted' ? 'round' : 'butt',
  }
}

function getDash({ dash, strokeWidth }: Lined): readonly number[] | undefined {
  if (dash === 'dashed') return [strokeWidth * 3 + 2, strokeWidth * 2 + 3]
  if (dash === 'dotted') return [0.01, strokeWidth * 2 + 1]
  return undefined
}

/** Fill style of a shape; undefined if it has none. At small scales hatching is drawn as a pale fill. */
export function getFill(record: Filled, options: RenderOptions): FillStyle | undefined {
  if (record.fill === 'none') return undefined
  if (record.fillStyle === 'hatch') {
    return options.detail === 'full'
      ? undefined
      : { color: getTone(record.fill, 'strong', options.theme), opacity: 0.3 }
  }
  return { color: getTone(record.fill, record.fillStyle === 'solid' ? 'strong' : 'soft', options.theme) }
}

/** Text in the default colour is dark or light depending on the fill behind it; a chosen colour is kept. */
export function labelColor(record: Filled & { readonly color: string }, theme: ThemeName): string {
  const onArea = record.color === 'ink' && record.fill !== 'none' && record.fillStyle !== 'hatch'
  if (!onArea) return getTone(record.color, 'strong', theme)
  return getInk(getTone(record.fill, record.fillStyle === 'solid' ? 'strong' : 'soft', theme))
}

export function isHatched(record: Filled, options: RenderOptions): boolean {
  return record.fillStyle === 'hatch' && record.fill !== 'none' && options.detail === 'full'
}

const paths = new RecentCache<ElementRecord, Path>(10_000)

/** A record's path relative to its top left corner, cached per record. */
export function getPath(record: ElementRecord, build: () => Path): Path {
  let path = paths.get(record)
  if (!path) paths.set(record, (path = build()))
  return path
}

const hatches = new RecentCache<ElementRecord, Path>(2000)

/** Draws hatching over a shape's box; the caller clips to its outline. */
export function drawHatch(pen: Pen, record: ElementRecord & Lined & Filled, options: RenderOptions): void {
  let path = hatches.get(record)
  if (!path) hatches.set(record, (path = hatchPath(record.w, record.h, Math.max(7, record.strokeWidth * 3))))
  const width = Math.max(1, record.strokeWidth / 2)
  const lines = isHandDrawn(record, options) ? getHandDrawn(path, record, 1) : path
  pen.path(lines, record, { stroke: { color: getTone(record.fill, 'strong', options.theme), width } })
}

function hatchPath(w: number, h: number, gap: number): Path {
  const builder = new PathBuilder()
  // Very large shapes get a wider gap, to limit the number of lines.
  const step = Math.max(gap * Math.SQRT2, (w + h) / 400)
  for (let at = step / 2; at < w + h; at += step) {
    const up = Math.min(at, h)
    const right = Math.min(at, w)
    builder.moveTo(at - up, up)
    builder.lineTo(right, at - right)
  }
  return builder.build()
}
