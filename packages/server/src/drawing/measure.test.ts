import type { TextRun } from '@tavla/canvas/svg'
import { expect, it } from 'vitest'
import { createMeasure } from './measure.ts'

const measure = await createMeasure()

function getWidth(text: string, over: Partial<TextRun> = {}): number {
  return measure({ text, font: 'sans', size: 10, bold: false, italic: false, ...over })
}

it('is proportional to the size', () => {
  expect(getWidth('Hamburgefonstiv', { size: 40 })).toBeCloseTo(4 * getWidth('Hamburgefonstiv'), 9)
})

it('applies kerning', () => {
  expect(getWidth('AV')).toBeLessThan(getWidth('A') + getWidth('V') - 0.3)
})

it('forms ligatures as browsers do', () => {
  expect(getWidth('fi', { font: 'serif' })).toBeLessThan(
    getWidth('f', { font: 'serif' }) + getWidth('i', { font: 'serif' }),
  )
})

it('joins Arabic letters', () => {
  const apart = [...'مرحبا'].reduce((sum, character) => sum + getWidth(character), 0)
  expect(getWidth('مرحبا')).toBeLessThan(apart * 0.9)
})

it('uses fallback fonts for missing characters', () => {
  expect(getWidth('λόγος', { font: 'hand' })).toBeCloseTo(getWidth('λόγος'), 9)
  expect(getWidth('שלום', { font: 'mono' })).toBeCloseTo(getWidth('שלום'), 9)
  expect(getWidth('Ł', { font: 'mono' })).not.toBe(getWidth('Ł'))
})

it('leaves characters without a shipped font to the layout', () => {
  expect(getWidth('漢字🙂')).toBe(0)
  expect(getWidth('a漢')).toBe(getWidth('a'))
})

it('distinguishes the cuts', () => {
  const [plain, bold, italic] = [
    getWidth('cut'),
    getWidth('cut', { bold: true }),
    getWidth('cut', { italic: true }),
  ]
  expect(new Set([plain, bold, italic]).size).toBe(3)
  // There are no slanted Hebrew glyphs: upright ones are slanted, which leaves their widths.
  expect(getWidth('שלום', { italic: true })).toBe(getWidth('שלום'))
})
