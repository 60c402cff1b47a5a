import type { Fields, ResizeInput, ShapeView } from '../../shape.ts'
import { getLineHeight } from '../../text/text-style.ts'
import { resizedAbout } from '../shared/boxed.ts'
import { getBlock } from '../shared/label.ts'
import type { TextRecord } from './schema.ts'

/** Anchor by alignment: the edge that stays in place when the box changes its width. */
const anchors = { start: 0, center: 0.5, end: 1 } as const

/** The box of the text: the height always follows the text, the width unless the user chose it. */
export function fitText(text: TextRecord, view: ShapeView): Fields {
  const block = getBlock({ ...text, vertical: 'top' }, text.wraps ? text.w : null, view.measure)
  const w = text.wraps ? text.w : Math.max(text.size / 2, Math.ceil(block?.w ?? 0))
  const h = block?.h ?? getLineHeight(text)
  if (Math.abs(w - text.w) < 0.5 && Math.abs(h - text.h) < 0.5) return {}
  return { ...resizedAbout(text, w, h, text.wraps ? 0 : anchors[text.align], 0) }
}

/** A corner handle scales the text, a side handle sets the wrapping width. */
export function reshapeText(text: TextRecord, { box, from }: ResizeInput, view: ShapeView): Fields {
  if (from === 'corner') {
    const size = Math.max(
      2,
      Math.min(1000, Math.round(text.size * (text.h > 0 ? box.h / text.h : 1) * 10) / 10),
    )
    return { ...box, size, ...fitText({ ...text, ...box, size }, view) }
  }
  const wrapped = { ...text, ...box, wraps: true }
  return { ...box, wraps: true, ...fitText(wrapped, view) }
}
