import { fallbackFonts, fontFamilies, getBoardWeights } from '../../text/fonts.ts'
import type { AnnouncedFont } from './raster-orders.ts'

/** One font file of the board, as declared in the page's style sheets. */
export interface BoardFont {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly unicodeRange: string
  read(as: 'woff2'): Promise<Uint8Array<ArrayBuffer>>
}

const families: ReadonlySet<string> = new Set<string>([
  ...Object.values(fontFamilies).flatMap(({ chain }) => chain),
  ...fallbackFonts,
])

/**
 * Sends the fonts that the page has loaded to a worker, as bytes, because the content security policy allows no
 * requests by workers.
 */
export function createFontSender(files: () => readonly BoardFont[], loaded: () => Iterable<FontFace>) {
  let sentIds: ReadonlySet<string> = new Set()
  const names = (): Set<string> => new Set(Array.from(loaded(), getFontNames).flat())
  return {
    /** Whether the page has loaded further fonts. */
    get hasMore(): boolean {
      return [...names()].some((name) => !sentIds.has(name))
    },
    /** Rejects if one of them is not available. */
    async all(): Promise<AnnouncedFont[]> {
      sentIds = names()
      const byName = new Map(files().map((file) => [getName(file), file]))
      return await Promise.all(
        Array.from(sentIds, async (name) => {
          const file = byName.get(name)
          if (!file) throw new Error(`no file of the font ${name}`)
          const { family, bold, italic, unicodeRange } = file
          const weight = bold ? '700' : '400'
          const style = italic ? 'italic' : 'normal'
          return { family, weight, style, unicodeRange, bytes: await file.read('woff2') } as const
        }),
      )
    },
  }
}

function getName({ family, bold, italic, unicodeRange }: BoardFont): string {
  return [family, bold ? '700' : '400', italic ? 'italic' : 'normal', plain(unicodeRange)].join('|')
}

/** None for fonts that boards do not use: the interface has other weights. A variable font has both that boards use. */
function getFontNames(face: FontFace): readonly string[] {
  const family = face.family.replace(/^["'](.*)["']$/, '$1')
  if (face.status !== 'loaded' || !families.has(family)) return []
  const style = face.style === 'italic' ? 'italic' : 'normal'
  return getBoardWeights(face.weight).map((weight) =>
    [family, weight, style, plain(face.unicodeRange)].join('|'),
  )
}

function plain(unicodeRange: string): string {
  return unicodeRange.replace(/\s/g, '').toLowerCase()
}
