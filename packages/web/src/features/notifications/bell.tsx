import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { getNotificationUrl } from '@tavla/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { showSystemNotification } from '../../platform/desktop/system-notification.ts'
import { useUnreadBadge } from '../../platform/dom/unread-badge.ts'
import { pathBelowBase } from '../../platform/dom/url.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { session } from '../../state/index.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { getUnread } from './feed.ts'
import { latestNotifications } from './live-notifications.ts'
import classes from './notifications.module.css'
import { useLiveNotifications, useNotifications } from './queries.ts'
import { getNotificationText, getSpaceName } from './notification-text.ts'

const notificationOverlay = lazyCode(
  'notifications',
  async () => (await import('./notification-overlay.tsx')).NotificationOverlay,
)

const maxShownCount = 99

interface BellProps {
  /** Class for its position. */
  className?: string
}

/** The notifications button with the unread count. */
export function Bell({ className }: BellProps) {
  const { t } = useTranslation('notifications')
  const [open, setOpen] = useState(false)
  useLiveNotifications()
  const { data } = useNotifications()
  const unread = data ? getUnread(data) : 0
  useUnreadBadge(unread)
  const label = unread === 0 ? t('title') : t('bell', { count: unread })
  return (
    <>
      <LazyOverlay
        type="dialog"
        code={notificationOverlay}
        opened={open}
        onChange={setOpen}
        render={(NotificationOverlay) => <NotificationOverlay />}
      >
        <UnstyledButton
          className={`${classes.bell} ${className ?? ''}`}
          aria-label={label}
          data-testid="bell"
        >
          <IconBell size={20} stroke={1.5} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > maxShownCount ? `${maxShownCount}+` : unread}
            </span>
          )}
        </UnstyledButton>
      </LazyOverlay>
      <NotificationAnnouncer onOpen={() => setOpen(true)} />
    </>
  )
}

/** Announces new notifications to screen readers, and by the system while the desktop app is behind other windows. */
function NotificationAnnouncer({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation(['notifications', 'members'])
  const navigate = useNavigate()
  const notifications = useSignal(latestNotifications)
  const me = useSignal(session.userInfo)?.uid ?? ''
  useSignal(session.setNoticeUser)
  const [notification] = notifications
  const text = notification && getNotificationText(notification, me, t)
  const space = notification && getSpaceName(notification)
  const isMany = notifications.length > 1
  const many = isMany ? t('arrivedMany', { count: notifications.length }) : null
  const announcement = text && (space ? t('arrived', { words: text, space }) : text)
  const id = notification?.id
  const shownText = many ?? text ?? null
  const show = useEffectEvent((shownId: string, words: string) =>
    showSystemNotification({
      id: shownId,
      title: (isMany ? null : space) ?? 'Tavla',
      text: words,
      onOpen() {
        if (isMany || !notification) onOpen()
        else void navigate(pathBelowBase(getNotificationUrl(notification, me)))
      },
    }),
  )
  useEffect(() => {
    if (id !== undefined && shownText !== null) show(id, shownText)
  }, [id, shownText])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {many ?? announcement}
    </VisuallyHidden>
  )
}
