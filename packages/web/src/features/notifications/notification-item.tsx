import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell, IconCheck, IconGauge } from '@tabler/icons-react'
import { getNotificationUrl } from '@tavla/contract'
import type { Notification } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathBelowBase } from '../../platform/dom/url.ts'
import { clock } from '../../platform/dom/clock.ts'
import { timeAgo } from '../../platform/format.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { names, getPeople } from './names.ts'
import classes from './notifications.module.css'
import { getNotificationText } from './notification-text.ts'

interface NotificationItemProps {
  notice: Notification
  me: string
  onOpen(): void
  onRead(): void
}

/** One notification; all of it is a link. */
export function NotificationItem({ notice, me, onOpen, onRead }: NotificationItemProps) {
  const { t, i18n } = useTranslation(['notifications', 'members'])
  const words = getNotificationText(notice, me, t)
  const unread = notice.readAt === null
  return (
    <li className={classes.item} data-unread={unread} data-type={notice.type}>
      <Link
        to={pathBelowBase(getNotificationUrl(notice, me))}
        className={classes.link ?? ''}
        aria-busy={words === null}
        data-notice={notice.id}
        onClick={onOpen}
      >
        <Picture notice={notice} />
        <span className={classes.words}>
          <span className={classes.sentence}>
            {unread && <span className={classes.hidden}>{t('unread')} </span>}
            {words ?? <span className={classes.missing} />}
          </span>
          <time className={classes.time} dateTime={notice.createdAt}>
            {timeAgo(notice.createdAt, clock.now(), i18n.language)}
          </time>
        </span>
      </Link>
      {unread && (
        <Tooltip label={t('read')} position="left">
          <ActionIcon aria-label={t('readOne', { words: words ?? '' })} onClick={onRead}>
            <IconCheck size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

function Picture({ notice }: { notice: Notification }) {
  const [uid] = getPeople(notice)
  const face = uid === undefined ? undefined : names.person(uid)
  if (uid !== undefined && face)
    return <PersonAvatar id={uid} name={face.name} photo={face.photo} size={32} />
  const Icon = notice.type === 1010 ? IconGauge : IconBell
  return (
    <span className={classes.sign} aria-hidden>
      <Icon size={18} stroke={1.5} />
    </span>
  )
}
