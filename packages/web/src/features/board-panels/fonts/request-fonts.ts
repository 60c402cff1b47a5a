// With this code: Chinese and Japanese texts need it, and would wait for another answer of the server.
import simplifiedChinese from '@fontsource-variable/noto-sans-sc/wght.css?inline'
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

const han = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\u3000-\u303f\u30fc\uff01-\uffe6]/u
const hanOrHangul = new RegExp(`${han.source}|\\p{sc=Hang}`, 'u')

const getEastAsian = (
  family: string,
  script: RegExp,
  loadSheet: FallbackFont['loadSheet'],
): FallbackFont => ({ family, script, isNeeded: () => true, loadSheet })

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
  getEastAsian('Noto Sans SC Variable', han, async () => ({ default: simplifiedChinese })),
  getEastAsian(
    'Noto Sans JP Variable',
    han,
    () => import('@fontsource-variable/noto-sans-jp/wght.css?inline'),
  ),
  getEastAsian(
    'Noto Sans KR Variable',
    hanOrHangul,
    () => import('@fontsource-variable/noto-sans-kr/wght.css?inline'),
  ),
  getEastAsian(
    'Noto Sans TC Variable',
    han,
    () => import('@fontsource-variable/noto-sans-tc/wght.css?inline'),
  ),
]

/** One file of a font. */
interface FontPart {
  readonly ranges: ReturnType<typeof getRanges>
  readonly rule: CSSFontFaceRule
  face?: FontFace
}

const partsByFont = new Map<FallbackFont, Promise<readonly FontPart[] | undefined>>()

/**
 * Resolves when the files have arrived or failed, with the characters that need not be requested again: a style sheet that
 * failed is loaded again, and signs such as ★ are drawn in a font once a text in its script is.
 */
export async function requestFonts(characters: readonly string[]): Promise<readonly string[]> {
  const loading: Promise<unknown>[] = []
  const found: string[] = []
  let left = characters
  for (const font of fonts) {
    const [ofScript, others] = divide(left, (character) => font.script.test(character))
    if (ofScript.length > 0 && !font.isNeeded()) {
      found.push(...ofScript)
      left = others
    } else if (ofScript.length > 0 || partsByFont.has(font)) {
      const wanted = new Set(left.map(getCode))
      const covered = new Set<number>()
      for (const part of (await getParts(font)) ?? []) {
        const codes = listCovered(wanted, part)
        if (codes.length > 0) loading.push(loadPart(part))
        for (const code of codes) covered.add(code)
      }
      const [here, missing] = divide(left, (character) => covered.has(getCode(character)))
      found.push(...here)
      left = missing
    }
  }
  // The board draws again once the files are here; a file that does not arrive leaves the system's font.
  await Promise.allSettled(loading)
  return found
}

/** Undefined if its style sheet does not arrive. */
function getParts(font: FallbackFont): Promise<readonly FontPart[] | undefined> {
  let loading = partsByFont.get(font)
  if (!loading) {
    loading = font
      .loadSheet()
      .then(readSheet)
      .catch(() => {
        partsByFont.delete(font)
        return undefined
      })
    partsByFont.set(font, loading)
  }
  return loading
}

/** The page does not get the style sheet: browsers would load all other fonts again unless it came last. */
async function readSheet({ default: css }: { readonly default: string }): Promise<readonly FontPart[]> {
  const sheet = await new CSSStyleSheet().replace(css)
  fontSheets.add(sheet)
  return Array.from(sheet.cssRules)
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map((rule) => ({ ranges: getRanges(getName(rule), rule.style.getPropertyValue('unicode-range')), rule }))
}

const getName = (rule: CSSFontFaceRule): string =>
  rule.style.getPropertyValue('font-family').replace(/^["'](.*)["']$/, '$1')

function loadPart(part: FontPart): Promise<unknown> {
  if (!part.face) {
    const get = (name: string): string => part.rule.style.getPropertyValue(name)
    part.face = new FontFace(getName(part.rule), get('src'), {
      style: get('font-style'),
      weight: get('font-weight'),
      unicodeRange: get('unicode-range'),
    })
    document.fonts.add(part.face)
  }
  return part.face.load()
}

/** The characters that a file has: by its ranges, so that very many characters take no longer. */
function listCovered(codes: ReadonlySet<number>, { ranges }: FontPart): number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((code) => codes.has(code)),
  )
}

function divide(characters: readonly string[], test: (character: string) => boolean): [string[], string[]] {
  return [characters.filter(test), characters.filter((character) => !test(character))]
}

const getCode = (character: string): number => character.codePointAt(0) ?? 0

/** Whether the system draws emoji in colour: then its own are drawn, which people know. */
function hasColorEmoji(): boolean {
  const context = new OffscreenCanvas(20, 20).getContext('2d')
  if (!context) return true
  context.font = "16px 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif"
  context.fillText('\u{1f600}', 0, 16)
  const { data } = context.getImageData(0, 0, 20, 20)
  return data.some((value, at) => at % 4 === 0 && value !== data[at + 2])
}
