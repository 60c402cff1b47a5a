import type { Notification, Role } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { names, getPeople } from './names.ts'

type Words = TFunction<readonly ['notices', 'members']>

/** How somebody is called: as the look-up says; who is gone is nobody in particular; null while it is not known. */
export function getName(uid: string | undefined, t: Words): string | null {
  if (uid === undefined) return t('notices:somebody')
  const face = names.person(uid)
  return face === undefined ? null : (face?.name ?? t('notices:somebody'))
}

/** What a space is called now, or was when one could still see it. */
export function getSpaceName({ wid, spaceName }: Notification): string | null {
  return wid === null ? spaceName : (names.space(wid) ?? spaceName)
}

/** The sentence of a notice for the person `me`; null while names are missing. */
export function getNotificationText(notice: Notification, me: string, t: Words): string | null {
  const [first, second] = getPeople(notice)
  const [who, whom] = [getName(first, t), second === undefined ? '' : getName(second, t)]
  if (who === null || whom === null) return null
  const role = (given: Role) => t(`members:roles.${given}.name`)
  switch (notice.type) {
    case 1001:
      return t('notices:is.joined', { who })
    case 1002:
      return first === me ? t('notices:is.leftMine') : t('notices:is.left', { who })
    case 1003:
      if (!('to_role' in notice)) return t('notices:is.unknown')
      return t(second === me ? 'notices:is.roleMine' : 'notices:is.role', {
        who,
        whom,
        role: role(notice.to_role),
      })
    case 1004:
      return t(first === me ? 'notices:is.ownerMine' : 'notices:is.owner', { who, whom })
    default:
      return getOtherText(notice, who, t)
  }
}

function getOtherText(notice: Notification, who: string, t: Words): string {
  const data = 'data' in notice ? notice.data : {}
  switch (notice.type) {
    case 1005:
      return t('notices:is.mentioned', { who })
    case 1006:
      return t('notices:is.commented', { who })
    case 1007:
      return t('notices:is.asks', { who })
    case 1008:
      return t(data['granted'] === true ? 'notices:is.granted' : 'notices:is.refused', { who })
    case 1009:
      return t('notices:is.invited', { who })
    case 1010:
      if (data['of'] === 'members') return t('notices:is.limitMembers')
      return t(data['of'] === 'storage' ? 'notices:is.limitStorage' : 'notices:is.limitSpaces')
    case 1011:
      return t(data['reason'] === 'failed' ? 'notices:is.paymentFailed' : 'notices:is.planEnds')
    case 1012:
      return t('notices:is.suggested', { who })
    case 1013:
      return t(
        data['accepted'] === true ? 'notices:is.suggestionAccepted' : 'notices:is.suggestionRejected',
        { who },
      )
    default:
      return t('notices:is.unknown')
  }
}
