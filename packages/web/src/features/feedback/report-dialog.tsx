import { Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { lengths, ReportReason } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../platform/network/use-form.ts'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { FormEnd } from '../../ui/form-end.tsx'

const Fields = z.object({ reason: ReportReason, note: z.string().max(lengths.reportNote) })

interface ReportDialogProps {
  /** Token of the invite link to the board. */
  token: string
  onClose(): void
}

/** Reports a board to the server's operators. */
export function ReportDialog({ token, onClose }: ReportDialogProps) {
  const { t } = useTranslation()
  const form = useForm<{ reason: ReportReason; note: string }>({
    initial: { reason: 'illegal', note: '' },
    schema: Fields,
    async send(values) {
      await api.user.report({ body: { ...values, token } })
      toasts.note(t('report.done'))
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('report.title')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text size="sm">{t('report.text')}</Text>
          <NativeSelect
            label={t('report.reason')}
            data={ReportReason.options.map((value) => ({ value, label: t(`report.reasons.${value}`) }))}
            value={form.values.reason}
            onChange={(event) => form.set('reason', ReportReason.parse(event.currentTarget.value))}
          />
          <Textarea
            name="note"
            label={t('report.note')}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={lengths.reportNote}
            value={form.values.note}
            onChange={(event) => form.set('note', event.currentTarget.value)}
          />
          <FormEnd
            failure={form.failure}
            busy={form.busy}
            act={t('report.send')}
            cancel={t('act.cancel')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
