import { expect, it } from 'vitest'
import type { Context2D } from '../pens/canvas-pen.ts'
import { getWhole, listTiles, type View } from '../view.ts'
import { composeView, type TileImages } from './compose.ts'
import { tileKey, type Level, type Tile } from './tile.ts'

const view: View = { scale: 1, left: 100, top: 200, width: 1280, height: 800 }
const context = { drawImage() {}, fillRect() {} } as unknown as Context2D

/** Levels with a bitmap for every tile of the view, except at these places of a level. */
function createImages(
  scales: readonly number[],
  isMissing: (tile: Tile) => boolean = () => false,
): TileImages {
  const levels = new Map<number, Level>()
  for (const scale of scales) {
    const tiles = new Map<number, Tile>()
    const { left, top, right, bottom } = listTiles(view, getWhole(view), scale)
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const tile = createTile(scale, column, row)
        if (isMissing(tile)) tile.bitmap = undefined
        tiles.set(tileKey(column, row), tile)
      }
    }
    levels.set(scale, { scale, tiles })
  }
  return { levels, frame: 1 }
}

function createTile(level: number, column: number, row: number): Tile {
  const bitmap = {} as ImageBitmap
  const rest = { stale: false, cut: undefined, patches: [], usedAt: 0, inProgress: undefined, isOurs: false }
  return { level, column, row, bitmap, ...rest }
}

const isBlurred = (images: TileImages): boolean => composeView(images, context, view, view.scale, '#ffffff')

it.each([
  ['its own tiles', [1, 0.25], false],
  ['tiles of a finer level', [2, 0.25], false],
  ['tiles that are enlarged by less than half an octave', [0.75], false],
  ['tiles that are enlarged by an octave', [0.5], true],
  ['no tiles at all', [], true],
])('a view is shown with %s', (_how, scales, expected) => {
  expect(isBlurred(createImages(scales))).toBe(expected)
})

it('one missing tile blurs the view', () => {
  const images = createImages([1, 0.25], ({ level, column, row }) => level === 1 && column === 1 && row === 1)
  expect(isBlurred(images)).toBe(true)
})
