import { describe, expect, it } from 'vitest'
import { getPhotoName, getPhotoSize } from './photo.ts'

describe('photos of people and spaces', () => {
  it.each([
    [
      { width: 1000, height: 600 },
      { width: 500, height: 300 },
    ],
    [
      { width: 501, height: 501 },
      { width: 500, height: 500 },
    ],
    [
      { width: 500, height: 2000 },
      { width: 500, height: 2000 },
    ],
    [
      { width: 40, height: 30 },
      { width: 40, height: 30 },
    ],
    [
      { width: 100_000, height: 1 },
      { width: 500, height: 1 },
    ],
  ])('%j becomes %j', (before, after) => {
    expect(getPhotoSize(before)).toEqual(after)
  })

  it.each([
    ['me.png', 'me.jpeg'],
    ['ME.PNG', 'ME.jpeg'],
    ['a.png.webp', 'a.png.webp'],
    ['photo.jpg', 'photo.jpg'],
  ])('%s is called %s', (before, after) => {
    expect(getPhotoName(before)).toBe(after)
  })
})
