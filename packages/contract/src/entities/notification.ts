import { z } from 'zod'
import { Role } from '../roles.ts'
import { Bool, Id, SpaceId, Time, Uid } from '../wire.ts'

const base = {
  id: Id,
  /** Null for notifications about the account. */
  wid: SpaceId.nullable(),
  /** Stays visible after leaving the space. */
  spaceName: z.string().nullable(),
  createdAt: Time,
  readAt: Time.nullable(),
}

const AboutUser = z.object({ ...base, type: z.union([z.literal(1001), z.literal(1002)]), user: Uid })

const RoleChanged = z.object({
  ...base,
  type: z.literal(1003),
  modifier: Uid,
  modified_user: Uid,
  from_role: Role,
  to_role: Role,
})

const OwnershipTransferred = z.object({ ...base, type: z.literal(1004), user: Uid, from_user: Uid })

const OtherNotification = z.object({
  ...base,
  type: z.int().min(1005).max(1999),
  user: Uid.nullable(),
  data: z.record(z.string(), z.unknown()),
})

/** A notification. People are uids; the client adds names and photos. */
export const Notification = z.union([AboutUser, RoleChanged, OwnershipTransferred, OtherNotification])
export type Notification = z.infer<typeof Notification>

/** Sent over the socket: these notifications (null: all) were read in another tab, with the new unread count. */
export const NotificationsRead = z.object({ read: z.array(Id).nullable(), unread: z.int().min(0) })
export type NotificationsRead = z.infer<typeof NotificationsRead>

/** Socket message about notifications. */
export const NotificationUpdate = z.union([NotificationsRead, Notification])
export type NotificationUpdate = z.infer<typeof NotificationUpdate>

const Channels = z.object({ inApp: Bool, email: Bool })

const NotificationTypeKey = z.string().regex(/^1\d{3}$/, 'is no type of notice')

/** Notification settings; types that are not listed use `channels`. */
export const NotifyConfig = z.object({
  channels: Channels,
  types: z.record(NotificationTypeKey, Channels),
  digest: z.enum(['none', 'daily']),
})
export type NotifyConfig = z.infer<typeof NotifyConfig>
