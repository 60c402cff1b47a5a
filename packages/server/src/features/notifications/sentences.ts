import { getNotificationTextKey, type NotificationContext, Role } from '@tavla/contract'
import type { Texts } from '@tavla/locales/texts'
import { oneLine } from '../../ports/mail/email.ts'

/** A notification with names instead of uids. */
export interface AnnouncedNotification extends NotificationContext {
  readonly wid: string
  readonly space: string
  /** Who did it, or whom it is about; null: a deleted account, or nobody in particular. */
  readonly who: string | null
  /** The other person involved: whose role was changed, or the previous owner. */
  readonly whom: string | null
  readonly link: string
}

/** The sentence for a notification in an email, which names the board. */
export function getSentence({ t }: Texts, notification: AnnouncedNotification): string {
  const getName = (name: string | null) => (name === null ? t('notifications:somebody') : oneLine(name))
  const role = Role.safeParse(notification.data['to_role']).data
  return t(`notifications:${getNotificationTextKey(notification, 'email')}`, {
    who: getName(notification.who),
    whom: getName(notification.whom),
    board: oneLine(notification.space),
    role: role === undefined ? '' : t(`emails:digest.role.${role}`),
  })
}
