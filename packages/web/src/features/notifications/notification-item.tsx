import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell, IconCheck, IconGauge } from '@tabler/icons-react'
import { getNotificationUrl } from '@tavla/contract'
import type { Notification } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { pathBelowBase } from '../../platform/dom/url.ts'
import { clock } from '../../platform/dom/clock.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { names, getPeople } from './names.ts'
import classes from './notifications.module.css'
import { getNotificationText } from './notification-text.ts'

interface NotificationItemProps {
  notification: Notification
  me: string
  onOpen(): void
  onRead(): void
}

/** One notification; all of it is a link. */
export function NotificationItem({ notification, me, onOpen, onRead }: NotificationItemProps) {
  const { t, i18n } = useTranslation(['notifications', 'members'])
  const text = getNotificationText(notification, me, t)
  const unread = notification.readAt === null
  return (
    <li className={classes.item} data-unread={unread} data-type={notification.type}>
      <Link
        to={pathBelowBase(getNotificationUrl(notification, me))}
        className={classes.link ?? ''}
        aria-busy={text === null}
        data-notice={notification.id}
        onClick={onOpen}
      >
        <NotificationIcon notification={notification} />
        <span className={classes.words}>
          <span className={classes.sentence}>
            {unread && <span className={classes.hidden}>{t('unread')} </span>}
            {text ?? <span className={classes.missing} />}
          </span>
          <time className={classes.time} dateTime={notification.createdAt}>
            {formatTimeAgo(notification.createdAt, clock.now(), i18n.language)}
          </time>
        </span>
      </Link>
      {unread && (
        <Tooltip label={t('read')} position="left">
          <ActionIcon aria-label={t('readOne', { words: text ?? '' })} onClick={onRead}>
            <IconCheck size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

function NotificationIcon({ notification }: { notification: Notification }) {
  const [uid] = getPeople(notification)
  const person = uid === undefined ? undefined : names.person(uid)
  if (uid !== undefined && person)
    return <PersonAvatar id={uid} name={person.name} photo={person.photo} size={32} />
  const Icon = notification.type === 1010 ? IconGauge : IconBell
  return (
    <span className={classes.sign} aria-hidden>
      <Icon size={18} stroke={1.5} />
    </span>
  )
}
