import { getNotificationContext, getNotificationTextKey } from '@tavla/contract'
import type { Notification } from '@tavla/contract'
import type { NamespaceKey } from '@tavla/locales'
import type { TFunction } from 'i18next'
import { names, getPeople } from './names.ts'

type Translate = TFunction<readonly ['notifications', 'members']>

/** The name of a person by lookup; "someone" if deleted; null while unknown. */
export function getName(uid: string | undefined, t: Translate): string | null {
  if (uid === undefined) return t('notifications:somebody')
  const profile = names.person(uid)
  return profile === undefined ? null : (profile?.name ?? t('notifications:somebody'))
}

/** The current name of a space, or the last one known. */
export function getSpaceName({ wid, spaceName }: Notification): string | null {
  return wid === null ? spaceName : (names.space(wid) ?? spaceName)
}

/** The sentence of a notification for the person `me`; null while names are missing. */
export function getNotificationText(notification: Notification, me: string, t: Translate): string | null {
  const [first, second] = getPeople(notification)
  const [firstName, secondName] = [getName(first, t), second === undefined ? '' : getName(second, t)]
  if (firstName === null || secondName === null) return null
  const role = 'to_role' in notification ? t(`members:roles.${notification.to_role}.name`) : ''
  const key: NamespaceKey<'notifications'> = getNotificationTextKey(
    getNotificationContext(notification, me),
    'text',
  )
  return t(`notifications:${key}`, { who: firstName, whom: secondName, role })
}
