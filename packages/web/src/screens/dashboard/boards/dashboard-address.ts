import { SpaceFilters } from '../../../platform/storage-keys.ts'

/** What of the dashboard stands in its address: a place that can be linked to and that Back returns to. */
export interface DashboardAddress extends Omit<SpaceFilters, 'v' | 'view'> {
  /** What is searched for, as typed; '' for nothing. */
  readonly q: string
}

/** What an address without parameters of ours shows. */
const plain: DashboardAddress = { filter: 'all', folder: null, sort: 'updated', q: '' }

const names = ['filter', 'folder', 'sort', 'q'] as const

/** Does the address name a place, or only the dashboard? */
export function isPlain(query: URLSearchParams): boolean {
  return !names.some((name) => query.has(name))
}

/** Reads the place; what the address does not name, or names wrongly, is as at first. */
export function readAddress(query: URLSearchParams): DashboardAddress {
  const given = Object.fromEntries(
    names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  )
  const { filter, folder, sort } = SpaceFilters.parse({ v: 1, view: 'grid', ...plain, ...given })
  return { filter, folder, sort, q: query.get('q') ?? '' }
}

/** The query that names this place in the fewest words; parameters of others stay. */
export function writeAddress(query: URLSearchParams, place: DashboardAddress): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of names) {
    const value = place[name]
    if (value === plain[name] || value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
