import { z } from 'zod'
import { Role } from '../roles.ts'
import { Id, SpaceId, Time, Uid } from '../wire.ts'
import { Person } from './user.ts'

/** A shared place, as one of its members sees it. */
export const Space = z.object({
  wid: SpaceId,
  name: z.string(),
  photo: z.string().nullable(),
  /** The photo follows the board. */
  photoAuto: z.boolean(),
  owner: Person,
  /** Mine. */
  role: Role,
  members: z.int(),
  online: z.array(Uid),
  /**
   * Address of a picture of the first page, 640 × 400, WebP; null until one was drawn. For the requester alone and only while a
   * member; another picture has another address, so it may be kept.
   */
  thumb: z.string().nullable(),
  /** Id of my folder that holds it. */
  folder: Id.nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  /** Whose the last edit of the board was; absent when nobody edited it, or nobody knows any more. */
  changedBy: z.object({ uid: Uid, name: z.string() }).optional(),
  openedAt: Time.nullable(),
  trashedAt: Time.nullable(),
})
export type Space = z.infer<typeof Space>

/** Where the words that were looked for stand on a board: `/app/whiteboard?w=&p=page&o=element` leads there. */
export const SpaceMatch = z.object({
  page: Id,
  element: Id,
  /** What is written around the find, on one line; `…` where it goes on. */
  text: z.string(),
  /** The find within `text`, from its first character to behind its last, in UTF-16 units. */
  from: z.int().min(0),
  to: z.int().min(0),
})
export type SpaceMatch = z.infer<typeof SpaceMatch>

/** A space of a list. `match` is there when the words that were looked for stand on its board, and not only in its name. */
export const SpaceListItem = Space.extend({ match: SpaceMatch.optional() })
export type SpaceListItem = z.infer<typeof SpaceListItem>

export const SpaceFilter = z.enum(['all', 'mine', 'shared', 'starred', 'archived', 'trash'])
export type SpaceFilter = z.infer<typeof SpaceFilter>

export const SpaceSort = z.enum(['updated', 'opened', 'name', 'created'])
export type SpaceSort = z.infer<typeof SpaceSort>

/** One of my folders; nobody else sees it. */
export const Folder = z.object({
  id: Id,
  name: z.string(),
  /** All in it, also what is archived or in the trash. */
  wids: z.array(SpaceId),
  /** How many of them are neither. */
  boards: z.int(),
})
export type Folder = z.infer<typeof Folder>

export const BuiltInPhoto = z.object({ id: Id, url: z.string() })
export type BuiltInPhoto = z.infer<typeof BuiltInPhoto>
