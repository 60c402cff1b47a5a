import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Id, text, Time, Uid } from '../wire.ts'

/** A position in a space's journal: the number of its last edit. 0 is the empty board. */
export const BoardVersion = z.int().min(0)

/** One user's activity in one interval of the time line. */
export const ActivityPeriod = z.object({
  uid: Uid,
  /** Times of its first and last edit. */
  from: Time,
  to: Time,
  first: BoardVersion,
  last: BoardVersion,
  edits: z.int().min(1),
})
export type ActivityPeriod = z.infer<typeof ActivityPeriod>

/** An author in the history; the name is empty for deleted accounts. */
export const Writer = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  /** Index of their colour on this board; null after leaving it. */
  color: z.int().min(0).nullable(),
})
export type Writer = z.infer<typeof Writer>

/** Activity over time, in sufficient detail for a time line. */
export const Timeline = z.object({
  /** Earliest version that can be shown, and the latest one. */
  first: BoardVersion,
  head: BoardVersion,
  /** Days of history in the owner's plan; -1 is unlimited. */
  days: z.int().min(-1),
  /** Earlier versions exist that the plan does not include. */
  cut: z.boolean(),
  /** Version at the reader's last visit; null on the first visit. */
  seen: BoardVersion.nullable(),
  spells: z.array(ActivityPeriod),
  people: z.array(Writer),
})
export type Timeline = z.infer<typeof Timeline>

/** Schema version of each kind, for migrations. */
export const SchemaVersions = z.record(z.string(), z.int().min(1))

/** A complete board at one version, in stored chunks. */
export const Keyframe = z.object({
  seq: BoardVersion,
  time: Time,
  schema: SchemaVersions,
  /** Chunks by hash; `bytes` is their size. */
  chunks: z.array(z.object({ hash: Id, bytes: z.int().min(0) })),
})
export type Keyframe = z.infer<typeof Keyframe>

/** Bytes in base64. */
const Bytes = z.string()

/** One stored chunk, deflated. */
export const StoredBytes = z.object({ hash: Id, bytes: Bytes })

/** Accepted edits in order; consecutive edits with the same schema versions are grouped. */
export const PastEdits = z.object({
  list: z.array(z.object({ schema: SchemaVersions, edits: z.array(Bytes) })),
  /** Request again after this one; null if this was the last one. */
  next: BoardVersion.nullable(),
  /** Bytes of the edit after `next` that are included: the last one in the list is incomplete. */
  from: z.int().min(0),
})

/** A named version. */
export const Version = z.object({
  id: Id,
  seq: BoardVersion,
  /** Time of its last edit. */
  time: Time,
  name: z.string(),
  uid: Uid,
  createdAt: Time,
})
export type Version = z.infer<typeof Version>

export const VersionName = text(1, lengths.versionName)
