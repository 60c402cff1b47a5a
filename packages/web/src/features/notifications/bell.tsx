import { CloseButton, Modal, Popover, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { getNotificationUrl } from '@tavla/contract'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { loadChunk } from '../../platform/network/chunk-retry.ts'
import { showSystemNotification } from '../../platform/desktop/system-notification.ts'
import { useUnreadBadge } from '../../platform/dom/unread-badge.ts'
import { pathBelowBase } from '../../platform/dom/url.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { getUnread } from './feed.ts'
import { latestNotifications } from './live-notifications.ts'
import classes from './notifications.module.css'
import { useLiveNotifications, useNotifications } from './queries.ts'
import { getNotificationText, getSpaceName } from './notification-text.ts'

const NotificationPanel = lazy(async () => {
  const module = await loadChunk('notice-panel', () => import('./notification-panel.tsx'))
  return { default: module.NotificationPanel }
})

const maxShownCount = 99

interface BellProps {
  /** Class for its position. */
  className?: string
}

/** The notifications button with the unread count. */
export function Bell({ className }: BellProps) {
  const { t } = useTranslation('notifications')
  const [open, setOpen] = useState(false)
  const narrow = useMediaQuery('(max-width: 37.5em)', false, { getInitialValueInEffect: false })
  const titleId = useId()
  useLiveNotifications()
  const { data } = useNotifications()
  const unread = data ? getUnread(data) : 0
  useUnreadBadge(unread)
  const label = unread === 0 ? t('title') : t('bell', { count: unread })
  const close = () => setOpen(false)
  const button = (
    <UnstyledButton
      className={`${classes.bell} ${className ?? ''}`}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-testid="bell"
      onClick={() => setOpen(!open)}
    >
      <IconBell size={20} stroke={1.5} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > maxShownCount ? `${maxShownCount}+` : unread}
        </span>
      )}
    </UnstyledButton>
  )
  const panel = (
    <Suspense fallback={<Skeleton m="md" height={48} radius="md" />}>
      <NotificationPanel
        titleId={titleId}
        onClose={close}
        {...(narrow
          ? { closeButton: <CloseButton aria-label={t('common:act.close')} onClick={close} /> }
          : {})}
      />
    </Suspense>
  )
  return (
    <>
      {narrow ? (
        <>
          {button}
          <Modal.Root opened={open} onClose={close} fullScreen aria-labelledby={titleId}>
            <Modal.Content aria-labelledby={titleId} radius={0}>
              <Modal.Body className={classes.sheet ?? ''}>{panel}</Modal.Body>
            </Modal.Content>
          </Modal.Root>
        </>
      ) : (
        <Popover
          opened={open}
          onChange={setOpen}
          position="bottom-end"
          offset={8}
          width={416}
          trapFocus
          returnFocus
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown className={classes.popover ?? ''} aria-labelledby={titleId}>
            {panel}
          </Popover.Dropdown>
        </Popover>
      )}
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
