import { Button, Skeleton, Text } from '@mantine/core'
import {
  IconAlertCircle,
  IconCloudOff,
  IconNote,
  IconPlus,
  IconRefresh,
  IconSearchOff,
  IconStar,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { Space, SpaceFilter } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MembersDialog } from '../../features/members/index.ts'
import { DeleteDialog, LeaveDialog, RenameDialog, SpaceItem } from '../../features/spaces/index.ts'
import type { Attempt, SpaceDialog, useSpaces } from '../../features/spaces/index.ts'
import { failureHere, failureWords, isOffline } from '../../platform/failure.ts'
import { Face } from '../../ui/face.tsx'
import classes from './dashboard.module.css'
import { OfflineList } from './offline-list.tsx'

interface SpaceListProps {
  spaces: ReturnType<typeof useSpaces>
  filter: SpaceFilter
  view: 'grid' | 'list'
  searched: string
  onNewBoard(): void
  onClearSearch(): void
}

/** The boards, or why there are none to see. */
export function SpaceList({ spaces, filter, view, searched, onNewBoard, onClearSearch }: SpaceListProps) {
  const { t } = useTranslation('dashboard')
  const [open, setOpen] = useState<{ dialog: SpaceDialog; space: Space } | null>(null)
  const list = spaces.data?.pages.flatMap((page) => page.list) ?? []
  const close = () => setOpen(null)
  const { failed, attempt } = useAttempts()

  return (
    <div id="boards" role="tabpanel" aria-label={t(`filter.${filter}`)} aria-busy={spaces.isPending}>
      {filter === 'trash' && list.length > 0 && (
        <Text size="sm" c="dimmed" mb="md">
          {t('trashNote')}
        </Text>
      )}
      {spaces.isError && list.length > 0 && <StaleNote error={spaces.error} onRetry={spaces.refetch} />}
      {failed && (
        <div className={classes.stale} role="alert">
          <IconAlertCircle size={18} stroke={1.5} aria-hidden />
          <span>{failed.words}</span>
          <Button variant="subtle" size="compact-sm" onClick={failed.again}>
            {t('common:act.tryAgain')}
          </Button>
        </div>
      )}
      {spaces.isPending ? (
        <Placeholders view={view} />
      ) : list.length === 0 ? (
        <Instead
          spaces={spaces}
          filter={filter}
          searched={searched}
          onNewBoard={onNewBoard}
          onClearSearch={onClearSearch}
        />
      ) : (
        <ul className={view === 'grid' ? classes.grid : classes.lines}>
          {list.map((space) => (
            <SpaceItem
              key={space.wid}
              space={space}
              view={view}
              onOpen={(dialog, of) => setOpen({ dialog, space: of })}
              attempt={attempt}
            />
          ))}
        </ul>
      )}
      {spaces.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={spaces.isFetchingNextPage}
            onClick={() => void spaces.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
      {open?.dialog === 'rename' && <RenameDialog space={open.space} onClose={close} />}
      {open?.dialog === 'leave' && <LeaveDialog space={open.space} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDialog space={open.space} onClose={close} />}
      {open?.dialog === 'members' && <MembersDialog space={open.space} onClose={close} />}
    </div>
  )
}

interface Failed {
  readonly words: string
  again(): void
}

/** What a menu began may fail after the menu is gone, so the list says it. */
function useAttempts(): { readonly failed: Failed | null; readonly attempt: Attempt } {
  const [failed, setFailed] = useState<Failed | null>(null)
  const attempt: Attempt = (act) => {
    setFailed(null)
    act().catch((error: unknown) => {
      const words = failureHere(error)
      if (words !== null) setFailed({ words, again: () => attempt(act) })
    })
  }
  return { failed, attempt }
}

function StaleNote({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
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

function Placeholders({ view }: { view: 'grid' | 'list' }) {
  return (
    <div className={view === 'grid' ? classes.grid : classes.lines} aria-hidden="true">
      {Array.from({ length: view === 'grid' ? 8 : 6 }, (_, place) => (
        <Skeleton key={place} height={view === 'grid' ? 232 : 58} radius="md" animate />
      ))}
    </div>
  )
}

const emptyIcons = {
  all: IconNote,
  mine: IconNote,
  shared: IconUsers,
  starred: IconStar,
  archived: IconNote,
  trash: IconTrash,
} as const

type InsteadProps = Omit<SpaceListProps, 'view'>

/** What stands in the place of the boards. */
function Instead({ spaces, filter, searched, onNewBoard, onClearSearch }: InsteadProps) {
  const { t } = useTranslation('dashboard')
  const { isError, error, refetch } = spaces
  if (isError) {
    if (isOffline(error) && filter === 'all') return <OfflineList error={error} onRetry={refetch} />
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
        <Button variant="default" onClick={onClearSearch}>
          {t('clearSearch')}
        </Button>
      </Face>
    )
  }
  const Icon = emptyIcons[filter]
  return (
    <Face
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`empty.${filter}.title`)}
      text={t(`empty.${filter}.text`)}
    >
      {(filter === 'all' || filter === 'mine') && (
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.5} />} onClick={onNewBoard}>
          {t('newBoard')}
        </Button>
      )}
    </Face>
  )
}
