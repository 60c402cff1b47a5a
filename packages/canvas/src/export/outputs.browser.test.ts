import { beforeAll, describe, expect, it } from 'vitest'
import { createMeasure } from '../render/measure.ts'
import { boardColors } from '../shapes/shared/palette.ts'
import { shapes } from '../shapes/index.ts'
import { imageFile, variantBoard } from '../shapes/testing/variants.ts'
import { exportImage, type ImageRequest } from './image.ts'
import { loadTestFonts, testFonts } from './testing/test-fonts.ts'
import { fourColors, getMisplaced, getPixels } from './testing/pixels.ts'
import { readPdf } from './testing/read-pdf.ts'

/** Share of a look's cell that may be found nowhere near in the other picture: 88 of its 35,200 pixels. */
const tolerance = 0.0025

beforeAll(loadTestFonts)

describe.each(shapes.map((shape) => [shape.kind, shape] as const))('every look of %s', (_kind, shape) => {
  it.each(['light', 'dark'] as const)('is the same on screen, in SVG and in PDF (%s)', async (theme) => {
    const board = variantBoard(shape, createMeasure().measure)
    const request: Omit<ImageRequest, 'as'> = {
      ...board,
      shapes,
      theme,
      background: boardColors[theme].paper,
      scale: 1,
      readFile: (id) => (id === imageFile ? fourColors() : Promise.reject(new Error('no such file'))),
      fonts: testFonts,
    }
    const png = (await exportImage({ ...request, as: 'png' }))!
    const svg = (await exportImage({ ...request, as: 'svg' }))!
    const pdf = await readPdf((await exportImage({ ...request, as: 'pdf' }))!.blob)
    const screen = await getPixels(png.blob)
    const vector = await getPixels(svg.blob)
    const page = await pdf.image(0)
    await pdf.close()
    expect([page.width, page.height, vector.width, vector.height]).toEqual([
      expect.closeTo(screen.width, -0.5),
      expect.closeTo(screen.height, -0.5),
      expect.closeTo(screen.width, -0.5),
      expect.closeTo(screen.height, -0.5),
    ])
    const off: string[] = []
    for (const { name, cell } of board.variants) {
      const inSvg = getMisplaced(screen, vector, cell)
      const inPdf = getMisplaced(screen, page, cell)
      if (inSvg > tolerance) off.push(`${name}: SVG ${inSvg.toFixed(4)}`)
      if (inPdf > tolerance) off.push(`${name}: PDF ${inPdf.toFixed(4)}`)
    }
    expect(off).toEqual([])
  })
})
