import { basePath } from '@tavla/contract'

/** Path below the base path: `/dashboard` for `/app/dashboard`. */
export function pathBelowBase(pathname: string): string {
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
}

/** Paths below the base path that require a session; spec §2. */
export const sessionPaths = ['userinfo', 'dashboard', 'whiteboard', 'request-access'] as const

/** Path, query and hash of the page. */
export const getFullUrl = (): string => location.pathname + location.search + location.hash

/** URL at which a guest creates an account; afterwards the page at `path` is opened again. */
export function getUpgradeUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams({ back: pathBelowBase(pathname) + search })
  return `${basePath}/userinfo?${query}#upgrade`
}

/** The path that `getUpgradeUrl` was given; null if the query has none or another one than a board or the boards. */
export function readUpgradeReturn(query: URLSearchParams): string | null {
  const back = query.get('back')
  return back !== null && /^\/(dashboard|whiteboard)(\?|$)/.test(back) ? back : null
}

/** Whether the document itself was loaded at this path, rather than navigated to. */
export function wasLoadedAt(path: string): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name).pathname === path
}

/** The page's location and navigation; tests pass their own. */
export interface BrowserLocation {
  /** Full path, with the base path. */
  path(): string
  query(): string
  /** Loads another page, which clears everything in memory. */
  navigate(url: string): void
}

export const browserLocation: BrowserLocation = {
  path: () => location.pathname,
  query: () => location.search,
  navigate: (url) => location.assign(url),
}

/** The part of `window` that reports a page restored from the back-forward cache. */
export interface RestoredPage {
  addEventListener(type: 'pageshow', listener: (event: { readonly persisted: boolean }) => void): void
}

/** The back button can restore a page with the data of a user who has signed out since; it is reloaded. */
export function reloadWhenRestored(page: RestoredPage, reload: () => void): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reload()
  })
}
