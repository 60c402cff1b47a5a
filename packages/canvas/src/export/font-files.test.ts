import { describe, expect, it } from 'vitest'
import { filesNeeded, fontFaceRules, type FontFile } from './font-files.ts'
import { getRanges } from './page-fonts.ts'
import type { UsedFont } from './text-pen.ts'

function file(family: string, unicodeRange: string, over: Partial<FontFile> = {}): FontFile {
  return {
    family,
    bold: false,
    italic: false,
    ranges: getRanges(family, unicodeRange),
    unicodeRange,
    read: () => Promise.resolve(Uint8Array.of(1, 2, 3)),
    ...over,
  }
}

const latin = file('Inter', 'U+0-FF, U+20AC')
const extended = file('Inter', 'U+100-24F')
const bold = file('Inter', 'U+0-FF', { bold: true })
const arabic = file('Noto Sans Arabic', 'U+0600-06FF')
const files = [arabic, latin, extended, bold]

function written(text: string, over: Partial<UsedFont> = {}): UsedFont {
  const characters = new Set(Array.from(text, (character) => character.codePointAt(0)!))
  return { font: 'sans', bold: false, italic: false, characters, ...over }
}

describe('embedded fonts', () => {
  it('are those needed by the text, and no others', () => {
    expect([...filesNeeded([written('å € 5')], files)]).toEqual([latin])
    expect([...filesNeeded([written('Łódź')], files)].sort()).toEqual([extended, latin].sort())
    expect([...filesNeeded([written('a', { bold: true })], files)]).toEqual([bold])
  })

  it('include fallback fonts for missing characters, upright if there is no italic', () => {
    expect([...filesNeeded([written('سلام', { italic: true, bold: true })], files)]).toEqual([arabic])
  })

  it('are those of the first font that has a character, not of one whose style sheet only names it', () => {
    const chinese = file('Noto Sans SC Variable', 'U+4E00-4E10, U+ABFF-AC02')
    const korean = file('Noto Sans KR Variable', 'U+AC00-AC02')
    expect([...filesNeeded([written('一각')], [chinese, korean])]).toEqual([chinese, korean])
  })

  it('are none for characters of system fonts', () => {
    expect([...filesNeeded([written('漢😀')], files)]).toEqual([])
  })

  it('become font-face rules; a font that cannot be loaded is omitted', async () => {
    const lost = file('Inter', 'U+0-FF', { read: () => Promise.reject(new Error('gone')) })
    expect(await fontFaceRules([bold, lost])).toBe(
      "@font-face{font-family:'Inter';font-weight:700;font-style:normal;unicode-range:U+0-FF;" +
        "src:url(data:font/woff2;base64,AQID) format('woff2')}",
    )
  })
})

it('unicode ranges are parsed in all forms of CSS', () => {
  expect(getRanges('Inter', 'U+26, U+0-7F,u+4??')).toEqual([
    [0x26, 0x26],
    [0, 0x7f],
    [0x400, 0x4ff],
  ])
})

it('ranges omit what no file of the font has', () => {
  expect(getRanges('Noto Sans SC Variable', 'U+2040-2049, U+AC01, U+D7A0-D7B0, U+4E00')).toEqual([
    [0x2040, 0x2041],
    [0x2043, 0x2046],
    [0x2049, 0x2049],
    [0xd7a4, 0xd7b0],
    [0x4e00, 0x4e00],
  ])
})
