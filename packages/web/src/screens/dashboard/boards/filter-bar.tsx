import { ActionIcon, CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconArrowsSort, IconLayoutGrid, IconLayoutList, IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceFilters } from '../../../platform/storage-keys.ts'
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx'
import classes from '../dashboard.module.css'
import { sortItems } from '../overlays/lazy-dashboard-overlays.ts'
import type { FilterChange } from './use-filters.ts'

interface FilterBarProps {
  filters: SpaceFilters
  search: string
  field: Ref<HTMLInputElement>
  onChange(changed: FilterChange): void
  onSearch(key: string): void
}

/** Search, sort order and view. */
export function FilterBar({ filters, search, field, onChange, onSearch }: FilterBarProps) {
  const { t } = useTranslation('dashboard')
  const nextView = filters.view === 'grid' ? 'list' : 'grid'
  return (
    <div className={classes.tools}>
      <TextInput
        ref={field}
        type="search"
        className={classes.search ?? ''}
        aria-label={t('search')}
        aria-keyshortcuts="/ Control+K Meta+K"
        placeholder={t('search')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        rightSection={
          search === '' ? (
            <Kbd className={classes.slash ?? ''} size="xs" aria-hidden>
              /
            </Kbd>
          ) : (
            <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => onSearch('')} />
          )
        }
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          onSearch('')
          event.currentTarget.blur()
        }}
      />
      <LazyOverlay
        type="menu"
        code={sortItems}
        render={(SortItems) => <SortItems current={filters.sort} onChange={(sort) => onChange({ sort })} />}
      >
        <ActionIcon
          aria-label={t('sortedBy', { sort: t(`sort.${filters.sort}`) })}
          // Recent boards are always sorted by time of opening.
          disabled={filters.filter === 'recent' && filters.folder === null}
        >
          <IconArrowsSort size={20} stroke={1.5} />
        </ActionIcon>
      </LazyOverlay>
      <ActionIcon aria-label={t(`view.${nextView}`)} onClick={() => onChange({ view: nextView })}>
        {nextView === 'list' ? (
          <IconLayoutList size={20} stroke={1.5} />
        ) : (
          <IconLayoutGrid size={20} stroke={1.5} />
        )}
      </ActionIcon>
    </div>
  )
}
