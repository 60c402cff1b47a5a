import { createMeasure, fontFamilies, getRanges } from '@tavla/canvas'
import { richTextFromPlain } from '@tavla/canvas/model'
import { layoutText } from '@tavla/canvas/svg'
import { beforeAll, expect, test } from 'vitest'
import '../../../ui/fonts/board-fonts.ts'
import { loadFallbackFonts } from './fallback-fonts.ts'
import { boardFonts } from './font-files.ts'

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

/** The fonts of large scripts of which the files are known. */
const listKnown = (): string[] =>
  [...new Set(boardFonts().map(({ family }) => family))].filter((family) => /JP|KR|SC|TC/.test(family)).sort()

test('fonts of large scripts are named when a text first needs one, and only the needed files load', async () => {
  await document.fonts.load("16px 'Noto Sans Hebrew'", 'שלום')
  layOut('Räksmörgås שלום')
  await document.fonts.ready
  expect(listKnown()).toEqual([])
  const before = [...document.fonts].filter(({ status }) => status === 'loaded')
  const families = () => expect.poll(() => [...new Set(list('loaded'))].sort(), loading)
  layOut('日本語と中文')
  await families().toEqual(['Noto Sans SC Variable'])
  expect(listKnown()).toEqual(['Noto Sans SC Variable'])
  layOut('한국어')
  await families().toEqual(['Noto Sans KR Variable', 'Noto Sans SC Variable'])
  expect(list('loaded').length).toBeLessThan(12)
  // What had loaded is not loaded again.
  expect(before.length).toBeGreaterThan(0)
  const now = new Set(Array.from(document.fonts).filter(({ status }) => status === 'loaded'))
  expect(before.filter((face) => !now.has(face))).toHaveLength(0)
})

test('signs of no script are drawn in the same font once a text needs it', async () => {
  layOut('日本★')
  await expect.poll(() => list('loaded').length, loading).toBeGreaterThan(0)
  layOut('①')
  const covers = (code: number): boolean =>
    [...document.fonts].some(
      ({ status, family, unicodeRange }) =>
        status === 'loaded' &&
        family.includes('SC') &&
        getRanges('', unicodeRange).some(([first, last]) => code >= first && code <= last),
    )
  for (const sign of '★①') await expect.poll(() => covers(sign.codePointAt(0)!), loading).toBe(true)
})

test('characters that the first font names and lacks come from the next that has them', async () => {
  const isLoaded = (character: string, fonts: RegExp): boolean =>
    [...document.fonts].some(
      ({ status, family, unicodeRange }) =>
        status === 'loaded' &&
        fonts.test(family) &&
        getRanges('', unicodeRange).some(
          ([first, last]) => character.codePointAt(0)! >= first && character.codePointAt(0)! <= last,
        ),
    )
  for (const [text, fonts] of [
    ['가국', /KR/],
    ['\uf941', /JP/],
  ] as const) {
    layOut(`漢 ${text}`)
    for (const character of text) await expect.poll(() => isLoaded(character, fonts), loading).toBe(true)
  }
})

test('the files of loaded fonts are known, for exports and for what paints in workers', async () => {
  layOut('日本語')
  await expect.poll(() => list('loaded').length, loading).toBeGreaterThan(0)
  const getName = (family: string, unicodeRange: string): string =>
    `${family.replaceAll('"', '')} ${unicodeRange.replaceAll(/\s/g, '').toLowerCase()}`
  const files = new Map(boardFonts().map((file) => [getName(file.family, file.unicodeRange), file]))
  for (const face of document.fonts) {
    if (face.status !== 'loaded' || !/SC/.test(face.family)) continue
    const bytes = await files.get(getName(face.family, face.unicodeRange))?.read('woff2')
    expect(String.fromCharCode(...bytes!.subarray(0, 4))).toBe('wOF2')
  }
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
