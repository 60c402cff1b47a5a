import { z } from 'zod'
import { urls } from './addresses.ts'
import type { Notification } from './entities/notification.ts'

/** Fragment of the plan section in the settings. */
export const planHash = '#plan'

/** Fragment that opens a board's members and access requests. */
export const membersHash = '#members'
/** Fragment of a board's URL that opens the export. */
export const exportHash = '#export'

/** Data that determines text and URL of a notification. */
export interface NotificationContext {
  readonly type: number
  /** The notification is about its reader. */
  readonly isMine: boolean
  readonly data: Readonly<Record<string, unknown>>
}

interface ReadContext<Data> {
  readonly isMine: boolean
  readonly data: Data
}

/** Channels in the settings: both, only in-app, or no row. */
type SettingsRow = 'both' | 'inApp' | 'none'

/** How it is emailed: in a digest, in an email of its own, or not at all. */
type EmailRule = 'digest' | 'own' | 'none'

interface Definition<Type extends number, Row extends SettingsRow, Variant extends string | null, Data> {
  /** Stored number; never reused. */
  readonly type: Type
  /** Schema of `data`; lenient, because other server versions may have written it. */
  readonly data: z.ZodType<Data>
  readonly settings: Row
  readonly email: EmailRule
  /** Variant of its texts: `mine` for `text_mine` and `email_mine`, null for `text` and `email`. */
  variant(read: ReadContext<Data>): Variant
  url(wid: string, read: ReadContext<Data>): string
}

/**
 * Defines a notification type. Its texts are `notifications:<name>.text`, `.email` (with the board's name) and
 * `.setting`; a missing text is a compile error.
 */
function defineNotification<
  const Type extends number,
  const Row extends SettingsRow,
  const Variant extends string | null,
  Data,
>({ data, variant, url, ...rest }: Definition<Type, Row, Variant, Data>) {
  const read = (context: NotificationContext) => ({ isMine: context.isMine, data: data.parse(context.data) })
  return {
    ...rest,
    getVariant: (context: NotificationContext): Variant => variant(read(context)),
    getUrl: (wid: string, context: NotificationContext): string => url(wid, read(context)),
  }
}

const nothing = z.object({})
const alike = () => null
const toBoard = (wid: string) => urls.whiteboard({ wid })
const toMembers = (wid: string) => urls.whiteboard({ wid }) + membersHash
const text = z.string().min(1).optional().catch(undefined)
const place = z.object({ page: text, element: text })
type Place = z.output<typeof place>
const toPlace = (wid: string, { data: { page, element } }: ReadContext<Place>) =>
  urls.whiteboard({ wid, ...(page ? { page } : {}), ...(element ? { element } : {}) })

/** All notification types; numbers from spec §3 (1001 to 1004) and our own. */
export const notifications = {
  joined: defineNotification({
    type: 1001,
    data: nothing,
    settings: 'both',
    email: 'digest',
    variant: alike,
    url: toMembers,
  }),
  left: defineNotification({
    type: 1002,
    data: nothing,
    settings: 'both',
    email: 'digest',
    variant: ({ isMine }) => (isMine ? 'mine' : null),
    url: (wid, { isMine }) => (isMine ? urls.requestAccess({ wid }) : toMembers(wid)),
  }),
  roleChanged: defineNotification({
    type: 1003,
    data: nothing,
    settings: 'both',
    email: 'digest',
    variant: ({ isMine }) => (isMine ? 'mine' : null),
    url: toBoard,
  }),
  ownershipTransferred: defineNotification({
    type: 1004,
    data: nothing,
    settings: 'both',
    email: 'digest',
    variant: ({ isMine }) => (isMine ? 'mine' : null),
    url: toBoard,
  }),
  mentioned: defineNotification({
    type: 1005,
    data: place,
    settings: 'none',
    email: 'digest',
    variant: alike,
    url: toPlace,
  }),
  commented: defineNotification({
    type: 1006,
    data: place,
    settings: 'none',
    email: 'digest',
    variant: alike,
    url: toPlace,
  }),
  accessRequested: defineNotification({
    type: 1007,
    data: z.object({ seat: z.boolean().catch(false) }),
    settings: 'both',
    email: 'own',
    variant: ({ data }) => (data.seat ? 'seat' : null),
    url: toMembers,
  }),
  accessAnswered: defineNotification({
    type: 1008,
    data: z.object({ granted: z.boolean().catch(false) }),
    settings: 'both',
    email: 'digest',
    variant: ({ data }) => (data.granted ? 'granted' : null),
    url: (wid, { data }) => (data.granted ? toBoard(wid) : urls.requestAccess({ wid })),
  }),
  invited: defineNotification({
    type: 1009,
    data: z.object({ invite: text }),
    // Always sent, because the inviting user requested an email.
    settings: 'inApp',
    email: 'own',
    variant: alike,
    url: (wid, { data: { invite: token } }) =>
      token ? urls.invite({ token, wid }) : urls.requestAccess({ wid }),
  }),
  limitNear: defineNotification({
    type: 1010,
    data: z.object({
      of: z.enum(['members', 'storage', 'spaces', 'voice', 'history']).catch('spaces'),
      full: z.boolean().catch(false),
    }),
    settings: 'both',
    email: 'digest',
    variant: ({ data: { of, full } }) => (full ? (`${of}Full` as const) : of === 'spaces' ? null : of),
    url: (wid, { data }) =>
      data.of === 'members'
        ? toMembers(wid)
        : data.of === 'voice' || data.of === 'history'
          ? urls.userinfo() + planHash
          : urls.dashboard(),
  }),
  paymentTrouble: defineNotification({
    type: 1011,
    data: z.object({ reason: z.string().optional().catch(undefined) }),
    settings: 'both',
    email: 'digest',
    variant: ({ data }) => (data.reason === 'failed' ? 'failed' : null),
    url: () => urls.userinfo() + planHash,
  }),
  /** Another user suggested changes that the reader can decide. */
  suggested: defineNotification({
    type: 1012,
    data: nothing,
    settings: 'both',
    email: 'digest',
    variant: alike,
    url: toBoard,
  }),
  /** Suggestions of the reader were accepted or rejected. */
  suggestionDecided: defineNotification({
    type: 1013,
    data: z.object({ accepted: z.boolean().catch(false) }),
    settings: 'both',
    email: 'digest',
    variant: ({ data }) => (data.accepted ? 'accepted' : null),
    url: toBoard,
  }),
}

type Notifications = typeof notifications
export type NotificationName = keyof Notifications
export type NotificationType = Notifications[NotificationName]['type']

const names = Object.keys(notifications) as NotificationName[]
const nameByType = new Map<number, NotificationName>(names.map((name) => [notifications[name].type, name]))

/** Numbers by name. */
export const notificationTypes = Object.fromEntries(
  names.map((name) => [name, notifications[name].type]),
) as { readonly [Name in NotificationName]: Notifications[Name]['type'] }

/** Types with a row in the settings. */
type NameWithSetting = {
  [Name in NotificationName]: Notifications[Name]['settings'] extends 'none' ? never : Name
}[NotificationName]

export const notificationSettings = names.filter(
  (name): name is NameWithSetting => notifications[name].settings !== 'none',
)

/** Types that are never part of a digest, because they are emailed separately or not at all. */
export const typesOutsideDigest: readonly number[] = names.flatMap((name) =>
  notifications[name].email === 'digest' ? [] : [notifications[name].type],
)

type Suffix<Variant> = Variant extends string ? `_${Variant}` : ''
type TextKey<
  Name extends NotificationName,
  Form extends string,
> = `${Name}.${Form}${Suffix<ReturnType<Notifications[Name]['getVariant']>>}`

/** Keys of the namespace `notifications`; `unknown` is for types of newer servers. */
export type NotificationTextKey<Form extends 'text' | 'email'> =
  { [Name in NotificationName]: TextKey<Name, Form> }[NotificationName] | `unknown.${Form}`

/** `text` is for lists under the board's name, `email` is a sentence that includes it. */
export function getNotificationTextKey<Form extends 'text' | 'email'>(
  context: NotificationContext,
  form: Form,
): NotificationTextKey<Form> {
  const name = nameByType.get(context.type)
  if (name === undefined) return `unknown.${form}`
  const variant = notifications[name].getVariant(context)
  return `${name}.${form}${variant === null ? '' : `_${variant}`}` as NotificationTextKey<Form>
}

/** The context of a notification for the reader `me`. */
export function getNotificationContext(notification: Notification, me: string): NotificationContext {
  const about = 'modified_user' in notification ? notification.modified_user : notification.user
  return {
    type: notification.type,
    isMine: about === me,
    data: 'data' in notification ? notification.data : notification,
  }
}

/** URL that a notification opens for the reader `me`, without host; calls.md, "Addresses". */
export function getNotificationUrl(notification: Notification, me: string): string {
  const { wid, type } = notification
  const name = nameByType.get(type)
  if (wid === null && name !== 'paymentTrouble') return urls.dashboard()
  const board = wid ?? ''
  return name ? notifications[name].getUrl(board, getNotificationContext(notification, me)) : toBoard(board)
}
