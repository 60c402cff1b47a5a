import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { failureHere } from '../../platform/failure.ts'
import { useForm } from '../../platform/use-form.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useDeleteSpace, useLeaveSpace, useRenameSpace } from './queries.ts'

interface SpaceDialogProps {
  space: Space
  onClose(): void
}

/** A new name for a space. */
export function RenameDialog({ space, onClose }: SpaceDialogProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rename.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <RenameForm space={space} onClose={onClose} />
    </Modal>
  )
}

function RenameForm({ space, onClose }: SpaceDialogProps) {
  const { t } = useTranslation('dashboard')
  const rename = useRenameSpace()
  const form = useForm({
    initial: { name: space.name },
    schema: calls.space.rename.body.pick({ name: true }),
    async send({ name }) {
      await rename.mutateAsync({ wid: space.wid, name })
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <TextInput
          label={t('rename.name')}
          value={form.values.name}
          error={form.error('name')}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <FailureNote text={form.failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('common:act.save')}
          </Button>
        </Group>
      </Stack>
    </form>
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

/** For good. Names what is lost. */
export function DeleteDialog({ space, onClose }: SpaceDialogProps) {
  const { t } = useTranslation('dashboard')
  const remove = useDeleteSpace()
  return (
    <ConfirmDialog
      opened
      danger
      title={t('delete.title', { name: space.name })}
      confirm={t('menu.delete')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      busy={remove.isPending}
      failure={remove.error && failureHere(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate(space.wid, { onSuccess: onClose })}
    >
      <Text>{t('delete.text', { count: space.members })}</Text>
    </ConfirmDialog>
  )
}
