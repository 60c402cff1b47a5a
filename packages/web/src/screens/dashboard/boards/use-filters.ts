import { useEffect, useEffectEvent, useState } from 'react'
import { useTypedText } from '../../../platform/dom/use-typed-text.ts'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'
import { useQueryParams } from '../../../platform/use-query-params.ts'
import { type DashboardView, parseDashboardUrl, restoreView, writeDashboardUrl } from './dashboard-url.ts'

export type FilterName = SpaceFilters['filter']
export type FilterChange = Partial<Omit<SpaceFilters, 'v'>>

/** Filter, folder, sort order and search of the dashboard, stored in the URL so that Back and links work. */
export function useFilters() {
  const [query, setQuery] = useQueryParams()
  const [view, setView] = useState(() => storage.read(keys.spaceFilters)?.view ?? 'grid')
  // The first visit restores the last view; from then on, only the URL counts.
  const [restored, setRestored] = useState(() => restoreView(query))
  const current = restored ?? parseDashboardUrl(query)

  const navigate = (changed: Partial<DashboardView>, options: { replace: boolean }) => {
    setRestored(null)
    setQuery((latest) => writeDashboardUrl(latest, { ...parseDashboardUrl(latest), ...changed }), options)
  }
  const restore = useEffectEvent(() => {
    if (restored) navigate(restored, { replace: true })
  })
  useEffect(() => restore(), [])
  const filters: SpaceFilters = {
    v: 1,
    view,
    filter: current.filter,
    folder: current.folder,
    sort: current.sort,
  }
  const [typed, search] = useTypedText(current.q, (key) =>
    // The first character adds a history entry, the following ones replace it.
    navigate({ q: key }, { replace: (current.q === '') === (key === '') }),
  )

  return {
    filters,
    change(changed: FilterChange) {
      const next = { ...filters, ...changed }
      setView(next.view)
      storage.write(keys.spaceFilters, next)
      const { view: _view, ...inUrl } = changed
      if (Object.keys(inUrl).length > 0) navigate(inUrl, { replace: false })
    },
    /** Content of the search field. */
    typed,
    /** The debounced search text. */
    searchText: current.q.trim(),
    search,
  }
}
