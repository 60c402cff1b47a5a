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
import { isActionAllowed } from '../../../features/spaces/index.ts'
import type { SpaceAction } from '../../../features/spaces/index.ts'
import classes from './selection-bar.module.css'

const actions = [
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
  onAction(action: SpaceAction): void
  onMove(): void
  onAll(): void
  onNone(): void
}

/** Actions on the selected boards; those that none of them permits are left out. */
export function SelectionBar({ spaces, onAction, onMove, onAll, onNone }: SelectionBarProps) {
  const { t } = useTranslation('dashboard')
  const isOffered = (action: SpaceAction | 'move') =>
    action === 'move'
      ? spaces.every(({ trashedAt }) => trashedAt === null)
      : // "Remove star" is offered only if all are starred, so that only one of the two buttons is shown.
        action === 'unstar'
        ? spaces.every((space) => isActionAllowed(action, space))
        : spaces.some((space) => isActionAllowed(action, space))
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
        {actions.map(([action, Icon]) =>
          isOffered(action) ? (
            <Button
              key={action}
              variant="subtle"
              color={action === 'delete' || action === 'trash' ? 'red' : 'gray'}
              size="sm"
              className={classes.act ?? ''}
              leftSection={<Icon size={18} stroke={1.5} />}
              aria-label={t(`pick.${action}`)}
              title={t(`pick.${action}`)}
              onClick={() => (action === 'move' ? onMove() : onAction(action))}
            >
              {t(`pick.${action}`)}
            </Button>
          ) : null,
        )}
      </div>
    </div>
  )
}
