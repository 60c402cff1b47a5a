import { expect, it } from 'vitest'
import { shapes } from '../shapes/index.ts'
import { getDocument, getElement } from '../shapes/testing/records.ts'
import { cssFont } from '../text/fonts.ts'
import { forgetLayouts } from '../text/layout.ts'
import { richText } from '../text/testing.ts'
import { watchUncovered } from '../text/uncovered.ts'
import { exportImage } from './image.ts'
import { getDifference, getPixels } from './testing/pixels.ts'
import { loadTestFonts } from './testing/test-fonts.ts'

const hindi = 'मनुष्यों को गौरव'

async function draw(): Promise<ImageData> {
  const text = richText(`${hindi} 日本`)
  const record = getElement('text', { id: 'text', wraps: true, w: 400, h: 60, align: 'center', text })
  const made = await exportImage({
    document: getDocument([record]),
    shapes,
    ids: ['text'],
    as: 'png',
    theme: 'light',
    background: '#ffffff',
    readFile: () => Promise.reject(new Error('no files here')),
  })
  return await getPixels(made!.blob)
}

it('places letters by their font also if it loads while the text is laid out', async () => {
  await loadTestFonts()
  const font = cssFont({ font: 'sans', bold: false, italic: false, size: 16 })
  const loadedAtFirst = document.fonts.check(font, hindi)
  // Measuring has the browser load the font as well; here it has ended when the layout has.
  watchUncovered(async () => void (await document.fonts.load(font, hindi)))
  const first = await draw()
  expect(loadedAtFirst).toBe(false)
  forgetLayouts()
  expect(getDifference(first, await draw())).toBe(0)
})
