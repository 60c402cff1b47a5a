import { desktopFlagKey } from '@tavla/contract'
import { z } from 'zod'

/** Storage format: `text` as is, `json` as JSON. */
export interface StorageKey<T> {
  readonly name: string
  readonly area: 'local' | 'session'
  readonly form: 'text' | 'json'
  readonly schema: z.ZodType<T>
}

function text(name: string, area: 'local' | 'session' = 'local'): StorageKey<string> {
  return { name, area, form: 'text', schema: z.string().min(1) }
}

function json<S extends z.ZodType>(name: string, schema: S): StorageKey<z.output<S>> {
  return { name, area: 'local', form: 'json', schema: schema as unknown as z.ZodType<z.output<S>> }
}

const optionalText = z.string().nullable().default(null).catch(null)

/** The signed-in user: only the token decides whether one is signed in, so every other field can be missing. */
export const StoredUser = z.looseObject({
  token: z.string().min(1),
  uid: z.string().catch(''),
  email: optionalText,
  name: z.string().catch(''),
  photo: optionalText,
  kind: z.enum(['full', 'guest']).catch('full'),
  /** As last received; the address can be confirmed on another device meanwhile. */
  emailVerified: z.boolean().optional().catch(undefined),
  /** A guest's secret, which proves the uid when the guest returns. */
  secret: z.string().optional().catch(undefined),
})
export type StoredUser = z.infer<typeof StoredUser>

const Card = z.looseObject({ wid: z.string(), name: z.string() })

/** Spaces as last loaded, for the dashboard offline; `v` 1. */
export const StoredSpaces = z.object({ v: z.literal(1), uid: z.string(), list: z.array(Card) })
export type StoredSpaces = z.infer<typeof StoredSpaces>

/** Filter and view of the dashboard; `v` 1. */
export const SpaceFilters = z.object({
  v: z.literal(1),
  filter: z.enum(['all', 'recent', 'mine', 'shared', 'starred', 'archived', 'trash']).catch('all'),
  /** Id of the open folder; the filter then does not apply. */
  folder: z.string().nullable().default(null).catch(null),
  sort: z.enum(['updated', 'opened', 'name', 'created']).catch('updated'),
  view: z.enum(['grid', 'list']).catch('grid'),
})
export type SpaceFilters = z.infer<typeof SpaceFilters>

const Camera = z.looseObject({ x: z.number(), y: z.number(), zoom: z.number().positive() })

/** wid → page → camera. */
export const BoardTransform = z.record(z.string(), z.record(z.string(), Camera))
export type BoardTransform = z.infer<typeof BoardTransform>

/** Temporary keys with the time (ms) at which each was stored; they are removed after 7 days. */
export const ClearLocal = z.array(z.object({ key: z.string(), at: z.number() }))
export type ClearLocal = z.infer<typeof ClearLocal>

/** Notifications with names, of the user with this uid; `v` 1. */
export const StoredNotifications = z.object({
  v: z.literal(1),
  uid: z.string(),
  list: z.array(z.looseObject({ id: z.string(), type: z.int() })),
})

/** Why the login page is shown without a sign-out in this tab; `uid` finds unsent work. */
export const EndedSession = z.object({
  why: z.enum(['ended', 'other-tab', 'deleted']),
  uid: z.string(),
  name: z.string(),
})
export type EndedSession = z.infer<typeof EndedSession>

/** Every key of spec §3, and `+` ours: `i18nextLng`, `pcapp`, `theme`, `closedAnnouncements`, `installHint`, `globalTalkKey`, and in the tab `fullscreen`, `from`, `oauth`, `admin` (the session of administration),
 * `ended`, `closedBanners`, `reloaded` (builds that were reloaded because the server wants a newer one). */
export const keys = {
  userinfo: json('userinfo', StoredUser),
  spaceList: json('spaceList', StoredSpaces),
  spaceFilters: json('spaceFilters', SpaceFilters),
  clientId: text('client_id'),
  boardTransform: json('boardTransform', BoardTransform),
  guestUserinfo: json('guestUserinfo', StoredUser),
  guestSpaceList: json('guestSpaceList', StoredSpaces),
  language: text('i18nextLng'),
  lastUserEmail: text('last_user_email'),
  desktop: text(desktopFlagKey),
  notices: json('notifyDataArr', StoredNotifications),
  pclogin: text('pclogin'),
  pcuid: text('pcuid'),
  subexpired: text('subexpired'),
  clearLocal: json('clearLocal', ClearLocal),
  theme: {
    name: 'theme',
    area: 'local',
    form: 'text',
    schema: z.enum(['light', 'dark', 'auto']),
  } satisfies StorageKey<'light' | 'dark' | 'auto'>,
  fullscreen: text('fullscreen', 'session'),
  from: text('from', 'session'),
  oauth: text('oauth', 'session'),
  adminToken: text('admin', 'session'),
  ended: {
    name: 'ended',
    area: 'session',
    form: 'json',
    schema: EndedSession,
  } satisfies StorageKey<EndedSession>,
  closedBanners: {
    name: 'closedBanners',
    area: 'session',
    form: 'json',
    schema: z.array(z.string()),
  } satisfies StorageKey<string[]>,
  closedAnnouncements: {
    name: 'closedAnnouncements',
    area: 'local',
    form: 'json',
    schema: z.array(z.string()),
  } satisfies StorageKey<string[]>,
  /** Set once the hint to install the app was shown. */
  installHint: text('installHint'),
  /** The last style chosen for each kind or tool of boards. */
  boardStyles: json(
    'boardStyles',
    z.record(z.string(), z.record(z.string(), z.union([z.string().max(32), z.number(), z.boolean()]))),
  ),
  /** Custom colours used last on boards. */
  recentColors: json('recentColors', z.array(z.string().regex(/^#[0-9a-f]{6}$/)).max(14)),
  /** Set if the push-to-talk key also works in other programs. */
  globalTalkKey: text('globalTalkKey'),
  reloaded: {
    name: 'reloaded',
    area: 'session',
    form: 'json',
    schema: z.array(z.string()),
  } satisfies StorageKey<string[]>,
} as const

/** Key of a pending invite's token, by space. */
export function inviteKey(wid: string): StorageKey<string> {
  return text(`invite-${wid}`)
}

/** The keys that a sign-out removes: exactly these; spec §4. */
export const clearedByLogout = [
  keys.userinfo,
  keys.spaceList,
  keys.spaceFilters,
  keys.clientId,
  keys.boardTransform,
] as const
