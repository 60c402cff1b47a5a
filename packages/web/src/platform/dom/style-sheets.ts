export interface PageStyles {
  /** Loads once more whatever failed; rejects when it fails again, and then keeps it for the next time. */
  mend(): Promise<void>
}

/** By its tag: a link of another document, such as a frame's, is of another class. */
const isStyleSheet = (target: EventTarget | null): target is HTMLLinkElement =>
  (target as Element | null)?.localName === 'link' && (target as HTMLLinkElement).rel === 'stylesheet'

/** Chromium gives a sheet without rules, or with rules that cannot be read, to a link that failed; others give none. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    return true
  }
}

/**
 * Remembers which style sheets failed to load. The bundler's loader asks for each once and never again, so that trying a chunk
 * again would otherwise end in a screen without its styles.
 */
export function watchStyles(page: Document): PageStyles {
  const failed = new Set(
    [...page.querySelectorAll('link')].filter((one) => isStyleSheet(one) && isEmpty(one)),
  )
  page.addEventListener(
    'error',
    ({ target }) => {
      if (isStyleSheet(target)) failed.add(target)
    },
    { capture: true },
  )
  const mendFailed = async (): Promise<void> => {
    const again = [...failed]
    failed.clear()
    await Promise.all(again.map(loadAgain))
  }
  // One after the other, so that nobody takes for mended what somebody else is still waiting for.
  let mending = Promise.resolve()
  return {
    mend() {
      mending = mending.catch(() => undefined).then(mendFailed)
      return mending
    },
  }
}

/** In the same place, since later sheets overrule earlier ones. */
function loadAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.addEventListener('load', () => resolve())
    next.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${next.href}`)))
    link.replaceWith(next)
  })
}

/** Of the page; elsewhere there are none. */
export const pageStyles: PageStyles = globalThis.document
  ? watchStyles(document)
  : { mend: () => Promise.resolve() }
