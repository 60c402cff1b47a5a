import { fontFamilies, watchUncovered } from '@tavla/canvas'

interface FallbackSheet {
  readonly script: RegExp
  /** Whether this system has to be given a font for the script. */
  readonly isNeeded: () => boolean
  readonly load: () => Promise<unknown>
}

/** Style sheets that name the font files of large scripts. They are loaded when a board first needs one of the files. */
const sheets: readonly FallbackSheet[] = [
  {
    script: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3000-\u303f\u30fc\uff01-\uffe6]/u,
    isNeeded: () => true,
    load: () => import('./cjk-fonts.css'),
  },
  {
    script: /\p{Emoji_Presentation}|\ufe0f|\u20e3/u,
    isNeeded: () => !hasColorEmoji(),
    load: () => import('@fontsource/noto-emoji/400.css'),
  },
]

const loaded = new Map<FallbackSheet, Promise<boolean>>()
const size = 16

/** Loads fonts for the characters on boards that the shipped fonts do not have, such as Chinese ones. */
export function loadFallbackFonts(): void {
  watchUncovered(async (text) => {
    const wanted = await Promise.all(sheets.filter(({ script }) => script.test(text)).map(loadSheet))
    if (!wanted.includes(true)) return
    // Measuring loads the files that drawing needs, and of several fonts with a character only the first one's.
    measureText(text)
    // The board draws again once the files are here; a file that does not arrive leaves the system's font.
    await document.fonts.ready
  })
}

function measureText(text: string): void {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return
  for (const weight of ['400', '700']) {
    context.font = `${weight} ${size}px ${fontFamilies.sans.css}`
    context.measureText(text)
  }
}

function loadSheet(sheet: FallbackSheet): Promise<boolean> {
  let loading = loaded.get(sheet)
  if (!loading) {
    loading = !sheet.isNeeded()
      ? Promise.resolve(false)
      : sheet.load().then(
          () => true,
          () => {
            // Tried again with the next text.
            loaded.delete(sheet)
            return false
          },
        )
    loaded.set(sheet, loading)
  }
  return loading
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
