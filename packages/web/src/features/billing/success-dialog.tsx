import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'

/** The plan was paid. Closing it leads back to where one was. */
export function SuccessDialog() {
  const { t } = useTranslation('billing')
  const shown = useSignal(payment.successfullPop)
  const plan = useSignal(session.sub_type)
  const close = () => payment.setSuccess(false)
  const late = plan === 'free'
  const seatRequest = useSignal(payment.seatRequest)
  return (
    <Modal
      opened={shown}
      onClose={close}
      title={late ? t('success.lateTitle') : t('success.title', { plan: t(`plans.${plan ?? 'pro'}`) })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <Text>
          {!late && seatRequest
            ? t('success.seat', { name: seatRequest.name })
            : t(late ? 'success.late' : 'success.text')}
        </Text>
        <Button onClick={close}>{t('success.act')}</Button>
      </Stack>
    </Modal>
  )
}
