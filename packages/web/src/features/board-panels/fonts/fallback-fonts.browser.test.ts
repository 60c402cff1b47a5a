import { createMeasure, fontFamilies } from '@tavla/canvas'
import { richTextFromPlain } from '@tavla/canvas/model'
import { layoutText } from '@tavla/canvas/svg'
import { beforeAll, expect, test } from 'vitest'
import '../../../ui/fonts/board-fonts.ts'
import { loadFallbackFonts } from './fallback-fonts.ts'

const { measure } = createMeasure()

function layOut(text: string): void {
  layoutText(
    richTextFromPlain(text),
    { font: 'sans', size: 16, color: 'ink', align: 'start' } as never,
    measure,
  )
}

/** The files come from a server that a busy machine keeps from answering. */
const loading = { timeout: 30_000 }

const list = (state: FontFaceLoadStatus): string[] =>
  [...document.fonts]
    .filter(({ status, family }) => status === state && /JP|KR|SC|TC/.test(family))
    .map(({ family }) => family.replaceAll('"', ''))

beforeAll(() => loadFallbackFonts())

test('fonts of large scripts are named when a text first needs one, and only the needed files load', async () => {
  layOut('Räksmörgås שלום')
  await document.fonts.ready
  expect([...document.fonts].some(({ family }) => family.includes('Noto Sans SC'))).toBe(false)
  const families = () => expect.poll(() => [...new Set(list('loaded'))].sort(), loading)
  layOut('日本語と中文 한국어')
  await families().toEqual(['Noto Sans SC Variable'])
  // Not in the first of these fonts.
  layOut('뷁')
  await families().toEqual(['Noto Sans KR Variable', 'Noto Sans SC Variable'])
  expect(list('loaded').length).toBeLessThan(12)
})

test('emoji load where the system draws none in colour, and can be seen then', async () => {
  const context = new OffscreenCanvas(40, 40).getContext('2d')!
  const draw = (): boolean => {
    context.clearRect(0, 0, 40, 40)
    context.font = `24px ${fontFamilies.sans.css}`
    context.fillText('\u{1f600}', 4, 30)
    return context.getImageData(0, 0, 40, 40).data.some((value) => value > 0)
  }
  const before = new Set(document.fonts)
  layOut('\u{1f600}')
  await expect.poll(draw, loading).toBe(true)
  const added = [...document.fonts].filter((face) => !before.has(face)).map(({ family }) => family)
  expect(new Set(added).size).toBeLessThanOrEqual(1)
})
