import { Stack, Text, TextInput } from '@mantine/core'
import type { Member } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../platform/failure.ts'
import { toasts } from '../../platform/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveMember, useSetSuccessor, useTransferOwnership } from './queries.ts'
import { useMembersContext } from './members-context.ts'

interface MemberDialogProps {
  member: Member
  onClose(): void
}

function useDialogText() {
  const { t } = useTranslation('members')
  return { t, shared: { opened: true, cancel: t('common:act.cancel'), closeLabel: t('common:act.close') } }
}

/** Confirms removing a member. */
export function RemoveMemberDialog({ member: { uid, name }, onClose }: MemberDialogProps) {
  const { wid, spaceName } = useMembersContext()
  const { t, shared } = useDialogText()
  const remove = useRemoveMember(wid)
  return (
    <ConfirmDialog
      {...shared}
      danger
      title={t('remove.title', { name, space: spaceName })}
      confirm={t('remove.act')}
      busy={remove.isPending}
      failure={remove.error && getLocalFailureText(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate({ uid: uid ?? '' }, { onSuccess: onClose })}
    >
      <Text>{t('remove.text', { name })}</Text>
    </ConfirmDialog>
  )
}

/** Confirms leaving a space. */
export function LeaveDialog({ member: { uid }, onClose }: MemberDialogProps) {
  const { wid, spaceName, onLeave } = useMembersContext()
  const { t, shared } = useDialogText()
  const leave = useRemoveMember(wid)
  return (
    <ConfirmDialog
      {...shared}
      danger
      title={t('leave.title', { space: spaceName })}
      confirm={t('leave.act')}
      busy={leave.isPending}
      failure={leave.error && getLocalFailureText(leave.error)}
      onClose={onClose}
      onConfirm={() => leave.mutate({ uid: uid ?? '' }, { onSuccess: onLeave })}
    >
      <Text>{t('leave.text')}</Text>
    </ConfirmDialog>
  )
}

/** Transfers ownership. The previous owner cannot undo it, so the space's name has to be typed. */
export function TransferDialog({ member: { uid, name }, onClose }: MemberDialogProps) {
  const { wid, spaceName } = useMembersContext()
  const { t, shared } = useDialogText()
  const [typed, setTyped] = useState('')
  const transfer = useTransferOwnership(wid)
  const isTyped = typed.trim() === spaceName.trim()
  const submit = () =>
    transfer.mutate(uid ?? '', {
      onSuccess() {
        onClose()
        toasts.note(t('transfer.done', { name, space: spaceName }))
      },
    })
  return (
    <ConfirmDialog
      {...shared}
      danger
      title={t('transfer.title', { name, space: spaceName })}
      confirm={t('transfer.act')}
      busy={transfer.isPending}
      disabled={!isTyped}
      failure={transfer.error && getLocalFailureText(transfer.error)}
      onClose={onClose}
      onConfirm={submit}
    >
      <Stack gap="sm">
        <Text>{t('transfer.text', { name })}</Text>
        <Text size="sm" c="dimmed">
          {t('transfer.notifiesEveryone')}
        </Text>
        <TextInput
          label={t('transfer.type', { space: spaceName })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isTyped && !transfer.isPending) submit()
          }}
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** Sets or removes the owner's successor. */
export function SuccessorDialog({ member: { uid, name, successor }, onClose }: MemberDialogProps) {
  const { wid } = useMembersContext()
  const { t, shared } = useDialogText()
  const setSuccessor = useSetSuccessor(wid)
  const actionKey = successor ? 'successor.unname' : 'successor.act'
  return (
    <ConfirmDialog
      {...shared}
      title={t(successor ? 'successor.unnameTitle' : 'successor.title', { name })}
      confirm={t(actionKey)}
      busy={setSuccessor.isPending}
      failure={setSuccessor.error && getLocalFailureText(setSuccessor.error)}
      onClose={onClose}
      onConfirm={() => setSuccessor.mutate(successor ? null : uid, { onSuccess: onClose })}
    >
      <Text>{t('successor.text', { name })}</Text>
    </ConfirmDialog>
  )
}
