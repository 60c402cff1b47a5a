import { Button, CloseButton, Text } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconFolderSymlink,
  IconSquareCheck,
  IconStar,
  IconStarOff,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { allows } from '../../../features/spaces/index.ts'
import type { SpaceAction } from '../../../features/spaces/index.ts'
import classes from './selection-bar.module.css'

const offered = [
  ['star', IconStar],
  ['unstar', IconStarOff],
  ['move', IconFolderSymlink],
  ['archive', IconArchive],
  ['unarchive', IconArchiveOff],
  ['trash', IconTrash],
  ['restore', IconArrowBackUp],
  ['delete', IconTrashX],
] as const

interface SelectionBarProps {
  spaces: readonly Space[]
  onAction(act: SpaceAction): void
  onMove(): void
  onAll(): void
  onNone(): void
}

/** What can be done with all that is picked; acts that none of them allows are left out. */
export function SelectionBar({ spaces, onAction, onMove, onAll, onNone }: SelectionBarProps) {
  const { t } = useTranslation('dashboard')
  const may = (act: SpaceAction | 'move') =>
    act === 'move'
      ? spaces.every(({ trashedAt }) => trashedAt === null)
      : // Letting go of a star only where all have one, so that there is one star to press.
        act === 'unstar'
        ? spaces.every((space) => allows(act, space))
        : spaces.some((space) => allows(act, space))
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="group" aria-label={t('pick.acts')}>
        <CloseButton aria-label={t('pick.none')} onClick={onNone} />
        <Text size="sm" fw={500} role="status" className={classes.count}>
          {t('pick.count', { count: spaces.length })}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.act ?? ''}
          leftSection={<IconSquareCheck size={18} stroke={1.5} />}
          aria-label={t('pick.all')}
          title={t('pick.all')}
          onClick={onAll}
        >
          {t('pick.all')}
        </Button>
        {offered.map(([act, Icon]) =>
          may(act) ? (
            <Button
              key={act}
              variant="subtle"
              color={act === 'delete' || act === 'trash' ? 'red' : 'gray'}
              size="sm"
              className={classes.act ?? ''}
              leftSection={<Icon size={18} stroke={1.5} />}
              aria-label={t(`pick.${act}`)}
              title={t(`pick.${act}`)}
              onClick={() => (act === 'move' ? onMove() : onAction(act))}
            >
              {t(`pick.${act}`)}
            </Button>
          ) : null,
        )}
      </div>
    </div>
  )
}
