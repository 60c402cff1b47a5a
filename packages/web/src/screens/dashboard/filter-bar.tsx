import { ActionIcon, CloseButton, Menu, Tabs, TextInput } from '@mantine/core'
import { IconArrowsSort, IconCheck, IconLayoutGrid, IconLayoutList, IconSearch } from '@tabler/icons-react'
import { SpaceSort } from '@tavla/contract'
import type { SpaceFilter } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import classes from './dashboard.module.css'
import type { FilterChange } from './use-filters.ts'

const shown: readonly SpaceFilter[] = ['all', 'mine', 'shared', 'starred', 'trash']

interface FilterBarProps {
  filters: SpaceFilters
  search: string
  onChange(changed: FilterChange): void
  onSearch(key: string): void
}

/** Which boards, in what order, and how they look. */
export function FilterBar({ filters, search, onChange, onSearch }: FilterBarProps) {
  const { t } = useTranslation('dashboard')
  const nextView = filters.view === 'grid' ? 'list' : 'grid'
  return (
    <div className={classes.bar}>
      <Tabs
        value={filters.filter}
        onChange={(filter) => onChange({ filter: filter as SpaceFilter })}
        className={classes.tabs ?? ''}
        classNames={{ list: classes.tabList ?? '', tab: classes.tab ?? '' }}
        variant="none"
      >
        <Tabs.List aria-label={t('filters')}>
          {shown.map((filter) => (
            <Tabs.Tab key={filter} value={filter} aria-controls="boards">
              {t(`filter.${filter}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={classes.tools}>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          rightSection={
            search === '' ? null : (
              <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => onSearch('')} />
            )
          }
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('sortedBy', { sort: t(`sort.${filters.sort}`) })}>
              <IconArrowsSort size={20} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {SpaceSort.options.map((sort) => (
              <Menu.Item
                key={sort}
                aria-current={sort === filters.sort}
                rightSection={sort === filters.sort ? <IconCheck size={16} stroke={1.5} /> : null}
                onClick={() => onChange({ sort })}
              >
                {t(`sort.${sort}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <ActionIcon aria-label={t(`view.${nextView}`)} onClick={() => onChange({ view: nextView })}>
          {nextView === 'list' ? (
            <IconLayoutList size={20} stroke={1.5} />
          ) : (
            <IconLayoutGrid size={20} stroke={1.5} />
          )}
        </ActionIcon>
      </div>
    </div>
  )
}
