import { Alert, CloseButton, Group, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import { session } from '../../../state/index.ts'
import classes from '../../../ui/banner.module.css'

/** How often an open page checks for new announcements. */
const pollIntervalMs = 5 * 60_000

/** More than a server announces at a time; older ids are dropped. */
const maxDismissed = 20

/** The newest announcement of the server's operators, one at most. A dismissed one stays dismissed in this browser. */
function useAnnouncement() {
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
  return { ...announcement, dismiss: () => dismiss(announcement.id) }
}

/** An announcement across the top of a page. */
export function AnnouncementBanner() {
  const { t } = useTranslation()
  const announcement = useAnnouncement()
  if (!announcement) return null
  const { text, tone, dismiss } = announcement
  return (
    <Alert
      role="status"
      aria-label={t('announcement')}
      radius={0}
      p="xs"
      color={tone === 'warning' ? 'yellow' : 'gray'}
    >
      <Group justify="center" wrap="nowrap" gap="sm">
        <Text size="sm">{text}</Text>
        <CloseButton size="sm" aria-label={t('act.close')} onClick={dismiss} />
      </Group>
    </Alert>
  )
}

/** An announcement among the messages over a board. */
export function AnnouncementLine() {
  const { t } = useTranslation()
  const announcement = useAnnouncement()
  if (!announcement) return null
  return (
    <div className={classes.banner} role="status" aria-label={t('announcement')} data-testid="announcement">
      <IconSpeakerphone size={18} stroke={1.5} aria-hidden />
      <span>{announcement.text}</span>
      <CloseButton
        className={classes.close ?? ''}
        size="sm"
        aria-label={t('act.close')}
        onClick={announcement.dismiss}
      />
    </div>
  )
}
