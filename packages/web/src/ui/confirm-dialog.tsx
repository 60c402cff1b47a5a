import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLayer } from './layers.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  confirm: string
  cancel: string
  closeLabel: string
  /** Something is lost by it. */
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  /** Why it did not work. */
  failure?: string | null
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** One question. The safe answer has the focus when something would be lost. */
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
