import { getRanges } from '@tavla/canvas'
import { fontSheets } from './font-files.ts'

/** A font in many files by character. */
interface FallbackFont {
  readonly family: string
  readonly script: RegExp
  /** Whether this system has to be given a font for the script. */
  readonly isNeeded: () => boolean
  /** Its style sheet, which loads when a board first needs one of the files. */
  readonly loadSheet: () => Promise<{ readonly default: string }>
}

const eastAsian = {
  script: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3000-\u303f\u30fc\uff01-\uffe6]/u,
  isNeeded: () => true,
}

/**
 * In the order in which browsers try them: the first with a character draws it. The style sheet of each names a hundred
 * files, so that of the next is loaded only for characters that those before do not have.
 */
const fonts: readonly FallbackFont[] = [
  {
    family: 'Noto Emoji',
    script: /\p{Emoji_Presentation}|\ufe0f|\u20e3/u,
    isNeeded: () => !hasColorEmoji(),
    loadSheet: () => import('@fontsource/noto-emoji/400.css?inline'),
  },
  {
    ...eastAsian,
    family: 'Noto Sans SC Variable',
    loadSheet: () => import('@fontsource-variable/noto-sans-sc/wght.css?inline'),
  },
  {
    ...eastAsian,
    family: 'Noto Sans JP Variable',
    loadSheet: () => import('@fontsource-variable/noto-sans-jp/wght.css?inline'),
  },
  {
    ...eastAsian,
    family: 'Noto Sans KR Variable',
    loadSheet: () => import('@fontsource-variable/noto-sans-kr/wght.css?inline'),
  },
  {
    ...eastAsian,
    family: 'Noto Sans TC Variable',
    loadSheet: () => import('@fontsource-variable/noto-sans-tc/wght.css?inline'),
  },
]

/** One file of a font. */
interface FontPart {
  readonly ranges: ReturnType<typeof getRanges>
  readonly rule: CSSFontFaceRule
  face?: FontFace
}

const parts = new Map<FallbackFont, Promise<readonly FontPart[] | undefined>>()

/** Resolves when the files have arrived or failed; false if a style sheet failed, which is loaded again with the next text. */
export async function requestFonts(characters: readonly string[]): Promise<boolean> {
  const loading: Promise<unknown>[] = []
  const left = new Set(characters.map((character) => character.codePointAt(0) ?? 0))
  let isComplete = true
  for (const font of fonts) {
    const wanted = new Set([...left].filter((code) => font.script.test(String.fromCodePoint(code))))
    if (wanted.size === 0 || !font.isNeeded()) continue
    const parts = await getParts(font)
    isComplete &&= parts !== undefined
    for (const part of parts ?? []) {
      const covered = listCovered(wanted, part)
      if (covered.length > 0) loading.push(loadPart(part))
      for (const code of covered) left.delete(code)
    }
  }
  // The board draws again once the files are here; a file that does not arrive leaves the system's font.
  await Promise.allSettled(loading)
  return isComplete
}

/** Undefined if its style sheet does not arrive. */
function getParts(font: FallbackFont): Promise<readonly FontPart[] | undefined> {
  let loading = parts.get(font)
  if (!loading) {
    loading = font
      .loadSheet()
      .then(readSheet)
      .catch(() => {
        parts.delete(font)
        return undefined
      })
    parts.set(font, loading)
  }
  return loading
}

/** The page does not get the style sheet: browsers would load all other fonts again unless it came last. */
async function readSheet({ default: css }: { readonly default: string }): Promise<readonly FontPart[]> {
  const sheet = await new CSSStyleSheet().replace(css)
  fontSheets.add(sheet)
  return Array.from(sheet.cssRules)
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map((rule) => ({ ranges: getRanges(rule.style.getPropertyValue('unicode-range')), rule }))
}

function loadPart(part: FontPart): Promise<unknown> {
  if (!part.face) {
    const get = (name: string): string => part.rule.style.getPropertyValue(name)
    part.face = new FontFace(get('font-family').replace(/^["'](.*)["']$/, '$1'), get('src'), {
      style: get('font-style'),
      weight: get('font-weight'),
      unicodeRange: get('unicode-range'),
    })
    document.fonts.add(part.face)
  }
  return part.face.load()
}

/** The characters that a file has. */
function listCovered(codes: ReadonlySet<number>, { ranges }: FontPart): number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((code) => codes.has(code)),
  )
}

/** Whether the system draws emoji in colour: then its own are drawn, which people know. */
function hasColorEmoji(): boolean {
  const context = new OffscreenCanvas(20, 20).getContext('2d')
  if (!context) return true
  context.font = "16px 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif"
  context.fillText('\u{1f600}', 0, 16)
  const { data } = context.getImageData(0, 0, 20, 20)
  return data.some((value, at) => at % 4 === 0 && value !== data[at + 2])
}
