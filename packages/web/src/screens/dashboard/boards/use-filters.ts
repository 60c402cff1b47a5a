import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SpaceSearch } from '../../../features/spaces/index.ts'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'
import { type DashboardAddress, isPlain, readAddress, writeAddress } from './dashboard-address.ts'

const searchDelayMs = 200

export type FolderName = SpaceFilters['filter']
export type FilterChange = Partial<Omit<SpaceFilters, 'v'>>

/** What the dashboard shows and what is searched there: both in the address, so that Back and links lead to it. */
export function useFilters() {
  const [query, setQuery] = useSearchParams()
  const [left] = useState(() => storage.read(keys.spaceFilters))
  const [view, setView] = useState(left?.view ?? 'grid')
  // Coming to the dashboard leads to where it was left; from then on the address alone says where one is.
  const [arriving, setArriving] = useState(() => (left && isPlain(query) ? { ...left, q: '' } : null))
  const place = arriving ?? readAddress(query)
  const [typed, setTyped] = useState<string | null>(null)

  const go = (next: DashboardAddress, how: { replace: boolean }) => {
    setArriving(null)
    setQuery(writeAddress(query, next), how)
  }
  const arrive = useEffectEvent(() => {
    if (arriving) go(arriving, { replace: true })
  })
  useEffect(() => arrive(), [])
  const filters: SpaceFilters = { v: 1, view, filter: place.filter, folder: place.folder, sort: place.sort }
  const find = useDebouncedCallback((key: string) => {
    setTyped(null)
    // The first letter makes a step to come back from, the following ones change it.
    go({ ...place, q: key }, { replace: (place.q === '') === (key === '') })
  }, searchDelayMs)

  return {
    filters,
    change(changed: FilterChange) {
      const next = { ...filters, ...changed }
      setView(next.view)
      storage.write(keys.spaceFilters, next)
      if ('filter' in changed || 'folder' in changed || 'sort' in changed)
        go({ ...next, q: place.q }, { replace: false })
    },
    /** What stands in the search field. */
    typed: typed ?? place.q,
    /** What is searched for: a moment after the last key. */
    searched: place.q.trim(),
    search(key: string) {
      setTyped(key)
      find(key)
    },
  }
}

/** What the server is asked. Recent boards are those opened last, whatever the order is elsewhere. */
export function getSearch({ filter, folder, sort }: SpaceFilters, key: string): SpaceSearch {
  if (folder !== null) return { filter: 'all', folder, sort, key, opened: false }
  if (filter === 'recent') return { filter: 'all', folder, sort: 'opened', key, opened: true }
  return { filter, folder, sort, key, opened: false }
}
