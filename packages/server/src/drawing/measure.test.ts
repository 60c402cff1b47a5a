import type { TextRun } from '@tavla/canvas/svg'
import { expect, it } from 'vitest'
import { createMeasure } from './measure.ts'

const measure = await createMeasure()

function widthOf(text: string, over: Partial<TextRun> = {}): number {
  return measure({ text, font: 'sans', size: 10, bold: false, italic: false, ...over })
}

it('grows evenly with the size', () => {
  expect(widthOf('Hamburgefonstiv', { size: 40 })).toBeCloseTo(4 * widthOf('Hamburgefonstiv'), 9)
})

it('kerns', () => {
  expect(widthOf('AV')).toBeLessThan(widthOf('A') + widthOf('V') - 0.3)
})

it('sets ligatures as browsers do', () => {
  expect(widthOf('fi', { font: 'serif' })).toBeLessThan(
    widthOf('f', { font: 'serif' }) + widthOf('i', { font: 'serif' }),
  )
})

it('joins Arabic letters', () => {
  const apart = [...'مرحبا'].reduce((sum, letter) => sum + widthOf(letter), 0)
  expect(widthOf('مرحبا')).toBeLessThan(apart * 0.9)
})

it('takes letters that a family lacks from those that stand in for it', () => {
  expect(widthOf('λόγος', { font: 'hand' })).toBeCloseTo(widthOf('λόγος'), 9)
  expect(widthOf('שלום', { font: 'mono' })).toBeCloseTo(widthOf('שלום'), 9)
  expect(widthOf('Ł', { font: 'mono' })).not.toBe(widthOf('Ł'))
})

it('leaves letters that we ship no font for to the layout', () => {
  expect(widthOf('漢字🙂')).toBe(0)
  expect(widthOf('a漢')).toBe(widthOf('a'))
})

it('knows the cuts', () => {
  const [plain, bold, italic] = [
    widthOf('cut'),
    widthOf('cut', { bold: true }),
    widthOf('cut', { italic: true }),
  ]
  expect(new Set([plain, bold, italic]).size).toBe(3)
  // There are no slanted Hebrew letters: upright ones are slanted, which leaves their widths.
  expect(widthOf('שלום', { italic: true })).toBe(widthOf('שלום'))
})
