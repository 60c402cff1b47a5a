import { type Calls, historyLimits } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { getTime } from '../account/index.ts'
import { payWork } from '../boards/index.ts'
import { checkVersion } from './visible-range.ts'
import { noteSeen, readTimeline } from './timeline.ts'
import { historyWork } from './work.ts'
import { listVersions, nameVersion, removeVersion, renameVersion } from './versions.ts'

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

export const space = {
  timeline: readTimeline,
  /** It may be older than the plan's range: the edits up to the requested version are only replayed. */
  async keyframe(ctx, { query: { wid, seq } }) {
    await payWork(ctx.app, ctx.actor.uid, historyWork.keyframe)
    await checkVersion(ctx, seq)
    const found = await ctx.app.boards.past.keyframe(wid, seq)
    if (!found) return { keyframe: null }
    const chunks = found.chunks.map(({ hash, size }) => ({ hash, bytes: size }))
    return { keyframe: { seq: found.seq, time: getTime(found.time), schema: found.schema, chunks } }
  },
  async keyframeChunks({ app, actor }, { query: { wid, hash: hashes, from } }) {
    await payWork(app, actor.uid, historyWork.page)
    const page = { hashes, from, maxBytes: historyLimits.pageBytes }
    const { list, ...rest } = await app.boards.past.chunks(wid, page)
    return { list: list.map(({ hash, bytes }) => ({ hash, bytes: base64(bytes) })), ...rest }
  },
  /** Edits between a keyframe and the first visible version are needed to show that version. */
  async pastEdits(ctx, { query: { wid, after, to, from } }) {
    await payWork(ctx.app, ctx.actor.uid, historyWork.page)
    const { past } = ctx.app.boards
    const shown = await checkVersion(ctx, to)
    if (after < shown.first) {
      const lead = await past.keyframe(wid, shown.first)
      if (after < (lead?.seq ?? 0)) await checkVersion(ctx, after)
    }
    const page = { after, to, from, maxBytes: historyLimits.pageBytes }
    const { list, ...rest } = await past.edits(wid, page)
    const runs = list.map(({ schema, edits }) => ({ schema, edits: edits.map(base64) }))
    return { list: runs, ...rest }
  },
  noteSeen,
  versions: listVersions,
  nameVersion,
  renameVersion,
  removeVersion,
} satisfies Handlers<
  Pick<
    Calls['space'],
    | 'timeline'
    | 'keyframe'
    | 'keyframeChunks'
    | 'pastEdits'
    | 'noteSeen'
    | 'versions'
    | 'nameVersion'
    | 'renameVersion'
    | 'removeVersion'
  >
>
