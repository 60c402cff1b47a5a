import { describe, expect, it } from 'vitest'
import { exportPng } from '../../export/png.ts'
import { exportSvg, type ImageOptions } from '../../export/export-svg.ts'
import { boardColors } from '../../shapes/shared/palette.ts'
import { exportImage } from '../../export/image.ts'
import { getDifference, getPixels } from '../../export/testing/pixels.ts'
import { getDocument, getElement, shapesByKind } from '../../shapes/testing/records.ts'
import { sampleBoard } from '../../shapes/testing/sample-board.ts'
import { createMeasure } from '../measure.ts'

// Glyphs are antialiased differently in an image than on a canvas, and edges by a fraction of a pixel; a larger
// share of pixels with another colour means that something is drawn elsewhere, or not at all.
const tolerance = { board: 0.003, element: 0.012 }

function options(theme: 'light' | 'dark'): ImageOptions {
  const { measure } = createMeasure()
  const { document, ids } = sampleBoard(measure)
  return { document, ids, shapes: shapesByKind, measure, theme, background: boardColors[theme].paper }
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('canvas and SVG show the same board', async () => {
    expect(await differenceBetweenPens(options(theme))).toBeLessThan(tolerance.board)
  })

  it('canvas and SVG show every element alike', async () => {
    const board = options(theme)
    const off: (readonly [string, number])[] = []
    for (const id of board.ids) {
      const difference = await differenceBetweenPens({ ...board, ids: [id] })
      if (difference >= tolerance.element) off.push([id, difference])
    }
    expect(off).toEqual([])
  })
})

async function differenceBetweenPens(picture: ImageOptions): Promise<number> {
  const png = (await exportPng({ ...picture, scale: 1, images: { get: () => undefined } }))!
  const svg = new Blob([exportSvg(picture)], { type: 'image/svg+xml' })
  const [fromCanvas, fromSvg] = [await getPixels(png.blob), await getPixels(svg)]
  expect(Math.abs(fromCanvas.width - fromSvg.width)).toBeLessThanOrEqual(1)
  return getDifference(fromCanvas, fromSvg)
}

it('joined bands equal the image drawn at once', async () => {
  const board = options('light')
  const whole = (await exportPng({ ...board, scale: 1, images: { get: () => undefined } }))!
  const banded = (await exportPng({
    ...board,
    scale: 1,
    images: { get: () => undefined },
    maxWholePixels: 200_000,
  }))!
  const [a, b] = [await getPixels(whole.blob), await getPixels(banded.blob)]
  expect([b.width, b.height]).toEqual([a.width, a.height])
  expect(getDifference(a, b)).toBeLessThan(0.0005)
})

it('a huge image is reduced rather than refused', async () => {
  const board = options('light')
  const png = (await exportPng({
    ...board,
    box: { x: 0, y: 0, w: 100_000, h: 10 },
    padding: 0,
    scale: 2,
    images: { get: () => undefined },
  }))!
  expect(png.widthPx).toBe(32_000)
  expect(png.scale).toBeCloseTo(0.32)
})

describe('measuring text', () => {
  it('is proportional to the size and cached', () => {
    const { measure } = createMeasure()
    const run = { text: 'Hamburgefonstiv', font: 'sans', bold: false, italic: false } as const
    expect(measure({ ...run, size: 40 })).toBeCloseTo(measure({ ...run, size: 10 }) * 4, 6)
    expect(measure({ ...run, size: 10, bold: true })).toBeGreaterThan(measure({ ...run, size: 10 }))
  })
})

describe('an image export', () => {
  const red = async (): Promise<Blob> => {
    const canvas = new OffscreenCanvas(4, 4)
    const context = canvas.getContext('2d')!
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 4, 4)
    return canvas.convertToBlob()
  }
  const record = getElement('image', {
    file: 'red',
    x: 0,
    y: 0,
    w: 40,
    h: 40,
    crop: { x: 0, y: 0, w: 0.5, h: 1 },
  })
  const lost = getElement('image', { id: 'lost', file: 'lost', x: 60, y: 0, w: 40, h: 40 })
  const request = {
    document: getDocument([record, lost]),
    shapes: [...shapesByKind.values()],
    ids: ['image', 'lost'],
    theme: 'light',
    background: null,
    readFile: (id: string) => (id === 'red' ? red() : Promise.reject(new Error('gone'))),
  } as const

  it.each(['png', 'svg'] as const)('as %s holds the pictures, and says which are lost', async (as) => {
    const { blob, missing } = (await exportImage({ ...request, as, scale: 1 }))!
    const pixels = await getPixels(blob)
    const at = (x: number, y: number): number[] => [
      ...pixels.data.slice((y * pixels.width + x) * 4, (y * pixels.width + x) * 4 + 4),
    ]
    expect(missing).toEqual(['lost'])
    expect(at(36, 36)).toEqual([255, 0, 0, 255])
    expect(at(96, 36)).toEqual([228, 225, 218, 255])
    expect(at(4, 4)[3]).toBe(0)
  })

  it('is undefined if there is nothing to draw', async () => {
    expect(await exportImage({ ...request, as: 'png', ids: [] })).toBeUndefined()
  })
})
