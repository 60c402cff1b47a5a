import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session, upgradePrompt } from '../../state/index.ts'
import type { UpgradeReason } from '../../state/index.ts'
import { OffersButton } from './offers-button.tsx'

/** Loaded when the first upload is refused. */
export function UpgradePrompt({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const noRoom = useSignal(upgradePrompt)
  const role = useSignal(session.role)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`upgrade.${noRoom?.reason === 'file' ? 'file' : 'storage'}.title`)}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {noRoom && <PromptText noRoom={noRoom} isOwner={role === 'owner'} />}
      <Group justify="flex-end">
        {role === 'owner' && <OffersButton size="sm" onOpen={onClose} />}
        <Button onClick={onClose}>{t('act.understood')}</Button>
      </Group>
    </Modal>
  )
}

function PromptText({ noRoom, isOwner }: { noRoom: UpgradeReason; isOwner: boolean }) {
  const { reason, limit, used } = noRoom
  const { t, i18n } = useTranslation()
  const formatBytes = (bytes: number) => bytesText(bytes, i18n.language)
  return (
    <>
      <Text mb="sm">{t(`upgrade.${reason}.${isOwner ? 'own' : 'text'}`)}</Text>
      {limit !== null && used !== null && (
        <Text mb="lg" size="sm" c="dimmed">
          {t(`upgrade.${reason}.numbers`, { used: formatBytes(used), limit: formatBytes(limit) })}
        </Text>
      )}
    </>
  )
}
