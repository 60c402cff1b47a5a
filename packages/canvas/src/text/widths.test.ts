import { describe, expect, it } from 'vitest'
import type { RichText } from '../document/text/rich-text.ts'
import { isFullyCovered, getSource, listRanges } from './coverage.ts'
import { forgetLayouts, layoutText } from './layout.ts'
import type { TextStyle } from './text-style.ts'
import type { MeasureText } from './run.ts'
import { systemWidth } from './system-widths.ts'
import { halfWidths, richText } from './testing.ts'
import { runWidth } from './widths.ts'

const style: TextStyle = { font: 'sans', size: 10, align: 'start', width: 100 }

function counting(): { readonly measure: MeasureText; asked(): string[] } {
  let texts: string[] = []
  return {
    measure(run) {
      texts.push(run.text)
      return halfWidths(run)
    },
    asked() {
      const found = texts
      texts = []
      return found
    },
  }
}

describe('measuring', () => {
  const sentence = 'the cat and the dog and the bird'

  it('measures a word once, however often it occurs', () => {
    const { measure, asked } = counting()
    layoutText(richText(sentence, sentence), style, measure)
    const words = asked().filter((text) => text.trim().length > 2)
    expect(words.sort()).toEqual(['and', 'bird', 'cat', 'dog', 'the'])
  })

  it('measures nothing when the same document is laid out again', () => {
    const { measure, asked } = counting()
    const doc = richText(sentence)
    const block = layoutText(doc, style, measure)
    asked()
    expect(layoutText(doc, style, measure)).toBe(block)
    expect(asked()).toEqual([])
  })

  it('measures nothing when only size, width or alignment change', () => {
    const { measure, asked } = counting()
    const doc = richText(sentence)
    layoutText(doc, style, measure)
    asked()
    layoutText(doc, { ...style, size: 30.5, width: 70, align: 'end' }, measure)
    expect(asked()).toEqual([])
  })

  it('measures only the changed word while typing', () => {
    const { measure, asked } = counting()
    layoutText(richText(sentence), style, measure)
    asked()
    layoutText(richText(sentence.replace('dog', 'dogs')), style, measure)
    // The word, and its last character's kerning before a space.
    expect(asked()).toEqual(['dogs', 's', 's '].sort((a, b) => b.length - a.length || a.localeCompare(b)))
  })

  it('measures again for another face, and when fonts have loaded', () => {
    const { measure, asked } = counting()
    const run = { text: 'word', font: 'sans', size: 10, italic: false } as const
    runWidth({ ...run, bold: false }, measure)
    runWidth({ ...run, bold: true }, measure)
    runWidth({ ...run, bold: true, size: 99 }, measure)
    expect(asked()).toHaveLength(2)
    forgetLayouts()
    runWidth({ ...run, bold: true }, measure)
    expect(asked()).toHaveLength(1)
  })

  it('caches frequently used words and evicts the rest', () => {
    const { measure, asked } = counting()
    const ask = (text: string): number =>
      runWidth({ text, font: 'mono', size: 10, bold: false, italic: false }, measure)
    for (let i = 0; i < 45_000; i++) {
      ask(`word${i}`)
      ask('often')
    }
    const count = (text: string): number => all.filter((one) => one === text).length
    const all = asked()
    expect(count('often')).toBe(1)
    ask('word0')
    ask('word44999')
    expect(asked()).toEqual(['word0'])
  })

  it('rounds to font units, so that smaller differences do not matter', () => {
    const noisy: MeasureText = (run) => halfWidths(run) * (1 + 1e-5)
    const run = { text: 'Hamburgefonstiv', font: 'sans', size: 16, bold: false, italic: false } as const
    expect(runWidth(run, noisy)).toBe(runWidth(run, halfWidths))
  })

  it('includes the kerning between words', () => {
    const kerned: MeasureText = (run) => halfWidths(run) - (run.text.includes('T ') ? 0.125 * run.size : 0)
    const doc: RichText = richText('AT AT')
    expect(layoutText(doc, style, kerned).lines[0]!.width).toBeCloseTo(25 - 1.25)
    expect(layoutText(richText('AT', 'AT'), style, kerned).widest).toBeCloseTo(10)
  })
})

describe('font coverage', () => {
  it('plain Latin needs no lookup', () => {
    expect([isFullyCovered('Räksmörgås, “nej”'), isFullyCovered('Räksmörgås "ja" £5')]).toEqual([false, true])
  })

  it.each([
    ['é', 'Source Serif 4', 'latin'],
    ['e\u0301', 'Source Serif 4', 'latin'],
    ['ł', 'Source Serif 4', 'latin-ext'],
    ['ж', 'Source Serif 4', 'cyrillic'],
    ['ж\u0301', 'Source Serif 4', 'cyrillic'],
    ['ἀ', 'Inter', 'greek-ext'],
    ['م', 'Noto Sans Arabic', 'arabic'],
    ['בְּ', 'Noto Sans Hebrew', 'hebrew'],
    ['©', 'Source Serif 4', 'latin'],
  ])('%s', (character, font, subset) => {
    expect(getSource(character, 'serif')).toMatchObject({ font, subset })
  })

  it.each(['漢', 'あ', '한', '🙂', '©\ufe0f', '1\ufe0f\u20e3', 'x\u0302', 'ა', '→'])(
    '%s uses a system font',
    (character) => {
      expect(getSource(character, 'sans')).toBeUndefined()
    },
  )

  it('splits words where their characters change files', () => {
    expect(listRanges('Łódź 漢', 'sans').map(({ text, at, source }) => [text, at, source?.subset])).toEqual([
      ['Ł', 0, 'latin-ext'],
      ['ód', 1, 'latin'],
      ['ź', 3, 'latin-ext'],
      [' ', 4, 'latin'],
      ['漢', 5, undefined],
    ])
  })
})

it('gives characters of system fonts the same widths everywhere', () => {
  const characters = ['漢', 'あ', '한', 'ﾊ', '🙂', '👨‍👩‍👧', '🇸🇪', '☀', '→', 'ა', '\u200b']
  expect(characters.map(systemWidth)).toEqual([1, 1, 0.92, 0.5, 1.25, 1.25, 1.25, 1.25, 0.85, 0.62, 0])
  const { measure, asked } = counting()
  expect(layoutText(richText('漢字🙂'), style, measure).widest).toBe(32.5)
  expect(asked()).toEqual([])
})
