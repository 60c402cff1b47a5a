import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'

/** The plan has ended (`subexpired`): said once, and nothing is hidden because of it. */
export function PlanEnded() {
  const { t } = useTranslation('dashboard')
  const [shown, setShown] = useState(() => storage.read(keys.subexpired) === 'true')
  if (!shown) return null
  return (
    <Alert
      color="gray"
      icon={<IconInfoCircle size={20} stroke={1.5} />}
      title={t('planEnded.title')}
      withCloseButton
      closeButtonLabel={t('common:act.close')}
      onClose={() => {
        storage.remove(keys.subexpired)
        setShown(false)
      }}
    >
      {t('planEnded.text')}
    </Alert>
  )
}
