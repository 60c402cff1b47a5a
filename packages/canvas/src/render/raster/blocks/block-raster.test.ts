import { describe, expect, it } from 'vitest'
import { blockKind } from './block-pen.ts'
import { paintBlocks, type PixelBuffer } from './block-raster.ts'

const red = 0xff0000ff
const paper = 0xffffffff

function buffer(width: number, height: number): PixelBuffer {
  return { width, height, pixels: new Uint32Array(width * height).fill(paper) }
}

function paint(picture: PixelBuffer, block: readonly number[], color = red, scale = 1): void {
  const clip = { left: 0, top: 0, right: picture.width, bottom: picture.height }
  paintBlocks(picture, clip, Float32Array.from(block), Uint32Array.of(color), 0, 1, scale, 0, 0)
}

/** Rows of the picture, one character a pixel: `#` the colour, `+` a part of it, `.` paper. */
function rows(picture: PixelBuffer): string[] {
  return Array.from({ length: picture.height }, (_, y) =>
    [...picture.pixels.subarray(y * picture.width, (y + 1) * picture.width)]
      .map((pixel) => (pixel === red ? '#' : pixel === paper ? '.' : '+'))
      .join(''),
  )
}

describe('block raster', () => {
  it('fills boxes pixel by pixel', () => {
    const picture = buffer(5, 4)
    paint(picture, [blockKind.rect, 1, 1, 4, 3, 0])
    expect(rows(picture)).toEqual(['.....', '.###.', '.###.', '.....'])
  })

  it('shows parts of a pixel by coverage', () => {
    const picture = buffer(3, 3)
    paint(picture, [blockKind.rect, 1.2, 0, 1.5, 3, 0])
    expect(rows(picture)).toEqual(['.+.', '.+.', '.+.'])
  })

  it('clips, and handles boxes far outside', () => {
    const picture = buffer(3, 2)
    paint(picture, [blockKind.rect, -1e7, -1e7, 1e7, 1e7, 0])
    expect(rows(picture)).toEqual(['###', '###'])
    const untouched = buffer(3, 2)
    paint(untouched, [blockKind.rect, 50, 50, 60, 60, 0])
    expect(rows(untouched)).toEqual(['...', '...'])
  })

  it('follows a line only where it crosses the image, however long it is', () => {
    const picture = buffer(4, 4)
    paint(picture, [blockKind.line, -1e6, -1e6, 1e6, 1e6, 1])
    expect(rows(picture)).toEqual(['#...', '.#..', '..#.', '...#'])
  })

  it('draws lines thinner than a pixel faintly instead of dropping them', () => {
    const picture = buffer(4, 1)
    paint(picture, [blockKind.line, 0, 0.5, 4, 0.5, 2], red, 0.2)
    expect(rows(picture)).toEqual(['+...'])
  })

  it('leaves empty areas of a transparent image transparent', () => {
    const picture: PixelBuffer = { width: 2, height: 1, pixels: new Uint32Array(2) }
    paint(picture, [blockKind.rect, 0, 0, 1, 1, 0])
    expect([...picture.pixels]).toEqual([red, 0])
  })
})
