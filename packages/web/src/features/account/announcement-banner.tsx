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

/** How often an open page checks for new announcements. */
const pollIntervalMs = 5 * 60_000

/** More than a server announces at a time; older ids are dropped. */
const maxDismissed = 20

/** Shows the newest announcement of the server's operators, one line at most. A dismissed one stays dismissed in this browser. */
export function AnnouncementBanner() {
  const { t } = useTranslation()
  const user = useSignal(session.userInfo)
  const [dismissedIds, setDismissedIds] = useState(storage.read(keys.closedAnnouncements) ?? [])
  const { data } = useQuery({
    ...callQuery(api.user.announcements, {}, { quiet: true, scope: user?.uid ?? '' }),
    refetchInterval: pollIntervalMs,
    retry: false,
  })
  const dismiss = (id: string) => {
    const next = [...dismissedIds, id].slice(-maxDismissed)
    storage.write(keys.closedAnnouncements, next)
    setDismissedIds(next)
  }
  const announcement = data?.list.find(({ id }) => !dismissedIds.includes(id))
  if (!announcement) return null
  const { id, text, tone } = announcement
  return (
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
        <CloseButton size="sm" aria-label={t('act.close')} onClick={() => dismiss(id)} />
      </Group>
    </Alert>
  )
}
