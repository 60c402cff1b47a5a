import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import { closeUpgradePrompt, upgradePrompt } from '../../state/index.ts'

/** The free-limit prompt: an upload from the whiteboard found no room (4052). It never stands in the way of work. */
export function UpgradePrompt() {
  const { t } = useTranslation()
  const reason = useSignal(upgradePrompt)
  return (
    <Modal
      opened={reason !== null}
      onClose={closeUpgradePrompt}
      title={t(`upgrade.${reason === 'file' ? 'file' : 'storage'}.title`)}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Text mb="lg">{t(`upgrade.${reason === 'file' ? 'file' : 'storage'}.text`)}</Text>
      <Group justify="flex-end">
        <Button onClick={closeUpgradePrompt}>{t('act.understood')}</Button>
      </Group>
    </Modal>
  )
}
