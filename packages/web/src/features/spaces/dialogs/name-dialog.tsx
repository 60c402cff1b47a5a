import { Modal, Stack, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../platform/network/use-form.ts'
import { FormEnd } from '../../../ui/form-end.tsx'

interface NameDialogProps {
  title: string
  label: string
  /** The initial value. */
  name: string
  schema: z.ZodType
  send(name: string): Promise<unknown>
  onClose(): void
}

/** A dialog with one name field. */
export function NameDialog({ title, onClose, ...form }: NameDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <NameForm {...form} onClose={onClose} />
    </Modal>
  )
}

function NameForm({ label, name, schema, send, onClose }: Omit<NameDialogProps, 'title'>) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { name },
    schema,
    async send(values) {
      await send(values.name)
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <TextInput
          label={label}
          value={form.values.name}
          error={form.error('name')}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <FormEnd
          failure={form.failure}
          busy={form.busy}
          act={t('act.save')}
          cancel={t('act.cancel')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
