import { expect, it } from 'vitest'
import { getInitialCrop, getPhotoArea, maxZoom, moveCrop } from './photo-area.ts'

const wide = { width: 800, height: 400 }

it('shows the largest square in the middle first', () => {
  expect(getPhotoArea(wide, getInitialCrop(wide))).toEqual({ x: 200, y: 0, w: 400, h: 400 })
})

it('stays within the image, however far it is moved or enlarged', () => {
  const crop = moveCrop(wide, getInitialCrop(wide), 5, 5)
  expect(getPhotoArea(wide, crop)).toEqual({ x: 0, y: 0, w: 400, h: 400 })
  const enlarged = { ...getInitialCrop(wide), zoom: 100 }
  expect(getPhotoArea(wide, enlarged).w).toBe(400 / maxZoom)
  expect(getPhotoArea(wide, moveCrop(wide, enlarged, -100, -100))).toEqual({ x: 700, y: 300, w: 100, h: 100 })
})

it('follows the pointer: a quarter of the square moves the image by a quarter of what it shows', () => {
  const crop = moveCrop(wide, getInitialCrop(wide), 0.25, 0)
  expect(getPhotoArea(wide, crop)).toEqual({ x: 100, y: 0, w: 400, h: 400 })
})
