import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  confirm: string
  cancel: string
  closeLabel: string
  /** The action destroys something. */
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  /** Why the action failed. */
  failure?: string | null
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks for confirmation. The safe answer has the focus if the action is destructive. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    confirm,
    cancel,
    closeLabel,
    danger,
    busy,
    disabled,
    failure,
    onConfirm,
    onClose,
    children,
  } = props
  useLayer(opened)
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': closeLabel }}>
      <Stack gap="md">
        {children}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
            {cancel}
          </Button>
          <Button
            color={danger ? 'red' : 'ember'}
            loading={busy ?? false}
            disabled={disabled ?? false}
            onClick={onConfirm}
            data-autofocus={danger ? undefined : true}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
