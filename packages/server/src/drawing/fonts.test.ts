import { readFileSync } from 'node:fs'
import { Blob, Face } from 'harfbuzzjs'
import { fontFamilies, shippedFonts, type ShippedFontName } from '@tavla/canvas/svg'
import { describe, expect, it } from 'vitest'
import { fontPath, readFont, unpackWoff } from './font-files.ts'

const fontNames = Object.keys(shippedFonts) as ShippedFontName[]
const cuts = [false, true].flatMap((bold) => [false, true].map((italic) => ({ bold, italic })))

/** The characters that browsers request each file of a package for. */
function getRanges(font: ShippedFontName): Record<string, string> {
  const path = fontPath({ font, subset: 'latin', bold: false, italic: false })
  return JSON.parse(readFileSync(path.replace(/files\/[^/]*$/, 'unicode.json'), 'utf8'))
}

/** In the table's form: what the file has of the ranges that it is asked for. */
function coverage(file: Buffer, asked: string): string {
  const held = new Set<number>(new Face(new Blob(file)).collectUnicodes())
  const codes = asked
    .split(',')
    .flatMap((range) => {
      const [first, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((part) => parseInt(part, 16))
      return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i)
    })
    .filter((code) => held.has(code))
    .sort((a, b) => a - b)
  const ranges: string[] = []
  for (let i = 0; i < codes.length;) {
    let end = i
    while (codes[end + 1] === codes[end]! + 1) end++
    ranges.push(codes[i]!.toString(16) + (end > i ? `-${codes[end]!.toString(16)}` : ''))
    i = end + 1
  }
  return ranges.join(' ')
}

describe.each(fontNames)('%s', (font) => {
  it('contain the characters listed in the table, in every cut', () => {
    const asked = getRanges(font)
    for (const { name, covers } of shippedFonts[font].subsets) {
      for (const cut of cuts) {
        expect([name, cut, coverage(readFont({ font, subset: name, ...cut }), asked[name]!)]).toEqual([
          name,
          cut,
          covers,
        ])
      }
    }
  })

  it('have the units listed in the table', () => {
    const { subsets, unitsPerEm } = shippedFonts[font]
    const units = subsets.map(({ name }) => {
      const file = readFont({ font, subset: name, bold: true, italic: true })
      return new Face(new Blob(file)).upem
    })
    expect(new Set(units)).toEqual(new Set([unitsPerEm]))
  })

  it('have the same version in browsers and on the server', () => {
    const manifest = (of: string): Record<string, string> =>
      JSON.parse(readFileSync(new URL(`../../../${of}/package.json`, import.meta.url), 'utf8')).dependencies
    const name = shippedFonts[font].package
    expect(manifest('web')[name]).toBeDefined()
    expect(manifest('server')[name]).toBe(manifest('web')[name])
  })
})

it('each family has plain Latin in its first file, so that such text needs no lookup', () => {
  for (const { chain } of Object.values(fontFamilies)) {
    const first = chain[0]!
    const held = new Set<number>(
      new Face(
        new Blob(readFont({ font: first, subset: 'latin', bold: false, italic: false })),
      ).collectUnicodes(),
    )
    const plain = Array.from({ length: 0xff - 0x20 + 1 }, (_, i) => 0x20 + i)
    const missing = plain.filter((code) => (code < 0x7f || code > 0xa0) && code !== 0xad && !held.has(code))
    expect(missing).toEqual([])
    expect(shippedFonts[first].subsets[0]!.name).toBe('latin')
  }
})

it('are refused if they are not WOFF', () => {
  expect(() => unpackWoff(Buffer.from('wOF2....................'))).toThrow('not a WOFF file')
})
