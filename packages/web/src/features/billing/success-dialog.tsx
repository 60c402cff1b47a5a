import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'

/** Confirms a paid plan; closing it returns to the page below. */
export function SuccessDialog() {
  const { t } = useTranslation('billing')
  const shown = useSignal(payment.successfullPop)
  const plan = useSignal(session.sub_type)
  const close = () => payment.setSuccess(false)
  const isLate = plan === 'free'
  const seatRequest = useSignal(payment.seatRequest)
  return (
    <Modal
      opened={shown}
      onClose={close}
      title={isLate ? t('success.lateTitle') : t('success.title', { plan: t(`plans.${plan ?? 'pro'}`) })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <Text>
          {!isLate && seatRequest
            ? t('success.seat', { name: seatRequest.name })
            : t(isLate ? 'success.late' : 'success.text')}
        </Text>
        <Button onClick={close}>{t('success.act')}</Button>
      </Stack>
    </Modal>
  )
}
