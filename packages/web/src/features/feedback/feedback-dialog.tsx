import { Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { calls, lengths } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { browserLocation } from '../../platform/dom/url.ts'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { FormEnd } from '../../ui/form-end.tsx'

const kinds = ['idea', 'problem', 'other'] as const

interface FeedbackDialogProps {
  opened: boolean
  onClose(): void
}

/** Sends feedback to the server's operators. */
export function FeedbackDialog({ opened, onClose }: FeedbackDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('feedback.title')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <FeedbackForm onClose={onClose} />
    </Modal>
  )
}

function FeedbackForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { kind: 'idea', content: '' },
    schema: calls.user.sendFeedback.body,
    async send(values) {
      // Without the query, which can contain tokens.
      await api.user.sendFeedback({ body: { ...values, page: browserLocation.path() } })
      toasts.note(t('feedback.done'))
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <Text size="sm">{t('feedback.text')}</Text>
        <SegmentedControl
          fullWidth
          aria-label={t('feedback.kind')}
          data={kinds.map((id) => ({ value: id, label: t(`feedback.kinds.${id}`) }))}
          value={form.values.kind}
          onChange={(kind) => form.set('kind', kind)}
        />
        <Textarea
          name="content"
          label={t('feedback.content')}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={lengths.feedback}
          data-autofocus
          value={form.values.content}
          error={form.error('content') && t('feedback.empty')}
          onChange={(event) => form.set('content', event.currentTarget.value)}
        />
        <FormEnd
          failure={form.failure}
          busy={form.busy}
          act={t('feedback.send')}
          cancel={t('act.cancel')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
