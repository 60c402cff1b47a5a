import type { Clock } from '../editor/clock.ts'
import { waitForFallbacks } from '../text/uncovered.ts'

export interface FontWatchOptions {
  readonly clock: Clock
  /** Whether texts were laid out with this CSS family, or with another one while it was missing. */
  readonly isUsed: (family: string) => boolean
  /** Lays out and draws all texts again: layouts from before have wrong widths. */
  readonly onLoaded: () => void
}

/** Fonts for other characters of the same texts usually follow; for so long they are drawn together, ms. */
const maxWaitMs = 150

/** Tells when fonts of texts have loaded. */
export function watchFonts({ clock, isUsed, onLoaded }: FontWatchOptions): () => void {
  const { fonts } = document
  let cancel = (): void => undefined
  const loaded = ({ fontfaces }: FontFaceSetLoadEvent): void => {
    if (!fontfaces.some(({ family }) => isUsed(family))) return
    cancel()
    let isPending = true
    const cancelTimer = clock.after(maxWaitMs, end)
    cancel = () => {
      isPending = false
      cancelTimer()
    }
    // While others are loading, the same event follows.
    void waitForFallbacks().then(() => fonts.status === 'loading' || end())
    function end(): void {
      if (!isPending) return
      cancel()
      onLoaded()
    }
  }
  fonts.addEventListener('loadingdone', loaded)
  return () => {
    fonts.removeEventListener('loadingdone', loaded)
    cancel()
  }
}
