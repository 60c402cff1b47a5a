import type { PhotoArea } from '../../platform/dom/photo.ts'

/** How a photo is cropped: how much it is enlarged, and the point in the middle, in image pixels. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const maxZoom = 4

/** The largest square in the middle. */
export const getInitialCrop = ({ width, height }: Size): Crop => ({ zoom: 1, x: width / 2, y: height / 2 })

/** The square that a crop shows; it never leaves the image. */
export function getPhotoArea({ width, height }: Size, { zoom, x, y }: Crop): PhotoArea {
  const side = Math.min(width, height) / Math.min(maxZoom, Math.max(1, zoom))
  const clamp = (middle: number, length: number) => Math.min(Math.max(middle - side / 2, 0), length - side)
  return { x: clamp(x, width), y: clamp(y, height), w: side, h: side }
}

/** Moves the photo by a part of the visible square, within the image. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { x, y, w } = getPhotoArea(size, crop)
  const moved = getPhotoArea(size, { ...crop, x: x + w / 2 - dx * w, y: y + w / 2 - dy * w })
  return { ...crop, x: moved.x + w / 2, y: moved.y + w / 2 }
}
