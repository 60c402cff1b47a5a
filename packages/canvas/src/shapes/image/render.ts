import type { RenderOptions, Pen } from '../../pen.ts'
import type { ShapeView } from '../../shape.ts'
import { beginElement, endElement } from '../shared/paint.ts'
import { boardColors } from '../shared/palette.ts'
import type { ImageRecord } from './schema.ts'

export function drawImage(pen: Pen, image: ImageRecord, _view: ShapeView, options: RenderOptions): void {
  const { file, crop, flipX, flipY, alt } = image
  const radius = Math.min(image.radius, image.w / 2, image.h / 2)
  beginElement(pen, image, image.opacity)
  if (file === '') pen.rect(image, { fill: { color: boardColors[options.theme].line } }, radius)
  else pen.image(file, image, { crop: crop ?? undefined, flipX, flipY, radius, alt }, options.theme)
  endElement(pen, image, image.opacity)
}
