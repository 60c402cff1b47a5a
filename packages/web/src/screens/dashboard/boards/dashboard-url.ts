import type { SpaceSearch } from '../../../features/spaces/page-query.ts'
import { storage } from '../../../platform/storage.ts'
import { keys, SpaceFilters } from '../../../platform/storage-keys.ts'

/** The part of the dashboard's state that is in its URL, so that links and Back lead to it. */
export interface DashboardView extends Omit<SpaceFilters, 'v' | 'view'> {
  /** The search text as typed; empty for none. */
  readonly q: string
}

/** The view of a URL without parameters. */
const defaultView: DashboardView = { filter: 'all', folder: null, sort: 'updated', q: '' }

const parameters = ['filter', 'folder', 'sort', 'q'] as const

/** Whether the URL has none of the dashboard's parameters. */
export function isDefaultUrl(query: URLSearchParams): boolean {
  return !parameters.some((name) => query.has(name))
}

/** The last view of this browser; null if the URL says what to show, or there is none. */
export function restoreView(query: URLSearchParams): DashboardView | null {
  const stored = storage.read(keys.spaceFilters)
  return stored && isDefaultUrl(query) ? { ...stored, q: '' } : null
}

/** Reads the view from the URL; missing and invalid parameters get their defaults. */
export function parseDashboardUrl(query: URLSearchParams): DashboardView {
  const given = Object.fromEntries(
    parameters.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  )
  const { filter, folder, sort } = SpaceFilters.parse({ v: 1, view: 'grid', ...defaultView, ...given })
  return { filter, folder, sort, q: query.get('q') ?? '' }
}

/** Writes the view to the URL without default values; other parameters are kept. */
export function writeDashboardUrl(query: URLSearchParams, view: DashboardView): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of parameters) {
    const value = view[name]
    if (value === defaultView[name] || value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Query for the server. Recent boards are sorted by time of opening, whatever the sort order. */
export function getSpaceSearch({ filter, folder, sort }: Omit<DashboardView, 'q'>, key: string): SpaceSearch {
  if (folder !== null) return { filter: 'all', folder, sort, key, opened: false }
  if (filter === 'recent') return { filter: 'all', folder, sort: 'opened', key, opened: true }
  return { filter, folder, sort, key, opened: false }
}
