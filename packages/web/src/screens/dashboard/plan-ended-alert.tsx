import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OffersButton, useHasOffers } from '../../features/billing/index.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { openOffer } from '../../state/index.ts'

/** Says once that the plan has ended (`subexpired`). */
export function PlanEndedAlert() {
  const { t } = useTranslation('dashboard')
  const [isShown, setIsShown] = useState(() => storage.read(keys.subexpired) === 'true')
  const hasOffers = useHasOffers()
  useEffect(() => {
    if (isShown && hasOffers) openOffer()
  }, [isShown, hasOffers])
  if (!isShown) return null
  return (
    <Alert
      color="gray"
      icon={<IconInfoCircle size={20} stroke={1.5} />}
      title={t('planEnded.title')}
      withCloseButton
      closeButtonLabel={t('common:act.close')}
      onClose={() => {
        storage.remove(keys.subexpired)
        setIsShown(false)
      }}
    >
      <Text size="sm" mb="xs">
        {t('planEnded.text')}
      </Text>
      <OffersButton />
    </Alert>
  )
}
