import { useState } from 'react'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { SpaceFilters } from '../../platform/storage-keys.ts'

const atFirst: SpaceFilters = { v: 1, filter: 'all', sort: 'updated', view: 'grid' }

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
