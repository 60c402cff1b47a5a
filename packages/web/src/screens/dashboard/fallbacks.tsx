import { Button } from '@mantine/core'
import {
  IconArchive,
  IconClock,
  IconCloudOff,
  IconFolder,
  IconNote,
  IconPlus,
  IconRefresh,
  IconSearchOff,
  IconStar,
  IconTemplate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SpacePages } from '../../features/spaces/index.ts'
import { getFailureText, isOffline } from '../../platform/failure.ts'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './dashboard.module.css'
import { OfflineList } from './boards/offline-list.tsx'

const emptyIcons = {
  all: IconNote,
  recent: IconClock,
  mine: IconNote,
  shared: IconUsers,
  starred: IconStar,
  archived: IconArchive,
  trash: IconTrash,
  folder: IconFolder,
} as const

interface FallbackProps {
  pages: SpacePages
  filters: SpaceFilters
  searchText: string
  onNewBoard(): void
  onTemplates(): void
  onClearSearch(): void
}

/** Shown instead of the list: offline, error, no search results, or empty. */
export function Fallback({ pages, filters, searchText, ...handlers }: FallbackProps) {
  const { t } = useTranslation('dashboard')
  const { error, refetch } = pages
  const view = filters.folder === null ? filters.filter : 'folder'
  if (error) {
    if (isOffline(error) && view === 'all') return <OfflineList error={error} onRetry={refetch} />
    return (
      <EmptyState
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={t('failed')}
        text={getFailureText(error)}
      >
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => void refetch()}>
          {t('common:act.tryAgain')}
        </Button>
      </EmptyState>
    )
  }
  if (searchText !== '') {
    return (
      <EmptyState
        role="status"
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title={t('nothingFound', { key: searchText })}
        text={t('nothingFoundText')}
      >
        <Button variant="default" onClick={handlers.onClearSearch}>
          {t('clearSearch')}
        </Button>
      </EmptyState>
    )
  }
  const Icon = emptyIcons[view]
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`empty.${view}.title`)}
      text={t(`empty.${view}.text`)}
    >
      {(view === 'all' || view === 'mine' || view === 'folder') && (
        <>
          <Button
            variant="light"
            leftSection={<IconPlus size={18} stroke={1.5} />}
            onClick={handlers.onNewBoard}
          >
            {t('newBoard')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTemplate size={18} stroke={1.5} />}
            onClick={handlers.onTemplates}
          >
            {t('template.title')}
          </Button>
        </>
      )}
    </EmptyState>
  )
}

/** Says that the visible list could not be refreshed. */
export function StaleNote({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.stale} role="status">
      <IconCloudOff size={18} stroke={1.5} aria-hidden />
      <span>{isOffline(error) ? t('stale') : getFailureText(error)}</span>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('common:act.tryAgain')}
      </Button>
    </div>
  )
}
