import { z } from 'zod'
import { defineCall } from '../call.ts'
import { Keyframe, PastEdits, StoredBytes, Timeline, Version, VersionName } from '../entities/history.ts'
import { historyLimits } from '../limits.ts'
import { Id, int, getList, SpaceId } from '../wire.ts'

const Hashes = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$/, 'is no list of hashes')
  .transform((value) => value.split(','))
  .refine((hashes) => hashes.length <= historyLimits.maxChunksPerRequest, 'are too many')

/** All members can read history, as far back as the owner's plan allows. */
const reading = {
  timeline: defineCall({
    method: 'GET',
    path: '/api/space/history',
    summary: "Who changed the space's board when",
    auth: 'viewer',
    space: 'query.wid',
    query: () =>
      z.object({
        wid: SpaceId,
        /** Only edits after this time. */
        after: int(0).default(0),
        /** Number of equal intervals of the time line. */
        slots: int(1, historyLimits.slots).default(historyLimits.slots),
      }),
    data: () => Timeline,
    custom: true,
  }),
  keyframe: defineCall({
    method: 'GET',
    path: '/api/space/history/keyframe',
    summary: 'The nearest stored state of the board at or before a moment',
    auth: 'viewer',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, seq: int(0) }),
    /** Null if no keyframe is needed, because the journal starts with an empty board. */
    data: () => z.object({ keyframe: Keyframe.nullable() }),
    codes: ['limit_reached'],
    custom: true,
  }),
  keyframeChunks: defineCall({
    method: 'GET',
    path: '/api/space/history/chunk',
    summary: 'Chunks of a keyframe, a page at a time; those that are damaged or gone are left out',
    auth: 'viewer',
    space: 'query.wid',
    /** `from`: bytes of the first chunk that the client already has. */
    query: () => z.object({ wid: SpaceId, hash: Hashes, from: int(0).default(0) }),
    data: () =>
      z.object({
        list: z.array(StoredBytes),
        /** Next chunk to request; null if this was the last one. */
        next: Id.nullable(),
        /** Bytes of that chunk at the end of this list. */
        from: z.int().min(0),
      }),
    custom: true,
  }),
  pastEdits: defineCall({
    method: 'GET',
    path: '/api/space/history/edit',
    summary: 'Edits after a moment up to another one, a page at a time',
    auth: 'viewer',
    space: 'query.wid',
    /** `from`: bytes of the first edit that the client already has. */
    query: () => z.object({ wid: SpaceId, after: int(0), to: int(0), from: int(0).default(0) }),
    data: () => PastEdits,
    codes: ['limit_reached'],
    custom: true,
  }),
  noteSeen: defineCall({
    method: 'POST',
    path: '/api/space/history/seen',
    summary: 'Remember up to which moment I have seen the board',
    auth: 'viewer',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, seq: int(0) }),
    custom: true,
  }),
}

const versions = {
  versions: defineCall({
    method: 'GET',
    path: '/api/space/history/version',
    summary: 'Moments that people have named, the newest first',
    auth: 'viewer',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId }),
    data: () => getList(Version),
    custom: true,
  }),
  nameVersion: defineCall({
    method: 'POST',
    path: '/api/space/history/version',
    summary: 'Name a moment',
    auth: 'editor',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, seq: int(0), name: VersionName }),
    data: () => Version,
    codes: ['limit_reached'],
    custom: true,
  }),
  renameVersion: defineCall({
    method: 'PUT',
    path: '/api/space/history/version',
    summary: 'Rename a version; for the person who named it and admins',
    auth: 'editor',
    space: 'body.wid',
    body: () => z.object({ wid: SpaceId, id: Id, name: VersionName }),
    data: () => Version,
    custom: true,
  }),
  removeVersion: defineCall({
    method: 'DELETE',
    path: '/api/space/history/version',
    summary: "Remove a version's name; the version itself stays. For the person who named it and admins",
    auth: 'editor',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, id: Id }),
    custom: true,
  }),
}

export const history = { ...reading, ...versions }
