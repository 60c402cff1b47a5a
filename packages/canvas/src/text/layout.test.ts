import { describe, expect, it } from 'vitest'
import { listBreaks, getGraphemes } from './breaks.ts'
import { baseLevel, getLevels, visualOrder } from './bidi.ts'
import { layoutText } from './layout.ts'
import type { TextStyle } from './text-style.ts'
import type { RichText } from '../document/text/rich-text.ts'
import { textWithMarkers, getWeight } from './rich.ts'
import type { TextBlock } from './run.ts'
import { halfWidths, richText } from './testing.ts'

const style: TextStyle = { font: 'sans', size: 10, align: 'start', width: 50 }

function getLines(block: TextBlock): string[] {
  return block.lines.map((line) => line.runs.map((run) => run.text).join('|'))
}

function lay(doc: RichText, over: Partial<TextStyle> = {}): TextBlock {
  return layoutText(doc, { ...style, ...over }, halfWidths)
}

describe('wrapping', () => {
  it('fills lines with whole words and drops the spaces between lines', () => {
    expect(getLines(lay(richText('one two three four')))).toEqual(['one two', 'three four'])
  })

  it('keeps a word that fits exactly', () => {
    expect(getLines(lay(richText('0123456789 ab')))).toEqual(['0123456789', 'ab'])
  })

  it('breaks a word wider than the box between characters', () => {
    expect(getLines(lay(richText('ab 0123456789012 z')))).toEqual(['ab', '0123456789', '012 z'])
  })

  it('terminates in a box narrower than a character', () => {
    expect(getLines(lay(richText('abc'), { width: 0 }))).toEqual(['ab', 'c'])
  })

  it('breaks after a hyphen between letters, not before a number', () => {
    expect(getLines(lay(richText('hyper-active')))).toEqual(['hyper-', 'active'])
    expect(listBreaks('minus -12')).toEqual([6])
  })

  it('gives an empty document one empty line, and an empty paragraph its height', () => {
    expect(lay(richText('')).h).toBeCloseTo(13.5)
    expect(lay(richText('a', '', 'b')).h).toBeCloseTo(40.5)
  })

  it('does not wrap if the box grows with the text', () => {
    const block = lay(richText('one two three', 'four'), { width: null })
    expect([getLines(block), block.w]).toEqual([['one two three', 'four'], 65])
  })

  it('keeps line breaks of the author', () => {
    const doc = {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a' }, { type: 'hardBreak' }, { type: 'text', text: 'b' }],
        },
      ],
    }
    expect(getLines(lay(doc))).toEqual(['a', 'b'])
    expect(textWithMarkers(doc)).toBe('a\nb')
  })
})

describe('words with punctuation', () => {
  const parts = (text: string): string[] =>
    [0, ...listBreaks(text)].map((from, i, all) => text.slice(from, all[i + 1]))

  it.each([
    ['well-known', ['well-', 'known']],
    ['2026-11-21', ['2026-', '11-', '21']],
    ['14–16', ['14–', '16']],
    ['x—y', ['x', '—', 'y']],
    ['html?a=b', ['html?', 'a=b']],
    ['https://example.com/a', ['https://example.com/a']],
    ['and/or', ['and/or']],
    ['[link](here)', ['[link]', '(here)']],
    ['f(x)', ['f(x)']],
    ['-5', ['-5']],
    ['wait…what', ['wait…', 'what']],
    ['“quoted”,', ['“quoted”,']],
    ['no\u00a0break', ['no\u00a0break']],
  ])('%s', (text, expected) => {
    expect(parts(text)).toEqual(expected)
  })
})

describe('tabs', () => {
  it('advance to the next stop', () => {
    const block = lay(richText('a\tbcd\te'), { width: 200 })
    expect(block.lines[0]!.runs.map(({ text, x }) => [text, x])).toEqual([
      ['a', 0],
      ['\t', 5],
      ['bcd', 20],
      ['\t', 35],
      // Half a space before a stop is too near: the next one is taken.
      ['e', 40],
    ])
  })

  it('start anew on each line', () => {
    expect(getLines(lay(richText('abcd\tefgh\tijkl'), { width: 65 }))).toEqual(['abcd|\t|efgh', 'ijkl'])
  })
})

describe('scripts', () => {
  it('breaks between ideographs, but not before closing punctuation or after an opening bracket', () => {
    expect(getLines(lay(richText('你好世界你好世界你，好'), { width: 85 }))).toEqual([
      '你好世界你好世界',
      '你，好',
    ])
    expect(listBreaks('（你）好')).toEqual([3])
  })

  it('keeps a sequence of joined emoji together', () => {
    expect(getGraphemes('a👨‍👩‍👧b')).toEqual(['a', '👨‍👩‍👧', 'b'])
    expect(listBreaks('👍🏽👍🏽')).toEqual([4])
  })

  it('breaks Thai between words', () => {
    expect(listBreaks('สวัสดีชาวโลก')).toEqual([6, 9])
  })

  it.each([
    ['Thai', 'ค่อยๆทำช้าๆ', ['ท', 'ช']],
    ['Khmer', 'ផ្សេងៗគ្នា។ហើយ', ['គ', 'ហ']],
    ['Burmese', 'မြန်မာ၊စာ။', ['စ']],
  ])('keeps signs of repetition and full stops of %s with the word before', (_script, text, starts) => {
    expect(listBreaks(text).map((at) => text.charAt(at))).toEqual(starts)
  })

  it.each([
    ['Chinese', '他说：“好。”然后（终于）走了！真的吗？'],
    ['Japanese', 'データを「チェック」しました。ちょっと待って、ゆっくりサーバーへ'],
    ['Korean', '(회의)는 세 시에 시작합니다. 늦지 마세요!'],
    ['Thai', 'ค่อยๆ ทำช้าๆ แล้วจะเสร็จ'],
  ])('begins no line of %s with closing punctuation or a small sign', (_script, text) => {
    for (let width = 60; width < 200; width += 5) {
      const lines = getLines(lay(richText(text), { width })).map((line) => line.replaceAll('|', ''))
      for (const line of lines)
        expect(line).not.toMatch(/^[、。，．：；！？」』）】”%ーっッょョャュゃゅ…)ๆฯ.!]/)
      for (const line of lines) expect(line).not.toMatch(/[「『（【“(]$/)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
  })

  it('runs Hebrew from right to left, with its numbers from left to right', () => {
    const line = lay(richText('שלום 12 עולם'), { width: 100 }).lines[0]!
    expect(line.rtl).toBe(true)
    expect(line.runs.map((run) => [run.text, run.rtl])).toEqual([
      [' עולם', true],
      ['12', false],
      ['שלום ', true],
    ])
    expect(line.x + line.width).toBeCloseTo(100)
  })

  it('keeps a Hebrew phrase in an English line in place', () => {
    const line = lay(richText('say שלום עולם now'), { width: 200 }).lines[0]!
    expect(line.runs.map((run) => run.text)).toEqual(['say ', 'שלום עולם', ' now'])
    expect(line.x).toBe(0)
  })

  it('takes the direction of a paragraph from its first strong character', () => {
    expect([baseLevel('12 שלום'), baseLevel('a שלום'), baseLevel('مرحبا a'), baseLevel('12')]).toEqual([
      1, 0, 1, 0,
    ])
    expect([...getLevels('a1 ב', 0)]).toEqual([0, 0, 0, 1])
    expect(visualOrder([0, 1, 2, 1, 0])).toEqual([0, 3, 2, 1, 4])
  })

  it('keeps bracketed text together', () => {
    // UAX #9, N0: the pair goes with its paragraph, since a Hebrew word stands in it.
    const { runs } = lay(richText('רעיון v2 (Tavla לוח) v3'), { width: 400 }).lines[0]!
    expect(runs.toSorted((a, b) => a.x - b.x).map(({ text }) => text)).toEqual([
      'v3',
      ' לוח) ',
      'Tavla',
      ' (',
      'v2',
      'רעיון ',
    ])
  })
})

describe('formats', () => {
  const bold = { type: 'bold' }
  const item = (text: string) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })

  it('measures each run in its own face and joins equal runs', () => {
    const doc = {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a b ' },
            { type: 'text', text: 'cd', marks: [bold] },
          ],
        },
      ],
    }
    const runs = lay(doc, { width: 200 }).lines[0]!.runs
    expect(runs.map(({ text, x, width, bold }) => ({ text, x, width, bold }))).toEqual([
      { text: 'a b ', x: 0, width: 20, bold: false },
      { text: 'cd', x: 20, width: 12.5, bold: true },
    ])
  })

  it('aligns lines by the direction of their paragraph', () => {
    const xs = (['start', 'center', 'end'] as const).map(
      (align) => lay(richText('abcd'), { align }).lines[0]!.x,
    )
    expect(xs).toEqual([0, 15, 30])
    expect(lay(richText('שלום'), { align: 'end' }).lines[0]!.x).toBe(0)
  })

  it('keeps lists at their edge in any alignment', () => {
    const list = { type: 'bulletList', content: [item('a')] }
    const doc = { type: 'doc' as const, content: [list] }
    expect(lay(doc, { align: 'center' }).lines[0]!.x).toBe(15)
    expect(lay(doc, { align: 'end' }).lines[0]!.x).toBe(15)
  })

  it('places list markers before the first line of an item', () => {
    const doc = {
      type: 'doc' as const,
      content: [{ type: 'orderedList', attrs: { start: 3 }, content: [item('one two'), item('b')] }],
    }
    const block = lay(doc, { width: 45 })
    expect(block.lines.map((line) => line.runs.map((run) => run.text))).toEqual([
      ['one', '3.'],
      ['two'],
      ['b', '4.'],
    ])
    expect(block.lines.map((line) => line.x)).toEqual([15, 15, 15])
    expect(block.lines[0]!.runs[1]!.x).toBe(0)
    expect(textWithMarkers(doc)).toBe('3. one two\n4. b')
  })
})

describe('caching', () => {
  it('lays out a document once, and again when its format changes', () => {
    const doc = richText('same')
    expect(lay(doc)).toBe(lay(doc))
    expect(lay(doc, { size: 12 })).not.toBe(lay(doc))
    expect(layoutText(doc, style, (run) => run.text.length)).not.toBe(lay(doc))
  })

  it('estimates a document’s size without a layout', () => {
    expect(getWeight(richText('four', 'five5'))).toEqual({ characters: 9, paragraphs: 2 })
  })
})
