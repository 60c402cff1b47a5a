import { fontFamilies } from '../../text/fonts.ts'
import type { AnnouncedFont } from './raster-orders.ts'

/** One file of a font that the board is drawn with, as the page's style sheets name it. */
export interface BoardFont {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly unicodeRange: string
  read(as: 'woff2'): Promise<Uint8Array<ArrayBuffer>>
}

const shipped: ReadonlySet<string> = new Set(Object.values(fontFamilies).flatMap(({ chain }) => chain))

/**
 * Tells a worker which fonts the page has loaded. Only their bytes will do: the content policy lets a worker fetch
 * nothing.
 */
export function createFontSender(files: () => readonly BoardFont[], loaded: () => Iterable<FontFace>) {
  let told: ReadonlySet<string> = new Set()
  const names = (): Set<string> => new Set(Array.from(loaded(), (face) => getFontName(face) ?? []).flat())
  return {
    /** Has the page loaded a font since? */
    get hasMore(): boolean {
      return [...names()].some((name) => !told.has(name))
    },
    /** Rejects when one of them cannot be had. */
    async all(): Promise<AnnouncedFont[]> {
      told = names()
      const byName = new Map(files().map((file) => [getName(file), file]))
      return await Promise.all(
        Array.from(told, async (name) => {
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

/** Undefined for what no board is drawn with: the interface has cuts in between. */
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
