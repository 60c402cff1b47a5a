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
  return weights.map((weight) => ({
    family: of('font-family').replace(/^["'](.*)["']$/, '$1'),
    bold: weight === '700',
    italic: of('font-style') === 'italic',
    ranges: getRanges(unicodeRange),
    unicodeRange,
    async read(as) {
      const address = addresses.get(as)
      if (address === undefined) throw new Error(`no ${as} of this font`)
      return new Uint8Array(await (await read(address)).arrayBuffer())
    },
  }))
}

/** Parses `U+26`, `U+0-7F` and `U+4??` to ranges of code points. */
export function getRanges(unicodeRange: string): readonly (readonly [number, number])[] {
  return unicodeRange.split(',').flatMap((part) => {
    const found = /^U\+([0-9a-f]*)(\?*)(?:-([0-9a-f]+))?$/i.exec(part.trim())
    if (!found) return []
    const [, start = '', open = '', end] = found
    const from = Number.parseInt(start + '0'.repeat(open.length), 16)
    const to = Number.parseInt(end ?? start + 'f'.repeat(open.length), 16)
    return [[from, to] as const]
  })
}
