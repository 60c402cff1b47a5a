import type { Box } from '../../geometry/box.ts'
import type { Fields } from '../../shape.ts'
import type { ImageRecord } from './schema.ts'

/** Smallest side of a cropped image, page units. */
const least = 8

const all: Box = { x: 0, y: 0, w: 1, h: 1 }

/** The visible part as it is drawn: mirrored with the image. */
function getDrawnCrop({ crop, flipX, flipY }: ImageRecord): Box {
  const { x, y, w, h } = crop ?? all
  return { x: flipX ? 1 - x - w : x, y: flipY ? 1 - y - h : y, w, h }
}

/** The box that the image would have without a crop, before rotation. */
export function getWholeImage(image: ImageRecord): Box {
  const { x, y, w, h } = getDrawnCrop(image)
  const whole = { w: image.w / w, h: image.h / h }
  return { x: image.x - x * whole.w, y: image.y - y * whole.h, ...whole }
}

/** Fields for an image of which this box is visible, before rotation; limited to the image. */
export function cropImage(image: ImageRecord, to: Box): Fields {
  const whole = getWholeImage(image)
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
  const left = clamp(to.x, whole.x, whole.x + whole.w - least)
  const top = clamp(to.y, whole.y, whole.y + whole.h - least)
  const right = clamp(to.x + to.w, left + least, whole.x + whole.w)
  const bottom = clamp(to.y + to.h, top + least, whole.y + whole.h)
  const share = (part: number, size: number): number => clamp(Math.round((part / size) * 1e6) / 1e6, 0, 1)
  const drawn = {
    x: share(left - whole.x, whole.w),
    y: share(top - whole.y, whole.h),
    w: share(right - left, whole.w),
    h: share(bottom - top, whole.h),
  }
  const crop = {
    ...drawn,
    x: image.flipX ? share(1 - drawn.x - drawn.w, 1) : drawn.x,
    y: image.flipY ? share(1 - drawn.y - drawn.h, 1) : drawn.y,
  }
  const isWhole = crop.w === 1 && crop.h === 1
  return { x: left, y: top, w: right - left, h: bottom - top, crop: isWhole ? null : crop }
}
