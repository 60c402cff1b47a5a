import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { drawBars, drawLabel } from '../shared/label.ts'
import { beginElement, endElement } from '../shared/paint.ts'
import { getTone } from '../shared/palette.ts'
import type { TextRecord } from './schema.ts'

export function drawText(pen: Pen, text: TextRecord, view: ShapeView, options: RenderOptions): void {
  const label = { ...text, vertical: 'top' } as const
  const color = getTone(text.color, 'strong', options.theme)
  beginElement(pen, text, text.opacity)
  if (options.detail === 'blocks') drawBars(pen, label, text, color)
  else drawLabel(pen, label, text, color, view, options)
  endElement(pen, text, text.opacity)
}
