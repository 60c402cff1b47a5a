import type { TFunction } from 'i18next'

interface NamedPage {
  readonly id: string
  readonly name: string
}

/** The name of a page as it is shown; pages without one are numbered. Empty for a page that is not listed. */
export function getPageName(pages: readonly NamedPage[], id: string | null, t: TFunction<'board'>): string {
  const at = pages.findIndex((page) => page.id === id)
  return pages[at]?.name || (at < 0 ? '' : t('board:pages.fresh', { number: at + 1 }))
}
