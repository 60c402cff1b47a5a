import { boardSchemas, decodeChunk, decodeAcceptedEdit, HistoryReplay } from '@tavla/canvas/model'
import type { ReplayRun, ReplayStart } from '@tavla/canvas/model'
import { historyLimits } from '@tavla/contract'
import type { Api } from '../../../platform/network/api.ts'
import { inSlices, type Pace, getPart } from '../seek.ts'

/** The server calls for reading history. */
type SpaceCalls = Api['space']
export type HistoryCalls = {
  readonly [N in 'keyframe' | 'keyframeChunks' | 'pastEdits']: (
    ...args: Parameters<SpaceCalls[N]>
  ) => ReturnType<SpaceCalls[N]>
}

/** Share of the progress that chunks have if both are read. */
const chunksPart = 0.2

export interface EditRange {
  readonly from: number
  readonly to: number
  /** If the nearest keyframe is more than this many edits away, one of the last two keyframes is used. */
  readonly most?: number
}

export interface PastReader {
  /** Reads from the nearest keyframe at or before a version up to another one. */
  read(stretch: EditRange, pace: Pace): Promise<HistoryReplay>
  /** Adds the edits up to a later version. */
  extend(past: HistoryReplay, to: number, pace: Pace): Promise<void>
}

export interface PastReaderOptions {
  readonly wid: string
  readonly calls: HistoryCalls
  readonly inflate: (bytes: Uint8Array) => Promise<Uint8Array>
}

export function pastReader({ wid, calls, inflate }: PastReaderOptions): PastReader {
  const keyframeAt = async (seq: number, { signal }: Pace) =>
    (await calls.keyframe({ query: { wid, seq } }, { signal, quiet: true })).keyframe
  /** Null if one of the chunks is damaged or missing. */
  const readEntries = async (hashes: readonly string[], { signal, tell }: Pace) => {
    const entries: ReplayStart['entries'][number][] = []
    const parts = new Parts()
    for (let at = 0; at < hashes.length;) {
      const hash = hashes.slice(at, at + historyLimits.chunksAtOnce)
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
      tell(at / hashes.length)
    }
    return entries
  }
  /** A damaged keyframe is skipped: an older one and the journal lead to the same version. */
  const start = async ({ from, to, most = Infinity }: EditRange, pace: Pace): Promise<ReplayStart> => {
    let found = await keyframeAt(from, pace)
    if (to - (found?.seq ?? 0) > most) {
      found = await keyframeAt(to, pace)
      // The newest one may have been written just now: the one before shows at least something.
      const before = found && found.seq > 0 ? await keyframeAt(found.seq - 1, pace) : null
      if (before && to - before.seq <= most) found = before
    }
    while (found) {
      const hashes = [...new Set(found.chunks.map(({ hash }) => hash))]
      const entries = await readEntries(hashes, pace)
      if (entries) return { seq: found.seq, schema: found.schema, entries }
      found = found.seq === 0 ? null : await keyframeAt(found.seq - 1, pace)
    }
    return { seq: 0, schema: null, entries: [] }
  }
  const extend: PastReader['extend'] = async (past, to, { signal, tell }) => {
    const from = past.head
    const parts = new Parts()
    for (let after: number | null = from; after !== null && after < to;) {
      const query = { wid, after, to, from: parts.size }
      const answer = await calls.pastEdits({ query }, { signal, quiet: true })
      const { list, next } = answer
      past.extend(
        list.map(({ schema, edits }, index): ReplayRun => {
          const isCut = answer.from > 0 && index === list.length - 1
          return { schema, edits: parts.join(edits.map(getBytes), isCut).map(decodeAcceptedEdit) }
        }),
      )
      after = next
      tell((past.head - from) / (to - from))
    }
  }
  return {
    async read(stretch, pace) {
      const from = await start(stretch, getPart(pace, 0, chunksPart))
      const past = await inSlices(HistoryReplay.open(boardSchemas, from), {
        ...pace,
        tell: () => undefined,
      })
      await extend(past, stretch.to, getPart(pace, chunksPart, 1))
      return past
    },
    extend,
  }
}

/** What is too large for one answer arrives in parts. */
class Parts {
  #begun = new Uint8Array()

  /** Bytes received so far. */
  get size(): number {
    return this.#begun.length
  }

  /** Complete items; `isCut`: the rest of the last one arrives with the next answer. */
  join(list: readonly Uint8Array[], isCut: boolean): readonly Uint8Array[] {
    const [first, ...others] = list
    if (!first) return list
    const joined = new Uint8Array(this.#begun.length + first.length)
    joined.set(this.#begun)
    joined.set(first, this.#begun.length)
    const all = [joined, ...others]
    this.#begun = new Uint8Array(isCut ? (all.pop() ?? []) : [])
    return all
  }
}

function getBytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
