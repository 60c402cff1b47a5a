import { Alert, Button, CloseButton, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { appInstall } from '../../../platform/dom/app-install.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'

/** Says once that the app can be installed; later the account menu offers it. */
export function InstallHint() {
  const { t } = useTranslation()
  const open = useSignal(appInstall.open)
  const isHinted = useSignal(appInstall.isHinted)
  useEffect(() => {
    if (open) appInstall.hint()
    return appInstall.closeHint
  }, [open])
  if (!open || !isHinted) return null
  return (
    <Alert role="status" aria-label={t('install.label')} radius={0} p="xs" color="gray">
      <Group justify="center" wrap="nowrap" gap="sm">
        <Text size="sm">{t('install.text')}</Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={open}>
          {t('install.act')}
        </Button>
        <CloseButton size="sm" aria-label={t('act.close')} onClick={appInstall.closeHint} />
      </Group>
    </Alert>
  )
}
