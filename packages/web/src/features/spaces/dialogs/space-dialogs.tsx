import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { session } from '../../../state/index.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteSpaces } from '../actions.ts'
import { NameDialog } from './name-dialog.tsx'
import { invalidateSpaces, useLeaveSpace, useRenameSpace } from '../queries.ts'
import classes from './space-dialogs.module.css'

interface SpaceDialogProps {
  space: Space
  onClose(): void
}

/** Renames a space. */
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

/** Confirms leaving a space. */
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
      failure={leave.error && getLocalFailureText(leave.error)}
      onClose={onClose}
      onConfirm={() => leave.mutate({ wid: space.wid, uid }, { onSuccess: onClose })}
    >
      <Text>{t('leave.text', { owner: space.owner.name })}</Text>
    </ConfirmDialog>
  )
}

const maxListedNames = 6

interface DeleteDialogProps {
  spaces: readonly Space[]
  onDone(): void
  onClose(): void
}

/** Confirms deleting spaces permanently; lists them and the number of members affected. */
export function DeleteDialog({ spaces, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteSpaces(spaces),
    onSuccess: onDone,
    onSettled: () => invalidateSpaces(client),
  })
  const [first] = spaces
  const members = Math.max(...spaces.map((space) => space.members))
  const hiddenCount = spaces.length - maxListedNames
  return (
    <ConfirmDialog
      opened
      danger
      title={
        spaces.length === 1
          ? t('delete.title', { name: first?.name })
          : t('delete.titleMany', { count: spaces.length })
      }
      confirm={t('menu.delete')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      busy={remove.isPending}
      failure={remove.error && getLocalFailureText(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {spaces.length > 1 && (
        <ul className={classes.names}>
          {spaces.slice(0, maxListedNames).map(({ wid, name }) => (
            <li key={wid} dir="auto">
              {name}
            </li>
          ))}
          {hiddenCount > 0 && <li>{t('delete.more', { count: hiddenCount })}</li>}
        </ul>
      )}
      <Text>{t(spaces.length === 1 ? 'delete.text' : 'delete.textMany', { count: members })}</Text>
    </ConfirmDialog>
  )
}
