import { getBoardWeights } from '../text/fonts.ts'
import type { FontFile, ListFonts } from './font-files.ts'

/** Reads the bytes at a URL; rejects if they are not available. */
export type ReadUrl = (address: string) => Promise<Blob>

/** The fonts declared in the page's style sheets, which text on the board is drawn with. */
export function pageFonts(read: ReadUrl, sheets: Iterable<CSSStyleSheet> = document.styleSheets): ListFonts {
  return () =>
    Array.from(sheets).flatMap((sheet) =>
      Array.from(getRules(sheet), (rule) => getFontFiles(rule, read)).flat(),
    )
}

function getRules(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  try {
    return Array.from(sheet.cssRules).filter((rule) => rule instanceof CSSFontFaceRule)
  } catch {
    // Style sheets of browser extensions cannot be read, and are not ours.
    return []
  }
}

function getFontFiles(rule: CSSFontFaceRule, read: ReadUrl): readonly FontFile[] {
  const of = (name: string): string => rule.style.getPropertyValue(name).trim()
  const weights = getBoardWeights(of('font-weight'))
  const base = rule.parentStyleSheet?.href ?? document.baseURI
  const addresses = new Map<string, string>()
  for (const [, address, format] of of('src').matchAll(/url\("?([^")]+)"?\)\s*format\("?([^")]+)"?\)/g))
    addresses.set(format!.replace(/-variations$/, ''), new URL(address!, base).href)
  if (addresses.size === 0) return []
  const unicodeRange = of('unicode-range') || 'U+0-10FFFF'
  const family = of('font-family').replace(/^["'](.*)["']$/, '$1')
  return weights.map((weight) => ({
    family,
    bold: weight === '700',
    italic: of('font-style') === 'italic',
    ranges: getRanges(family, unicodeRange),
    unicodeRange,
    async read(as) {
      const address = addresses.get(as)
      if (address === undefined) throw new Error(`no ${as} of this font`)
      return new Uint8Array(await (await read(address)).arrayBuffer())
    },
  }))
}

type Range = readonly [number, number]

/**
 * By family, what its style sheet names and its files lack, all or most of it: Korean, compatibility ideographs and
 * four signs. Compared with the character maps of the files.
 */
const missing: ReadonlyMap<string, readonly Range[]> = new Map([
  [
    'Noto Sans SC Variable',
    parseRanges('U+1100-11FF, U+2042, U+2047-2048, U+2051, U+3131-318E, U+AC00-D7A3, U+F900-FAFF'),
  ],
])

/** Code points that the files of a family have, of those in the `unicode-range` of its style sheet. */
export function getRanges(family: string, unicodeRange: string): readonly Range[] {
  const lacking = missing.get(family) ?? []
  return lacking.reduce(
    (ranges, each) => ranges.flatMap((range) => subtract(range, each)),
    parseRanges(unicodeRange),
  )
}

function subtract([from, to]: Range, [first, last]: Range): readonly Range[] {
  const parts: readonly Range[] = [
    [from, Math.min(to, first - 1)],
    [Math.max(from, last + 1), to],
  ]
  return last < from || first > to ? [[from, to]] : parts.filter(([start, end]) => start <= end)
}

/** Parses `U+26`, `U+0-7F` and `U+4??`. */
function parseRanges(unicodeRange: string): readonly Range[] {
  return unicodeRange.split(',').flatMap((part) => {
    const found = /^U\+([0-9a-f]*)(\?*)(?:-([0-9a-f]+))?$/i.exec(part.trim())
    if (!found) return []
    const [, start = '', open = '', end] = found
    const from = Number.parseInt(start + '0'.repeat(open.length), 16)
    const to = Number.parseInt(end ?? start + 'f'.repeat(open.length), 16)
    return [[from, to] as const]
  })
}
