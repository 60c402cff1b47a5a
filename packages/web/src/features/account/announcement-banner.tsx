import { Alert, CloseButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { session } from '../../state/index.ts'

/** How often a page that stays open checks for it. */
const REFRESH_MS = 5 * 60_000

/** What the people who run this server announce now; what was closed stays closed in this tab. */
export function AnnouncementBanner() {
  const { t } = useTranslation()
  const user = useSignal(session.userInfo)
  const [closed, setClosed] = useState(storage.read(keys.closedBanners) ?? [])
  const { data } = useQuery({
    ...callQuery(api.user.announcements, {}, { quiet: true, scope: user?.uid ?? '' }),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const close = (id: string) => {
    const next = [...closed, id]
    storage.write(keys.closedBanners, next)
    setClosed(next)
  }
  return (data?.list ?? [])
    .filter(({ id }) => !closed.includes(id))
    .map(({ id, text, tone }) => (
      <Alert
        key={id}
        role="status"
        aria-label={t('announcement')}
        radius={0}
        p="xs"
        color={tone === 'warning' ? 'yellow' : 'gray'}
      >
        <Group justify="center" wrap="nowrap" gap="sm">
          <Text size="sm">{text}</Text>
          <CloseButton size="sm" aria-label={t('act.close')} onClick={() => close(id)} />
        </Group>
      </Alert>
    ))
}
