import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Replaces what could not be loaded. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry(): void }) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" role="alert">
        {text}
      </Text>
      <Button size="xs" variant="default" flex="none" onClick={onRetry}>
        {t('act.tryAgain')}
      </Button>
    </Group>
  )
}
