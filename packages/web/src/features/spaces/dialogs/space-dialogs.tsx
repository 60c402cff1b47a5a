import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { failureHere } from '../../../platform/failure.ts'
import { session } from '../../../state/index.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteAll } from '../actions.ts'
import { NameDialog } from './name-dialog.tsx'
import { spacesChanged, useLeaveSpace, useRenameSpace } from '../queries.ts'
import classes from './space-dialogs.module.css'

interface SpaceDialogProps {
  space: Space
  onClose(): void
}

/** A new name for a space. */
export function RenameDialog({ space, onClose }: SpaceDialogProps) {
  const { t } = useTranslation('dashboard')
  const rename = useRenameSpace()
  return (
    <NameDialog
      title={t('rename.title')}
      label={t('rename.name')}
      name={space.name}
      schema={calls.space.rename.body.pick({ name: true })}
      send={(name) => rename.mutateAsync({ wid: space.wid, name })}
      onClose={onClose}
    />
  )
}

/** Out of a space of somebody else's. */
export function LeaveDialog({ space, onClose }: SpaceDialogProps) {
  const { t } = useTranslation('dashboard')
  const leave = useLeaveSpace()
  const uid = session.userInfo.value?.uid ?? ''
  return (
    <ConfirmDialog
      opened
      danger
      title={t('leave.title', { name: space.name })}
      confirm={t('menu.leave')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      busy={leave.isPending}
      failure={leave.error && failureHere(leave.error)}
      onClose={onClose}
      onConfirm={() => leave.mutate({ wid: space.wid, uid }, { onSuccess: onClose })}
    >
      <Text>{t('leave.text', { owner: space.owner.name })}</Text>
    </ConfirmDialog>
  )
}

const namedAtMost = 6

interface DeleteDialogProps {
  spaces: readonly Space[]
  onDone(): void
  onClose(): void
}

/** For good. Names what is lost, and for whom. */
export function DeleteDialog({ spaces, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteAll(spaces),
    onSuccess: onDone,
    onSettled: () => spacesChanged(client),
  })
  const [only] = spaces
  const members = Math.max(...spaces.map((space) => space.members))
  const more = spaces.length - namedAtMost
  return (
    <ConfirmDialog
      opened
      danger
      title={
        spaces.length === 1
          ? t('delete.title', { name: only?.name })
          : t('delete.titleMany', { count: spaces.length })
      }
      confirm={t('menu.delete')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      busy={remove.isPending}
      failure={remove.error && failureHere(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {spaces.length > 1 && (
        <ul className={classes.names}>
          {spaces.slice(0, namedAtMost).map(({ wid, name }) => (
            <li key={wid} dir="auto">
              {name}
            </li>
          ))}
          {more > 0 && <li>{t('delete.more', { count: more })}</li>}
        </ul>
      )}
      <Text>{t(spaces.length === 1 ? 'delete.text' : 'delete.textMany', { count: members })}</Text>
    </ConfirmDialog>
  )
}
