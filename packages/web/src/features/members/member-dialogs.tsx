import { Stack, Text, TextInput } from '@mantine/core'
import type { Member } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureHere } from '../../platform/failure.ts'
import { toasts } from '../../platform/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveMember, useSetSuccessor, useTransfer } from './queries.ts'
import { useTable } from './table.ts'

interface MemberDialogProps {
  member: Member
  onClose(): void
}

function useText() {
  const { t } = useTranslation('members')
  return { t, words: { opened: true, cancel: t('common:act.cancel'), closeLabel: t('common:act.close') } }
}

/** Takes somebody out. Names what they lose, and what brings them back. */
export function RemoveDialog({ member: { uid, name }, onClose }: MemberDialogProps) {
  const { wid, space } = useTable()
  const { t, words } = useText()
  const remove = useRemoveMember(wid)
  return (
    <ConfirmDialog
      {...words}
      danger
      title={t('remove.title', { name, space })}
      confirm={t('remove.act')}
      busy={remove.isPending}
      failure={remove.error && failureHere(remove.error)}
      onClose={onClose}
      onConfirm={() => remove.mutate({ uid: uid ?? '' }, { onSuccess: onClose })}
    >
      <Text>{t('remove.text', { name })}</Text>
    </ConfirmDialog>
  )
}

/** Out of a space of somebody else's. */
export function LeaveDialog({ member: { uid }, onClose }: MemberDialogProps) {
  const { wid, space, onLeft } = useTable()
  const { t, words } = useText()
  const leave = useRemoveMember(wid)
  return (
    <ConfirmDialog
      {...words}
      danger
      title={t('leave.title', { space })}
      confirm={t('leave.act')}
      busy={leave.isPending}
      failure={leave.error && failureHere(leave.error)}
      onClose={onClose}
      onConfirm={() => leave.mutate({ uid: uid ?? '' }, { onSuccess: onLeft })}
    >
      <Text>{t('leave.text')}</Text>
    </ConfirmDialog>
  )
}

/** Another owner. It cannot be taken back by anyone who does it, so the space's name has to be typed. */
export function TransferDialog({ member: { uid, name }, onClose }: MemberDialogProps) {
  const { wid, space } = useTable()
  const { t, words } = useText()
  const [typed, setTyped] = useState('')
  const transfer = useTransfer(wid)
  const isTyped = typed.trim() === space.trim()
  const send = () =>
    transfer.mutate(uid ?? '', {
      onSuccess() {
        onClose()
        toasts.note(t('transfer.done', { name, space }))
      },
    })
  return (
    <ConfirmDialog
      {...words}
      danger
      title={t('transfer.title', { name, space })}
      confirm={t('transfer.act')}
      busy={transfer.isPending}
      disabled={!isTyped}
      failure={transfer.error && failureHere(transfer.error)}
      onClose={onClose}
      onConfirm={send}
    >
      <Stack gap="sm">
        <Text>{t('transfer.text', { name })}</Text>
        <Text size="sm" c="dimmed">
          {t('transfer.tells')}
        </Text>
        <TextInput
          label={t('transfer.type', { space })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isTyped && !transfer.isPending) send()
          }}
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** Names who follows the owner, or nobody any more. */
export function SuccessorDialog({ member: { uid, name, successor }, onClose }: MemberDialogProps) {
  const { wid } = useTable()
  const { t, words } = useText()
  const setSuccessor = useSetSuccessor(wid)
  const act = successor ? 'successor.unname' : 'successor.act'
  return (
    <ConfirmDialog
      {...words}
      title={t(successor ? 'successor.unnameTitle' : 'successor.title', { name })}
      confirm={t(act)}
      busy={setSuccessor.isPending}
      failure={setSuccessor.error && failureHere(setSuccessor.error)}
      onClose={onClose}
      onConfirm={() => setSuccessor.mutate(successor ? null : uid, { onSuccess: onClose })}
    >
      <Text>{t('successor.text', { name })}</Text>
    </ConfirmDialog>
  )
}
