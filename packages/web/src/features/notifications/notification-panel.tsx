import { ActionIcon, Button, Skeleton, Title, Tooltip } from '@mantine/core'
import { IconBell, IconCloudOff, IconSettings } from '@tabler/icons-react'
import type { Notification } from '@tavla/contract'
import { useEffect } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText, isOffline } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listNotifications, getUnread } from './feed.ts'
import { daysAgo, groupNotifications } from './groups.ts'
import { names, getPeople } from './names.ts'
import { NotificationItem } from './notification-item.tsx'
import classes from './notifications.module.css'
import { useNotifications, useMarkNotificationsRead } from './queries.ts'
import { readStored, writeStored } from './stored.ts'
import { getSpaceName } from './notification-text.ts'

interface NotificationPanelProps {
  /** Id of the heading. */
  titleId: string
  onClose(): void
  /** On screens where nothing next to the panel can be clicked to close it. */
  close?: ReactNode
}

/** Notifications by day and by space. */
export function NotificationPanel({ titleId, onClose, close }: NotificationPanelProps) {
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
        {close}
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
  const notices = useNotifications()
  const { data, error } = notices
  const stored = data ? null : readStored(uid)
  const list = data ? listNotifications(data) : (stored?.list ?? [])
  useCached(uid, data ? list : null)

  if (error && list.length === 0)
    return (
      <div className={classes.body}>
        <EmptyState
          role="alert"
          order={3}
          icon={<IconCloudOff size={28} stroke={1.5} aria-hidden />}
          title={getFailureText(error)}
        >
          <Button variant="default" loading={notices.isFetching} onClick={() => void notices.refetch()}>
            {t('common:act.tryAgain')}
          </Button>
        </EmptyState>
      </div>
    )
  if (list.length === 0) return <div className={classes.body}>{data ? <Nothing /> : <Placeholders />}</div>
  return (
    <div className={classes.body} onKeyDown={walk}>
      {error && (
        <p className={classes.offline} role="status">
          {isOffline(error) ? t('offline') : getFailureText(error)}
        </p>
      )}
      <Days list={list} me={uid} onClose={onClose} />
      {notices.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={notices.isFetchingNextPage}
            onClick={() => void notices.fetchNextPage()}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Stores the shown notifications with their names in `notifyDataArr`, for the next visit and offline. */
function useCached(uid: string, list: readonly Notification[] | null) {
  const found = useSignal(session.setNoticeUser)
  useEffect(() => names.remember(readStored(uid).people), [uid])
  useEffect(() => {
    if (list === null) return
    writeStored(
      uid,
      list,
      (notice) =>
        getPeople(notice).flatMap((of) => {
          const face = names.person(of)
          return face ? [[of, face] as const] : []
        }),
      getSpaceName,
    )
  }, [uid, list, found])
}

interface DaysProps {
  list: readonly Notification[]
  me: string
  onClose(): void
}

function Days({ list, me, onClose }: DaysProps) {
  const { t, i18n } = useTranslation('notifications')
  const read = useMarkNotificationsRead()
  const dayName = (day: string) => {
    const ago = daysAgo(day, clock.now())
    if (ago === 0 || ago === 1) return t(ago === 0 ? 'today' : 'yesterday')
    return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' }).format(Date.parse(`${day}T12:00`))
  }
  const markRead = ({ id, readAt }: Notification) => readAt === null && read.mutate([id])
  return groupNotifications(list).map(({ day, spaces }) => (
    <section key={day} aria-label={dayName(day)}>
      <h3 className={classes.day}>{dayName(day)}</h3>
      {spaces.map(({ wid, notices }) => (
        <div key={wid ?? ''}>
          <h4 className={classes.space}>{(notices[0] ? getSpaceName(notices[0]) : null) ?? t('account')}</h4>
          <ul className={classes.list}>
            {notices.map((notice) => (
              <NotificationItem
                key={notice.id}
                notice={notice}
                me={me}
                onRead={() => markRead(notice)}
                onOpen={() => {
                  markRead(notice)
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
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-notice]')]
  const place = links.findIndex((link) => link === document.activeElement)
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, place + step))]?.focus()
}

function Nothing() {
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
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} height={48} radius="md" />
      ))}
    </div>
  )
}
