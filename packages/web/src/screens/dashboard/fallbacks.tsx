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
  searched: string
  onNewBoard(): void
  onTemplates(): void
  onClearSearch(): void
}

/** What stands in the place of the boards. */
export function Fallback({ pages, filters, searched, ...acts }: FallbackProps) {
  const { t } = useTranslation('dashboard')
  const { error, refetch } = pages
  const folder = filters.folder === null ? filters.filter : 'folder'
  if (error) {
    if (isOffline(error) && folder === 'all') return <OfflineList error={error} onRetry={refetch} />
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
  if (searched !== '') {
    return (
      <EmptyState
        role="status"
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title={t('nothingFound', { key: searched })}
        text={t('nothingFoundText')}
      >
        <Button variant="default" onClick={acts.onClearSearch}>
          {t('clearSearch')}
        </Button>
      </EmptyState>
    )
  }
  const Icon = emptyIcons[folder]
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`empty.${folder}.title`)}
      text={t(`empty.${folder}.text`)}
    >
      {(folder === 'all' || folder === 'mine' || folder === 'folder') && (
        <>
          <Button variant="light" leftSection={<IconPlus size={18} stroke={1.5} />} onClick={acts.onNewBoard}>
            {t('newBoard')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTemplate size={18} stroke={1.5} />}
            onClick={acts.onTemplates}
          >
            {t('template.title')}
          </Button>
        </>
      )}
    </EmptyState>
  )
}

/** Something on view could not be asked for again. */
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
