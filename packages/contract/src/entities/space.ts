import { z } from 'zod'
import { Role } from '../roles.ts'
import { Id, SpaceId, Time, Uid } from '../wire.ts'
import { Person } from './user.ts'

/** A space as seen by one of its members. */
export const Space = z.object({
  wid: SpaceId,
  name: z.string(),
  photo: z.string().nullable(),
  /** The photo is the board's thumbnail. */
  photoAuto: z.boolean(),
  owner: Person,
  /** The caller's role. */
  role: Role,
  members: z.int(),
  online: z.array(Uid),
  /**
   * URL of a thumbnail of the first page, 640 × 400, WebP; null until it exists. Valid for the caller while a
   * member. A new thumbnail has a new URL, so the image can be cached.
   */
  thumb: z.string().nullable(),
  /** The caller's folder that contains it. */
  folder: Id.nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  /** Author of the last edit; absent if there is none or it is unknown. */
  changedBy: z.object({ uid: Uid, name: z.string() }).optional(),
  openedAt: Time.nullable(),
  trashedAt: Time.nullable(),
})
export type Space = z.infer<typeof Space>

/** A search match on a board; linked as `/app/whiteboard?w=&p=page&o=element`. */
export const SpaceMatch = z.object({
  page: Id,
  element: Id,
  /** The line around the match, with `…` where it is cut. */
  text: z.string(),
  /** Range of the match in `text`, in UTF-16 units; `to` is exclusive. */
  from: z.int().min(0),
  to: z.int().min(0),
})
export type SpaceMatch = z.infer<typeof SpaceMatch>

/** A space in a list. `match` is set if the search matched the board's contents. */
export const SpaceListItem = Space.extend({
  match: SpaceMatch.optional(),
  /** Up to three members, those active last first; empty if the caller is the only one. */
  faces: z.array(z.object({ uid: Uid, name: z.string(), photo: z.string().nullable() })),
})
export type SpaceListItem = z.infer<typeof SpaceListItem>

export const SpaceFilter = z.enum(['all', 'mine', 'shared', 'starred', 'archived', 'trash'])
export type SpaceFilter = z.infer<typeof SpaceFilter>

export const SpaceSort = z.enum(['updated', 'opened', 'name', 'created'])
export type SpaceSort = z.infer<typeof SpaceSort>

/** A private folder of the caller. */
export const Folder = z.object({
  id: Id,
  name: z.string(),
  /** All spaces in it, including archived and trashed ones. */
  wids: z.array(SpaceId),
  /** Number of spaces that are neither archived nor in the trash. */
  boards: z.int(),
})
export type Folder = z.infer<typeof Folder>

export const BuiltInPhoto = z.object({ id: Id, url: z.string() })
export type BuiltInPhoto = z.infer<typeof BuiltInPhoto>
