import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Id, text, Time, Uid } from '../wire.ts'

/** A place in a space's journal: the number of the last edit that had been made. 0 is the board before its first. */
export const BoardVersion = z.int().min(0)

/** What one person did in one stretch of the time line. */
export const ActivityPeriod = z.object({
  uid: Uid,
  /** Of the first and the last of its edits. */
  from: Time,
  to: Time,
  first: BoardVersion,
  last: BoardVersion,
  edits: z.int().min(1),
})
export type ActivityPeriod = z.infer<typeof ActivityPeriod>

/** Who wrote history; the name is empty when the account is gone. */
export const Writer = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  /** Index of their colour on this board; null when they have left it. */
  color: z.int().min(0).nullable(),
})
export type Writer = z.infer<typeof Writer>

/** Who did what when, coarsely: enough to draw a time line. */
export const Timeline = z.object({
  /** The earliest moment that can be shown, and the present one. */
  first: BoardVersion,
  head: BoardVersion,
  /** How far back the plan of the space's owner lets people look, in days; -1 for good. */
  days: z.int().min(-1),
  /** Earlier moments exist and another plan would show them. */
  cut: z.boolean(),
  /** Where the reader had been when they last left; null for somebody who has not been here. */
  seen: BoardVersion.nullable(),
  spells: z.array(ActivityPeriod),
  people: z.array(Writer),
})
export type Timeline = z.infer<typeof Timeline>

/** Versions of the kinds, by which records are brought up to date. */
export const SchemaVersions = z.record(z.string(), z.int().min(1))

/** A whole board at a moment, in the chunks that it is stored in. */
export const Keyframe = z.object({
  seq: BoardVersion,
  time: Time,
  schema: SchemaVersions,
  /** Fetched by their hashes; `bytes` is their size. */
  chunks: z.array(z.object({ hash: Id, bytes: z.int().min(0) })),
})
export type Keyframe = z.infer<typeof Keyframe>

/** Bytes in base64. */
const Bytes = z.string()

/** One stored chunk, deflated as it is on disk. */
export const StoredBytes = z.object({ hash: Id, bytes: Bytes })

/** Edits as taken, in order; neighbours under the same schema versions stand together. */
export const PastEdits = z.object({
  list: z.array(z.object({ schema: SchemaVersions, edits: z.array(Bytes) })),
  /** Ask again after this one; null when this was all. */
  next: BoardVersion.nullable(),
  /** So many bytes of the edit after `next` are here: the last one of the list is not whole. */
  from: z.int().min(0),
})

/** A moment that somebody has given a name. */
export const Version = z.object({
  id: Id,
  seq: BoardVersion,
  /** Of the last edit in it. */
  time: Time,
  name: z.string(),
  uid: Uid,
  createdAt: Time,
})
export type Version = z.infer<typeof Version>

export const VersionName = text(1, lengths.versionName)
