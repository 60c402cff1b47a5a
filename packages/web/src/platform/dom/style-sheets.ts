export interface PageStyles {
  /** Reloads the style sheets that failed; rejects if one fails again, which stays on the list. */
  reloadFailed(): Promise<void>
}

/** Compared by tag name: a link of another document, such as an iframe's, has another class. */
const isStyleSheet = (target: EventTarget | null): target is HTMLLinkElement =>
  (target as Element | null)?.localName === 'link' && (target as HTMLLinkElement).rel === 'stylesheet'

/** Chromium attaches an empty or unreadable sheet to a link that failed; other browsers attach none. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    return true
  }
}

/**
 * Records which style sheets failed to load. The bundler's loader requests each only once, so that loading
 * a chunk again would otherwise show a screen without its styles.
 */
export function watchStyles(page: Document): PageStyles {
  const failed = new Set(
    [...page.querySelectorAll('link')].filter((link) => isStyleSheet(link) && isEmpty(link)),
  )
  page.addEventListener(
    'error',
    ({ target }) => {
      if (isStyleSheet(target)) failed.add(target)
    },
    { capture: true },
  )
  const reloadAllFailed = async (): Promise<void> => {
    const links = [...failed]
    failed.clear()
    await Promise.all(links.map(reloadSheet))
  }
  // One at a time, so that a sheet does not count as loaded while another call still waits for it.
  let reloading = Promise.resolve()
  return {
    reloadFailed() {
      reloading = reloading.catch(() => undefined).then(reloadAllFailed)
      return reloading
    },
  }
}

/** In the same position, since later sheets override earlier ones. */
function reloadSheet(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.addEventListener('load', () => resolve())
    next.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${next.href}`)))
    link.replaceWith(next)
  })
}

/** Those of the page; outside a browser there are none. */
export const pageStyles: PageStyles = globalThis.document
  ? watchStyles(document)
  : { reloadFailed: () => Promise.resolve() }
