import type { FontFace } from '../../text/run.ts'
import type { NoteCounter } from '../notes.ts'
import { readColor, toThemeColor } from './colors.ts'
import type { ForeignElement } from './element.ts'

const least = { opacity: 0.05, size: 2 }
const most = { lineWidth: 100, size: 1000 }

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** A stored colour value, or `none`. */
export function getPaint(css: string, element: ForeignElement, notes: NoteCounter): string {
  const color = readColor(css)
  if (color === undefined) {
    notes.take('color', element)
    return 'ink'
  }
  if (color.alpha === 0) return 'none'
  if (color.alpha < 1) notes.take('color', element)
  return toThemeColor(color.hex)
}

/** Opacity 0..1, with a minimum so that elements stay visible. */
export function getOpacity(element: ForeignElement, notes: NoteCounter): number {
  const share = element.opacity / 100
  const opacity = clamp(share, least.opacity, 1)
  if (opacity !== share) notes.take('opacity', element)
  return opacity
}

export function getLineStyle(element: ForeignElement, notes: NoteCounter) {
  const strokeWidth = clamp(element.strokeWidth, 0, most.lineWidth)
  if (strokeWidth !== element.strokeWidth) notes.take('lineWidth', element)
  const dash =
    element.strokeStyle === 'dashed' || element.strokeStyle === 'dotted' ? element.strokeStyle : 'solid'
  return {
    stroke: getPaint(element.strokeColor, element, notes),
    strokeWidth,
    dash,
    // Roughness 0 ("architect") is drawn without a hand-drawn effect.
    lineStyle: element.roughness > 0 ? 'handDrawn' : 'clean',
    opacity: getOpacity(element, notes),
  }
}

export function getFillStyle(element: ForeignElement, notes: NoteCounter) {
  const fill = getPaint(element.backgroundColor, element, notes)
  if (fill === 'none') return { fill, fillStyle: 'soft' }
  if (element.fillStyle === 'solid') return { fill, fillStyle: 'solid' }
  if (element.fillStyle !== 'hachure') notes.take('fillPattern', element)
  return { fill, fillStyle: 'hatch' }
}

/**
 * Font numbers of the format: Virgil, Helvetica, Cascadia, then Excalifont, Nunito, Lilita One, Comic Shanns,
 * Liberation Sans.
 */
const fonts: ReadonlyMap<number, FontFace> = new Map([
  [1, 'hand'],
  [2, 'sans'],
  [3, 'mono'],
  [5, 'hand'],
  [6, 'sans'],
  [8, 'mono'],
  [9, 'sans'],
])

const formerFonts: ReadonlyMap<string, number> = new Map([
  ['virgil', 1],
  ['helvetica', 2],
  ['cascadia', 3],
])

const readFormerFont = ({ font }: ForeignElement) => /^([\d.]{1,8})px (\w{1,20})/.exec(font ?? '')

/** The font's number; undefined for an unknown name. */
export function getFontNumber(element: ForeignElement): number | undefined {
  const former = readFormerFont(element)
  return former ? formerFonts.get(former[2]!.toLowerCase()) : (element.fontFamily ?? 1)
}

/** Font and size; the oldest files have both in one string. */
export function getTextStyle(
  element: ForeignElement,
  notes: NoteCounter,
): { readonly font: FontFace; readonly size: number } {
  const former = readFormerFont(element)
  const font = fonts.get(getFontNumber(element) ?? 0)
  if (font === undefined) notes.take('font', element)
  const asked = element.fontSize ?? (former ? Number(former[1]) : 20)
  const size = clamp(Number.isFinite(asked) ? asked : 20, least.size, most.size)
  if (size !== asked) notes.take('textSize', element)
  return { font: font ?? 'sans', size: Math.round(size * 100) / 100 }
}

/** Degrees in -180..180. */
export function getDegrees(radians: number): number {
  const degrees = ((radians * 180) / Math.PI) % 360
  const near = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  return Math.round(near * 1000) / 1000 + 0
}

/** Elements without roundness are sharp, as in Excalidraw. */
export function isRound(element: ForeignElement): boolean {
  if (element.roundness !== undefined) return element.roundness !== null
  return element.strokeSharpness === 'round'
}

/** Corner radius in page units: a quarter of the shorter side, in newer files at most 32. */
export function getCornerRadius(element: ForeignElement): number {
  if (!isRound(element)) return 0
  const side = Math.min(Math.abs(element.width), Math.abs(element.height))
  const adaptive = element.roundness?.type === 3
  const radius = adaptive ? Math.min(side * 0.25, element.roundness?.value ?? 32) : side * 0.25
  return clamp(Math.round(radius * 100) / 100, 0, 1000)
}
