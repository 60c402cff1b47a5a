import { randomId } from '../random.ts'
import type { VisitedLocation } from './visited-location.ts'

/**
 * Called before a URL is shown; may send its visitor elsewhere.
 *
 * @param url whose path begins with the base path
 * @returns path below the base path, with its query, to show instead; null shows the URL
 */
export type NavigationGuard = (url: Pick<VisitedLocation, 'pathname' | 'search'>) => string | null

/** The part of `window` that navigations use; tests pass their own. */
export type NavigatedPage = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>

interface NavigationOptions {
  /** Begins with a slash and ends without one. */
  readonly basePath: string
  readonly guard: NavigationGuard
  readonly page?: NavigatedPage
}

interface EntryState {
  /** Of the caller: survives a reload of the page. */
  readonly usr: unknown
  /** Differs in every entry. */
  readonly key: string
}

/** Visits URLs, which begin with the base path. */
export interface Navigator {
  push(url: string, state?: unknown): void
  /** Without a new history entry. */
  replace(url: string, state?: unknown): void
}

/** The page's history entries: what is pushed, replaced or gone back to passes the guard before it is shown. */
export class Navigation {
  readonly basePath: string
  readonly #guard: NavigationGuard
  readonly #page: NavigatedPage
  readonly #listeners = new Set<() => void>()
  #location: VisitedLocation
  /** What was requested last; only that becomes an entry. */
  #requested: symbol | null = null

  /** Passes the page's first URL to the guard. */
  constructor({ basePath, guard, page = window }: NavigationOptions) {
    this.basePath = basePath
    this.#guard = guard
    this.#page = page
    this.#redirect(new URL(page.location.href))
    this.#location = this.#readLocation()
    page.addEventListener('popstate', this.#onPopState)
  }

  get location(): VisitedLocation {
    return this.#location
  }

  /** Calls the listener when another location is to be shown. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stops following the entries of the page. */
  dispose(): void {
    this.#requested = null
    this.#page.removeEventListener('popstate', this.#onPopState)
  }

  /**
   * For components that are shown at a path.
   *
   * @param pathname with the base path
   */
  createNavigator(pathname: string): Navigator {
    return {
      push: (to, state) => this.#request(to, { state, isReplacing: false }),
      replace: (to, state) => {
        const url = this.#resolve(to)
        // A screen that is still shown while another one renders must not return by changing its own query.
        const isLeft = this.#location.pathname !== pathname
        if (!isLeft || url.pathname !== pathname) this.#request(to, { state, isReplacing: true })
      },
    }
  }

  readonly #onPopState = (): void => {
    this.#requested = null
    const url = new URL(this.#page.location.href)
    if (!this.#changesHashOnly(url)) this.#redirect(url)
    this.#show()
  }

  /** Waits until the caller has finished: of several requests, the last one counts. */
  #request(to: string, entry: { readonly state: unknown; readonly isReplacing: boolean }): void {
    const request = Symbol('request')
    this.#requested = request
    queueMicrotask(() => {
      if (this.#requested !== request) return
      this.#requested = null
      const url = this.#resolve(to)
      // A redirect replaces the entry that is shown, so that going back does not lead to it again.
      if (this.#changesHashOnly(url) || !this.#redirect(url)) this.#write(url, entry)
      this.#show()
    })
  }

  /** Writes where the guard sends the visitor of a URL; false if it shows the URL. */
  #redirect(url: URL): boolean {
    let target: URL | null = null
    for (let to = this.#guard(url); to !== null; to = this.#guard(target))
      target = this.#resolve(this.basePath + to)
    if (target) this.#write(target, { state: null, isReplacing: true })
    return target !== null
  }

  #write(
    { href }: URL,
    { state, isReplacing }: { readonly state: unknown; readonly isReplacing: boolean },
  ): void {
    const { history, location } = this.#page
    const entry: EntryState = { usr: state ?? null, key: randomId() }
    if (isReplacing) return history.replaceState(entry, '', href)
    try {
      history.pushState(entry, '', href)
    } catch (error) {
      // Browsers limit how often a page adds entries; loading the URL has no such limit.
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      location.assign(href)
    }
  }

  #show(): void {
    this.#location = this.#readLocation()
    for (const listener of this.#listeners) listener()
  }

  #readLocation(): VisitedLocation {
    const { history, location } = this.#page
    const { pathname, search, hash } = location
    const entry = history.state as Partial<EntryState> | null
    return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' }
  }

  #resolve(to: string): URL {
    return new URL(to, this.#page.location.href)
  }

  /** The screen stays then, and shows another part of itself. */
  #changesHashOnly({ pathname, search, hash }: URL): boolean {
    const shown = this.#location
    return pathname === shown.pathname && search === shown.search && hash !== ''
  }
}
