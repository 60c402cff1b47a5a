import { fontFamilies } from '../../text/fonts.ts'
import type { AnnouncedFont } from './raster-orders.ts'

/** One font file of the board, as declared in the page's style sheets. */
export interface BoardFont {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly unicodeRange: string
  read(as: 'woff2'): Promise<Uint8Array<ArrayBuffer>>
}

const shipped: ReadonlySet<string> = new Set(Object.values(fontFamilies).flatMap(({ chain }) => chain))

/**
 * Sends the fonts that the page has loaded to a worker, as bytes, because the content security policy allows no
 * requests by workers.
 */
export function createFontSender(files: () => readonly BoardFont[], loaded: () => Iterable<FontFace>) {
  let sentIds: ReadonlySet<string> = new Set()
  const names = (): Set<string> => new Set(Array.from(loaded(), (face) => getFontName(face) ?? []).flat())
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

/** Undefined for fonts that boards do not use: the interface has other weights. */
function getFontName(face: FontFace): string | undefined {
  const family = face.family.replace(/^["'](.*)["']$/, '$1')
  const weight = face.weight === 'normal' ? '400' : face.weight === 'bold' ? '700' : face.weight
  if (face.status !== 'loaded' || !shipped.has(family) || (weight !== '400' && weight !== '700'))
    return undefined
  return [family, weight, face.style === 'italic' ? 'italic' : 'normal', plain(face.unicodeRange)].join('|')
}

function plain(unicodeRange: string): string {
  return unicodeRange.replace(/\s/g, '').toLowerCase()
}
