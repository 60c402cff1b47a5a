import { inflate, toUpright, containsPoint, type Box } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView, TextBox } from '../../shape.ts'
import { layoutText } from '../../text/layout.ts'
import { getLineHeight, usualLineHeight } from '../../text/text-style.ts'
import type { RichText } from '../../document/text/rich-text.ts'
import { getWeight } from '../../text/rich.ts'
import type { FontFace, MeasureText, TextBlock } from '../../text/run.ts'

/** Props of a text inside a shape. */
export interface Label {
  readonly text: unknown
  readonly font: FontFace
  readonly size: number
  readonly color: string
  readonly align: 'start' | 'center' | 'end'
  readonly vertical: 'top' | 'middle' | 'bottom'
  readonly lineHeight?: number | undefined
}

/** Padding between a rectangle's edge and its text, in page units. */
const labelPadding = 8

/** Texts smaller than this many device pixels are drawn as bars. */
const legible = 3.5

/** The text document; undefined if empty. */
export function getDoc(record: { readonly text: unknown }): RichText | undefined {
  return (record.text as RichText | null) ?? undefined
}

export function getBlock(label: Label, width: number | null, measure: MeasureText): TextBlock | undefined {
  const doc = getDoc(label)
  const { font, size, align, lineHeight } = label
  return doc && layoutText(doc, { font, size, align, lineHeight, width }, measure)
}

/**
 * Draws the text in `box` (page coordinates before rotation). Overflow is distributed according to the vertical
 * alignment.
 */
export function drawLabel(
  pen: Pen,
  label: Label,
  box: Box,
  color: string,
  view: ShapeView,
  options: RenderOptions,
): void {
  if (options.detail === 'blocks') return
  const doc = getDoc(label)
  if (!doc) return
  if (options.detail === 'plain' && label.size * options.scale < legible) {
    drawBars(pen, label, box, color)
    return
  }
  const block = getBlock(label, box.w, view.measure)!
  pen.text(block, { x: box.x, y: getTop(label, box, block.h) }, color, options.theme)
}

function getTop(label: Label, box: Box, height: number): number {
  const fraction = label.vertical === 'top' ? 0 : label.vertical === 'middle' ? 0.5 : 1
  return box.y + (box.h - height) * fraction
}

/** Draws bars instead of text lines, estimated from the number of characters without a layout. */
export function drawBars(pen: Pen, label: Label, box: Box, color: string): void {
  const doc = getDoc(label)
  if (!doc || box.w <= 0) return
  const { characters, paragraphs } = getWeight(doc)
  if (characters === 0) return
  const perLine = Math.max(1, box.w / (label.size * 0.55))
  const lines = Math.min(12, Math.max(paragraphs, Math.ceil(characters / perLine)))
  const step = getLineHeight(label)
  const w = Math.min(box.w, (characters / lines) * label.size * 0.55)
  const x =
    label.align === 'start' ? box.x : label.align === 'center' ? box.x + (box.w - w) / 2 : box.x + box.w - w
  const top = getTop(label, box, lines * step)
  for (let i = 0; i < lines; i++) {
    pen.rect({ x, y: top + i * step + step * 0.3, w, h: step * 0.4 }, { fill: { color, opacity: 0.45 } })
  }
}

/** Whether the page point is on the text. */
export function labelHit(
  record: ElementRecord & Label,
  box: Box,
  at: Vec,
  slack: number,
  view: ShapeView,
): boolean {
  const block = getBlock(record, box.w, view.measure)
  if (!block) return false
  const fraction = record.align === 'start' ? 0 : record.align === 'center' ? 0.5 : 1
  const inked = {
    x: box.x + (box.w - block.widest) * fraction,
    y: getTop(record, box, block.h),
    w: block.widest,
    h: block.h,
  }
  return containsPoint(inked, toUpright(at, record), slack)
}

/** A text area of the whole box. */
export const wholeRoom: Box = { x: 0, y: 0, w: 1, h: 1 }

/** A text area around the centre, a fraction of the box's width and height. */
export function getCentredRoom(fraction: number): Box {
  return { x: (1 - fraction) / 2, y: (1 - fraction) / 2, w: fraction, h: fraction }
}

/** Padding is only needed if the text can use the whole box. */
export function getPadding(room: Box): number {
  return labelPadding * room.w * room.h
}

/** The text area inside a shape; `room` is in fractions of its box. */
export function labelRoom(box: Box, room: Box = wholeRoom): Box {
  const area = {
    x: box.x + box.w * room.x,
    y: box.y + box.h * room.y,
    w: box.w * room.w,
    h: box.h * room.h,
  }
  return inflate(area, -getPadding(room))
}

export function labelTextBox(label: Label, box: Box): TextBox {
  const { font, size, color, align, vertical, lineHeight = usualLineHeight } = label
  return { box, font, size, color, align, vertical, grows: false, lineHeight }
}
