import { boardSchemas, decodeChunk, decodeAcceptedEdit, HistoryReplay } from '@tavla/canvas/model'
import type { ReplayRun, ReplayStart } from '@tavla/canvas/model'
import { historyLimits } from '@tavla/contract'
import type { Api } from '../../../platform/network/api.ts'
import { runInSlices, type TaskContext, getSubtask } from '../seek.ts'

/** The server calls for reading history. */
type SpaceCalls = Api['space']
export type HistoryCalls = {
  readonly [N in 'keyframe' | 'keyframeChunks' | 'pastEdits']: (
    ...args: Parameters<SpaceCalls[N]>
  ) => ReturnType<SpaceCalls[N]>
}

/** Share of the progress that chunks have if both are read. */
const chunksShare = 0.2

export interface EditRange {
  readonly from: number
  readonly to: number
  /** If the nearest keyframe is more than this many edits away, one of the last two keyframes is used. */
  readonly maxEdits?: number
}

export interface HistoryReader {
  /** Reads from the nearest keyframe at or before a version up to another one. */
  read(range: EditRange, context: TaskContext): Promise<HistoryReplay>
  /** Adds the edits up to a later version. */
  extend(replay: HistoryReplay, to: number, context: TaskContext): Promise<void>
}

export interface HistoryReaderOptions {
  readonly wid: string
  readonly calls: HistoryCalls
  readonly inflate: (bytes: Uint8Array) => Promise<Uint8Array>
}

export function createHistoryReader({ wid, calls, inflate }: HistoryReaderOptions): HistoryReader {
  const getKeyframe = async (seq: number, { signal }: TaskContext) =>
    (await calls.keyframe({ query: { wid, seq } }, { signal, quiet: true })).keyframe
  /** Null if one of the chunks is damaged or missing. */
  const readEntries = async (hashes: readonly string[], { signal, onProgress }: TaskContext) => {
    const entries: ReplayStart['entries'][number][] = []
    const parts = new PartJoiner()
    for (let at = 0; at < hashes.length;) {
      const hash = hashes.slice(at, at + historyLimits.maxChunksPerRequest)
      const query = { wid, hash: hash.join(','), from: parts.size }
      const { list, next, from } = await calls.keyframeChunks({ query }, { signal, quiet: true })
      const done = next === null ? hash.length : hash.indexOf(next)
      const chunks = parts.join(
        list.map(({ bytes }) => getBytes(bytes)),
        from > 0,
      )
      // Damaged or missing.
      if (done < 0 || chunks.length < done) return null
      for (const bytes of chunks) {
        // One at a time, and the page gets its turn in between.
        for (const entry of decodeChunk(await inflate(bytes)).entries) entries.push(entry)
      }
      at += done
      onProgress(at / hashes.length)
    }
    return entries
  }
  /** A damaged keyframe is skipped: an older one and the journal lead to the same version. */
  const readStart = async (
    { from, to, maxEdits = Infinity }: EditRange,
    context: TaskContext,
  ): Promise<ReplayStart> => {
    let found = await getKeyframe(from, context)
    if (to - (found?.seq ?? 0) > maxEdits) {
      found = await getKeyframe(to, context)
      // The newest one may have been written just now: the one before shows at least something.
      const before = found && found.seq > 0 ? await getKeyframe(found.seq - 1, context) : null
      if (before && to - before.seq <= maxEdits) found = before
    }
    while (found) {
      const hashes = [...new Set(found.chunks.map(({ hash }) => hash))]
      const entries = await readEntries(hashes, context)
      if (entries) return { seq: found.seq, schema: found.schema, entries }
      found = found.seq === 0 ? null : await getKeyframe(found.seq - 1, context)
    }
    return { seq: 0, schema: null, entries: [] }
  }
  const extend: HistoryReader['extend'] = async (replay, to, { signal, onProgress }) => {
    const from = replay.head
    const parts = new PartJoiner()
    for (let after: number | null = from; after !== null && after < to;) {
      const query = { wid, after, to, from: parts.size }
      const response = await calls.pastEdits({ query }, { signal, quiet: true })
      const { list, next } = response
      replay.extend(
        list.map(({ schema, edits }, index): ReplayRun => {
          const isIncomplete = response.from > 0 && index === list.length - 1
          return { schema, edits: parts.join(edits.map(getBytes), isIncomplete).map(decodeAcceptedEdit) }
        }),
      )
      after = next
      onProgress((replay.head - from) / (to - from))
    }
  }
  return {
    async read(range, context) {
      const from = await readStart(range, getSubtask(context, 0, chunksShare))
      const replay = await runInSlices(HistoryReplay.open(boardSchemas, from), {
        ...context,
        onProgress: () => undefined,
      })
      await extend(replay, range.to, getSubtask(context, chunksShare, 1))
      return replay
    },
    extend,
  }
}

/** What is too large for one answer arrives in parts. */
class PartJoiner {
  #incomplete = new Uint8Array()

  /** Bytes received so far. */
  get size(): number {
    return this.#incomplete.length
  }

  /** Complete items; `isIncomplete`: the rest of the last one arrives with the next answer. */
  join(list: readonly Uint8Array[], isIncomplete: boolean): readonly Uint8Array[] {
    const [first, ...others] = list
    if (!first) return list
    const joined = new Uint8Array(this.#incomplete.length + first.length)
    joined.set(this.#incomplete)
    joined.set(first, this.#incomplete.length)
    const all = [joined, ...others]
    this.#incomplete = new Uint8Array(isIncomplete ? (all.pop() ?? []) : [])
    return all
  }
}

function getBytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
