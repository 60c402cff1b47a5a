import { getNotificationTextKey, type NotificationContext, Role } from '@tavla/contract'
import type { Texts } from '@tavla/locales/texts'
import { oneLine } from '../../ports/mail/email.ts'

/** A notice with names instead of uids. */
export interface AnnouncedNotification extends NotificationContext {
  readonly wid: string
  readonly space: string
  /** Who did it, or whom it is about; null: somebody who is no longer here, or nobody in particular. */
  readonly who: string | null
  /** The other person of it: whose role was changed, whose the space was. */
  readonly whom: string | null
  readonly link: string
}

/** The sentence that says a notification in an email, where the board is named. */
export function getSentence({ t }: Texts, notice: AnnouncedNotification): string {
  const getName = (name: string | null) => (name === null ? t('notifications:somebody') : oneLine(name))
  const role = Role.safeParse(notice.data['to_role']).data
  return t(`notifications:${getNotificationTextKey(notice, 'email')}`, {
    who: getName(notice.who),
    whom: getName(notice.whom),
    board: oneLine(notice.space),
    role: role === undefined ? '' : t(`emails:digest.role.${role}`),
  })
}
