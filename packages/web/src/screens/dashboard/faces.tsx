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
import { failureWords, isOffline } from '../../platform/failure.ts'
import type { SpaceFilters } from '../../platform/storage-keys.ts'
import { Face } from '../../ui/face.tsx'
import classes from './dashboard.module.css'
import { OfflineList } from './offline-list.tsx'

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

interface InsteadProps {
  pages: SpacePages
  filters: SpaceFilters
  searched: string
  onNewBoard(): void
  onTemplates(): void
  onClearSearch(): void
}

/** What stands in the place of the boards. */
export function Instead({ pages, filters, searched, ...acts }: InsteadProps) {
  const { t } = useTranslation('dashboard')
  const { error, refetch } = pages
  const place = filters.folder === null ? filters.filter : 'folder'
  if (error) {
    if (isOffline(error) && place === 'all') return <OfflineList error={error} onRetry={refetch} />
    return (
      <Face
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={t('failed')}
        text={failureWords(error)}
      >
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => void refetch()}>
          {t('common:act.tryAgain')}
        </Button>
      </Face>
    )
  }
  if (searched !== '') {
    return (
      <Face
        role="status"
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title={t('nothingFound', { key: searched })}
        text={t('nothingFoundText')}
      >
        <Button variant="default" onClick={acts.onClearSearch}>
          {t('clearSearch')}
        </Button>
      </Face>
    )
  }
  const Icon = emptyIcons[place]
  return (
    <Face
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`empty.${place}.title`)}
      text={t(`empty.${place}.text`)}
    >
      {(place === 'all' || place === 'mine' || place === 'folder') && (
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
    </Face>
  )
}

/** Something on view could not be asked for again. */
export function StaleNote({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.stale} role="status">
      <IconCloudOff size={18} stroke={1.5} aria-hidden />
      <span>{isOffline(error) ? t('stale') : failureWords(error)}</span>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('common:act.tryAgain')}
      </Button>
    </div>
  )
}
