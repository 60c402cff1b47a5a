import { z } from 'zod'
import { urls } from './addresses.ts'
import type { Notification } from './entities/notice.ts'

/** Where one's plan and payments stand. */
export const planHash = '#plan'

/** Opens the members of a board, with who asks for access. */
export const membersHash = '#members'

/** What text and URL of a notification depend on. */
export interface NotificationContext {
  readonly type: number
  /** It is about the person who reads it. */
  readonly isMine: boolean
  readonly data: Readonly<Record<string, unknown>>
}

interface Read<Data> {
  readonly isMine: boolean
  readonly data: Data
}

/** What a place on the settings page offers: both channels, only the one in the app, or no row. */
type SettingsRow = 'both' | 'inApp' | 'none'

/** In which email it is sent: together with others, in one of its own, or in none. */
type EmailRule = 'digest' | 'own' | 'none'

interface Definition<Type extends number, Row extends SettingsRow, Variant extends string | null, Data> {
  /** As stored and sent; never used again for something else. */
  readonly type: Type
  /** What `data` holds. It is read leniently: other versions of the server may have written it. */
  readonly data: z.ZodType<Data>
  readonly settings: Row
  readonly email: EmailRule
  /** Which of its texts says it: `mine` for `text_mine` and `email_mine`, null for `text` and `email`. */
  variant(read: Read<Data>): Variant
  url(wid: string, read: Read<Data>): string
}

/**
 * One type of notification. Its texts are `notifications:<name>.text`, `.email` (with the board's name) and `.setting`;
 * where one is missing, what shows it does not compile.
 */
function defineNotification<
  const Type extends number,
  const Row extends SettingsRow,
  const Variant extends string | null,
  Data,
>({ data, variant, url, ...rest }: Definition<Type, Row, Variant, Data>) {
  const read = (facts: NotificationContext) => ({ isMine: facts.isMine, data: data.parse(facts.data) })
  return {
    ...rest,
    getVariant: (facts: NotificationContext): Variant => variant(read(facts)),
    getUrl: (wid: string, facts: NotificationContext): string => url(wid, read(facts)),
  }
}

const nothing = z.object({})
const alike = () => null
const toBoard = (wid: string) => urls.whiteboard({ wid })
const toMembers = (wid: string) => urls.whiteboard({ wid }) + membersHash
const text = z.string().min(1).optional().catch(undefined)
const place = z.object({ page: text, element: text })
type Place = z.output<typeof place>
const toPlace = (wid: string, { data: { page, element } }: Read<Place>) =>
  urls.whiteboard({ wid, ...(page ? { page } : {}), ...(element ? { element } : {}) })

/** Every type of notification; numbers of spec §3 (1001 to 1004) and our own. */
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
    // Sent in any case: the person who invites by email has asked for it.
    settings: 'inApp',
    email: 'own',
    variant: alike,
    url: (wid, { data: { invite: token } }) =>
      token ? urls.invite({ token, wid }) : urls.requestAccess({ wid }),
  }),
  limitNear: defineNotification({
    type: 1010,
    data: z.object({
      of: z.enum(['members', 'storage', 'spaces', 'voice']).catch('spaces'),
      full: z.boolean().catch(false),
    }),
    settings: 'both',
    email: 'digest',
    variant: ({ data: { of, full } }) => (full ? (`${of}Full` as const) : of === 'spaces' ? null : of),
    url: (wid, { data }) =>
      data.of === 'members'
        ? toMembers(wid)
        : data.of === 'voice'
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
  /** Somebody suggested changes that the reader may decide. */
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

/** The number of each type by its name. */
export const notificationTypes = Object.fromEntries(
  names.map((name) => [name, notifications[name].type]),
) as { readonly [Name in NotificationName]: Notifications[Name]['type'] }

/** Names of the types that have a row on the settings page. */
type NameWithSetting = {
  [Name in NotificationName]: Notifications[Name]['settings'] extends 'none' ? never : Name
}[NotificationName]

export const notificationSettings = names.filter(
  (name): name is NameWithSetting => notifications[name].settings !== 'none',
)

/** Types whose emails are their own: they are in no digest, so that nobody reads of them twice. */
export const typesOutsideDigest: readonly number[] = names.flatMap((name) =>
  notifications[name].email === 'digest' ? [] : [notifications[name].type],
)

type Suffix<Variant> = Variant extends string ? `_${Variant}` : ''
type FormOf<
  Name extends NotificationName,
  Form extends string,
> = `${Name}.${Form}${Suffix<ReturnType<Notifications[Name]['getVariant']>>}`

/** Keys of the namespace `notifications` that say what happened; `unknown` is what a newer server wrote. */
export type NotificationTextKey<Form extends 'text' | 'email'> =
  { [Name in NotificationName]: FormOf<Name, Form> }[NotificationName] | `unknown.${Form}`

/** `text` for a list under the board's name, `email` for a sentence that names the board. */
export function getNotificationTextKey<Form extends 'text' | 'email'>(
  facts: NotificationContext,
  form: Form,
): NotificationTextKey<Form> {
  const name = nameByType.get(facts.type)
  if (name === undefined) return `unknown.${form}`
  const variant = notifications[name].getVariant(facts)
  return `${name}.${form}${variant === null ? '' : `_${variant}`}` as NotificationTextKey<Form>
}

/** The facts of a notification for the person `me`. */
export function getNotificationContext(notification: Notification, me: string): NotificationContext {
  const about = 'modified_user' in notification ? notification.modified_user : notification.user
  return {
    type: notification.type,
    isMine: about === me,
    data: 'data' in notification ? notification.data : notification,
  }
}

/** Where a notification leads the person `me` who reads it; calls.md, "Addresses". No host. */
export function getNotificationUrl(notification: Notification, me: string): string {
  const { wid, type } = notification
  const name = nameByType.get(type)
  if (wid === null && name !== 'paymentTrouble') return urls.dashboard()
  const board = wid ?? ''
  return name ? notifications[name].getUrl(board, getNotificationContext(notification, me)) : toBoard(board)
}
