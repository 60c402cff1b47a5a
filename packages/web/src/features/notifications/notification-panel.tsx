import { ActionIcon, Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { IconBell, IconCloudOff, IconSettings } from '@tabler/icons-react'
import type { Notification } from '@tavla/contract'
import { useEffect } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText, isOffline } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listNotifications, getUnread } from './feed.ts'
import { getDaysAgo, groupNotifications } from './groups.ts'
import { names, getPeople } from './names.ts'
import { NotificationItem } from './notification-item.tsx'
import classes from './notifications.module.css'
import { useNotifications, useMarkNotificationsRead } from './queries.ts'
import { readStoredFeed, writeStoredFeed } from './stored-feed.ts'
import { getSpaceName } from './notification-text.ts'

interface NotificationPanelProps {
  /** Id of the heading. */
  titleId: string
  onClose(): void
  /** On screens where nothing next to the panel can be clicked to close it. */
  closeButton?: ReactNode
}

/** Notifications by day and by space. */
export function NotificationPanel({ titleId, onClose, closeButton }: NotificationPanelProps) {
  const { t } = useTranslation('notifications')
  const { data } = useNotifications()
  const read = useMarkNotificationsRead()
  const unread = data ? getUnread(data) : 0
  return (
    <>
      <header className={classes.head}>
        <Title order={2} size="h4" id={titleId}>
          {t('title')}
        </Title>
        {unread > 0 && (
          <Button
            className={classes.readAll ?? ''}
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => read.mutate(null)}
          >
            {t('readAll')}
          </Button>
        )}
        <Tooltip label={t('settings')}>
          <ActionIcon
            component={Link}
            to="/userinfo#notifications"
            aria-label={t('settings')}
            onClick={onClose}
          >
            <IconSettings size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {closeButton}
      </header>
      <Body onClose={onClose} />
    </>
  )
}

function Body({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('notifications')
  const uid = useSignal(session.userInfo)?.uid ?? ''
  // Names arrive one by one; each renders the list again.
  useSignal(session.setNoticeUser)
  const notifications = useNotifications()
  const { data, error } = notifications
  const stored = data ? null : readStoredFeed(uid)
  const list = data ? listNotifications(data) : (stored?.list ?? [])
  useStoreFeed(uid, data ? list : null)

  if (error && list.length === 0)
    return (
      <div className={classes.body}>
        <EmptyState
          role="alert"
          order={3}
          icon={<IconCloudOff size={28} stroke={1.5} aria-hidden />}
          title={getFailureText(error)}
        >
          <Button
            variant="default"
            loading={notifications.isFetching}
            onClick={() => void notifications.refetch()}
          >
            {t('common:act.tryAgain')}
          </Button>
        </EmptyState>
      </div>
    )
  if (list.length === 0)
    return <div className={classes.body}>{data ? <NoNotifications /> : <Placeholders />}</div>
  return (
    <div className={classes.body} onKeyDown={moveFocus}>
      {error && (
        <p className={classes.offline} role="status">
          {isOffline(error) ? t('offline') : getFailureText(error)}
        </p>
      )}
      <Days list={list} me={uid} onClose={onClose} />
      {notifications.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={notifications.isFetchingNextPage}
            onClick={() => void notifications.fetchNextPage()}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Stores the shown notifications with their names in `notifyDataArr`, for the next visit and offline. */
function useStoreFeed(uid: string, list: readonly Notification[] | null) {
  const namesRevision = useSignal(session.setNoticeUser)
  useEffect(() => names.remember(readStoredFeed(uid).people), [uid])
  useEffect(() => {
    if (list === null) return
    writeStoredFeed(
      uid,
      list,
      (notification) =>
        getPeople(notification).flatMap((personUid) => {
          const profile = names.person(personUid)
          return profile ? [[personUid, profile] as const] : []
        }),
      getSpaceName,
    )
  }, [uid, list, namesRevision])
}

interface DaysProps {
  list: readonly Notification[]
  me: string
  onClose(): void
}

function Days({ list, me, onClose }: DaysProps) {
  const { t, i18n } = useTranslation('notifications')
  const read = useMarkNotificationsRead()
  const getDayName = (day: string) => {
    const ago = getDaysAgo(day, clock.now())
    if (ago === 0 || ago === 1) return t(ago === 0 ? 'today' : 'yesterday')
    return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' }).format(Date.parse(`${day}T12:00`))
  }
  const markRead = ({ id, readAt }: Notification) => readAt === null && read.mutate([id])
  return groupNotifications(list).map(({ day, spaces }) => (
    <section key={day} aria-label={getDayName(day)}>
      <h3 className={classes.day}>{getDayName(day)}</h3>
      {spaces.map(({ wid, notifications }) => (
        <div key={wid ?? ''}>
          <h4 className={classes.space}>
            {(notifications[0] ? getSpaceName(notifications[0]) : null) ?? t('account')}
          </h4>
          <ul className={classes.list}>
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                me={me}
                onRead={() => markRead(notification)}
                onOpen={() => {
                  markRead(notification)
                  onClose()
                }}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  ))
}

/** Arrow keys move between notifications. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-notice]')]
  const index = links.findIndex((link) => link === document.activeElement)
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, index + step))]?.focus()
}

function NoNotifications() {
  const { t } = useTranslation('notifications')
  return (
    <EmptyState
      order={3}
      icon={<IconBell size={28} stroke={1.5} aria-hidden />}
      title={t('nothing')}
      text={t('nothingText')}
    />
  )
}

function Placeholders() {
  return (
    <div aria-hidden="true" className={classes.placeholders}>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={48} radius="md" />
      ))}
    </div>
  )
}
