import i18next from 'i18next'
import { browserLocation } from '../dom/url.ts'
import { whenIdle } from './idle.ts'
import { loadTexts } from '../i18n.ts'
import { loadChunk } from './chunk-retry.ts'
import { toasts } from '../toast.ts'

/** Code that loads apart from what needs it, for components that show something else until it is there. */
export interface LazyCode<Content> {
  /** Null until it has loaded. */
  getLoaded(): Content | null
  /** Calls back when it has loaded; the returned function ends this. */
  subscribe(callback: () => void): () => void
  /** Loads it. Resolves to null if that failed, which a toast has said; the next call tries again. */
  load(): Promise<Content | null>
  /** Loads it now. A failure is left to `load` to report. */
  preload(): void
  /** Preloads it when the page has nothing else to do: without a connection it would be too late. */
  preloadWhenIdle(): void
}

/**
 * Code with its translations that loads when it is needed.
 *
 * @param name for the error message of a chunk that fails to load
 * @param namespaces of its translations
 */
export function lazyCode<Content>(
  name: string,
  load: () => Promise<Content>,
  ...namespaces: string[]
): LazyCode<Content> {
  let loaded: Content | null = null
  let loading: Promise<Content> | null = null
  let isScheduled = false
  const callbacks = new Set<() => void>()
  const run = async (): Promise<Content> => {
    try {
      const [content] = await Promise.all([loadChunk(name, load), loadTexts(...namespaces)])
      loaded = content
      for (const callback of callbacks) callback()
      return content
    } finally {
      loading = null
    }
  }
  const start = (): Promise<Content> => (loading ??= run())
  const preload = (): void => {
    if (loaded === null) start().catch(() => undefined)
  }
  return {
    getLoaded: () => loaded,
    subscribe(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    async load() {
      if (loaded !== null) return loaded
      try {
        return await start()
      } catch (error) {
        console.warn(error)
        sayMissing()
        return null
      }
    },
    preload,
    preloadWhenIdle() {
      if (isScheduled) return
      isScheduled = true
      whenIdle(preload)
    },
  }
}

function sayMissing(): void {
  // No refusal, which some screens show at a field instead: this text has no other place.
  toasts.note(i18next.t('failures.chunk'), {
    label: i18next.t('act.reload'),
    run: () => browserLocation.navigate(location.href),
  })
}
