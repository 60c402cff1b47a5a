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
  thumb: z.string().nullable(),
  /** Id of my folder that holds it. */
  folder: Id.nullable(),
  starred: z.boolean(),
  archived: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  openedAt: Time.nullable(),
  trashedAt: Time.nullable(),
})
export type Space = z.infer<typeof Space>

export const SpaceFilter = z.enum(['all', 'mine', 'shared', 'starred', 'archived', 'trash'])
export type SpaceFilter = z.infer<typeof SpaceFilter>

export const SpaceSort = z.enum(['updated', 'opened', 'name', 'created'])
export type SpaceSort = z.infer<typeof SpaceSort>

/** One of my folders; nobody else sees it. */
export const Folder = z.object({ id: Id, name: z.string(), wids: z.array(SpaceId) })
export type Folder = z.infer<typeof Folder>

export const BuiltInPhoto = z.object({ id: Id, url: z.string() })
export type BuiltInPhoto = z.infer<typeof BuiltInPhoto>
