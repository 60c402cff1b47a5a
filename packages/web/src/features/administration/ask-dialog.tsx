import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormEnd } from '../../ui/form-end.tsx'

interface AskDialogProps {
  readonly title: string
  readonly text: string
  /** Of the field; without one it is a question of yes or no. */
  readonly label?: string
  readonly confirm: string
  readonly danger?: boolean
  readonly optional?: boolean
  readonly failure?: string | null
  /** The next step takes its place. */
  readonly staysOpen?: boolean
  onConfirm(value: string): void
  onClose(): void
}

/** One question before an act, with one field at most. */
export function AskDialog(props: AskDialogProps) {
  const { t } = useTranslation('admin')
  const {
    title,
    text,
    label,
    confirm,
    optional = false,
    failure = null,
    staysOpen,
    onConfirm,
    onClose,
  } = props
  const [value, setValue] = useState('')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(value.trim())
          if (!staysOpen) onClose()
        }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          {label !== undefined && (
            <TextInput
              label={label}
              data-autofocus
              required={!optional}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          )}
          <FormEnd failure={failure} busy={false} act={confirm} cancel={t('cancel')} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
