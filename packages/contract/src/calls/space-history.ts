import { z } from 'zod'
import { defineCall } from '../call.ts'
import { Keyframe, PastEdits, StoredBytes, Timeline, Version, VersionName } from '../entities/history.ts'
import { historyLimits } from '../limits.ts'
import { Id, int, getList, SpaceId } from '../wire.ts'

const Hashes = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$/, 'is no list of hashes')
  .transform((value) => value.split(','))
  .refine((hashes) => hashes.length <= historyLimits.chunksAtOnce, 'are too many')

/** Everybody in a space may look at its past, as far back as its owner's plan goes. */
const reading = {
  timeline: defineCall({
    method: 'GET',
    path: '/api/space/history',
    summary: "Who changed the space's board when",
    auth: 'viewer',
    space: 'query.wid',
    query: z.object({
      wid: SpaceId,
      /** Only what came after this moment. */
      after: int(0).default(0),
      /** Into how many stretches of equal length the time is cut. */
      slots: int(1, historyLimits.slots).default(historyLimits.slots),
    }),
    data: Timeline,
    house: true,
  }),
  keyframe: defineCall({
    method: 'GET',
    path: '/api/space/history/keyframe',
    summary: 'The nearest stored state of the board at or before a moment',
    auth: 'viewer',
    space: 'query.wid',
    query: z.object({ wid: SpaceId, seq: int(0) }),
    /** Null: no keyframe is needed, the journal begins with an empty board. */
    data: z.object({ keyframe: Keyframe.nullable() }),
    codes: ['limit_reached'],
    house: true,
  }),
  keyframeChunks: defineCall({
    method: 'GET',
    path: '/api/space/history/chunk',
    summary: 'Chunks of a keyframe, a page at a time; those that are damaged or gone are left out',
    auth: 'viewer',
    space: 'query.wid',
    /** `from`: so many bytes of the first one are there already. */
    query: z.object({ wid: SpaceId, hash: Hashes, from: int(0).default(0) }),
    data: z.object({
      list: z.array(StoredBytes),
      /** Ask again for this one and those after it; null when this was all. */
      next: Id.nullable(),
      /** So many bytes of it are here: its beginning is the last of the list. */
      from: z.int().min(0),
    }),
    house: true,
  }),
  pastEdits: defineCall({
    method: 'GET',
    path: '/api/space/history/edit',
    summary: 'Edits after a moment up to another one, a page at a time',
    auth: 'viewer',
    space: 'query.wid',
    /** `from`: so many bytes of the first one are there already. */
    query: z.object({ wid: SpaceId, after: int(0), to: int(0), from: int(0).default(0) }),
    data: PastEdits,
    codes: ['limit_reached'],
    house: true,
  }),
  noteSeen: defineCall({
    method: 'POST',
    path: '/api/space/history/seen',
    summary: 'Remember up to which moment I have seen the board',
    auth: 'viewer',
    space: 'body.wid',
    body: z.object({ wid: SpaceId, seq: int(0) }),
    house: true,
  }),
}

const versions = {
  versions: defineCall({
    method: 'GET',
    path: '/api/space/history/version',
    summary: 'Moments that people have named, the newest first',
    auth: 'viewer',
    space: 'query.wid',
    query: z.object({ wid: SpaceId }),
    data: getList(Version),
    house: true,
  }),
  nameVersion: defineCall({
    method: 'POST',
    path: '/api/space/history/version',
    summary: 'Name a moment',
    auth: 'editor',
    space: 'body.wid',
    body: z.object({ wid: SpaceId, seq: int(0), name: VersionName }),
    data: Version,
    codes: ['limit_reached'],
    house: true,
  }),
  renameVersion: defineCall({
    method: 'PUT',
    path: '/api/space/history/version',
    summary: 'Rename a version: whoever named it, and admins',
    auth: 'editor',
    space: 'body.wid',
    body: z.object({ wid: SpaceId, id: Id, name: VersionName }),
    data: Version,
    house: true,
  }),
  removeVersion: defineCall({
    method: 'DELETE',
    path: '/api/space/history/version',
    summary: "Take a version's name away; the moment itself stays. Whoever named it, and admins",
    auth: 'editor',
    space: 'query.wid',
    query: z.object({ wid: SpaceId, id: Id }),
    house: true,
  }),
}

export const history = { ...reading, ...versions }
