import { useState } from 'react'
import type { SpaceSearch } from '../../../features/spaces/index.ts'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'

const atFirst: SpaceFilters = { v: 1, filter: 'all', folder: null, sort: 'updated', view: 'grid' }

export type FolderName = SpaceFilters['filter']
export type FilterChange = Partial<Omit<SpaceFilters, 'v'>>

/** What the dashboard shows, as it was left. */
export function useFilters(): { filters: SpaceFilters; change(changed: FilterChange): void } {
  const [filters, setFilters] = useState(() => storage.read(keys.spaceFilters) ?? atFirst)
  return {
    filters,
    change(changed) {
      const next = { ...filters, ...changed }
      setFilters(next)
      storage.write(keys.spaceFilters, next)
    },
  }
}

/** What the server is asked. Recent boards are those opened last, whatever the order is elsewhere. */
export function getSearch({ filter, folder, sort }: SpaceFilters, key: string): SpaceSearch {
  if (folder !== null) return { filter: 'all', folder, sort, key, opened: false }
  if (filter === 'recent') return { filter: 'all', folder, sort: 'opened', key, opened: true }
  return { filter, folder, sort, key, opened: false }
}
