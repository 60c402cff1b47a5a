import { boardSchemas, decodeChunk, decodeTaken, Past } from '@tavla/canvas/model'
import type { PastRun, PastStart } from '@tavla/canvas/model'
import { historyLimits } from '@tavla/contract'
import type { Api } from '../../platform/api.ts'

/** What reading history asks of the server. */
export type HistoryCalls = Pick<Api['space'], 'keyframe' | 'keyframeChunks' | 'pastEdits'>

export interface PastReader {
  /** From the nearest keyframe at or before a moment up to another one. */
  read(from: number, to: number, signal: AbortSignal): Promise<Past>
  /** Adds the edits up to a later moment. */
  extend(past: Past, to: number, signal: AbortSignal): Promise<void>
}

export interface PastReaderOptions {
  readonly wid: string
  readonly calls: HistoryCalls
  readonly inflate: (bytes: Uint8Array) => Promise<Uint8Array>
}

export function pastReader({ wid, calls, inflate }: PastReaderOptions): PastReader {
  /** Null when one of the chunks is damaged or gone. */
  const readEntries = async (hashes: readonly string[], signal: AbortSignal) => {
    const entries: PastStart['entries'][number][] = []
    for (let at = 0; at < hashes.length; at += historyLimits.chunksAtOnce) {
      const hash = hashes.slice(at, at + historyLimits.chunksAtOnce)
      const { list } = await calls.keyframeChunks(
        { query: { wid, hash: hash.join(',') } },
        { signal, quiet: true },
      )
      if (list.length < new Set(hash).size) return null
      for (const { bytes } of list) entries.push(...decodeChunk(await inflate(bytesOf(bytes))).entries)
    }
    return entries
  }
  /** A damaged keyframe is passed over: an older one and the journal lead to the same place. */
  const start = async (from: number, signal: AbortSignal): Promise<PastStart> => {
    for (let seq = from; ;) {
      const { keyframe } = await calls.keyframe({ query: { wid, seq } }, { signal, quiet: true })
      if (!keyframe) return { seq: 0, schema: null, entries: [] }
      const hashes = [...new Set(keyframe.chunks.map(({ hash }) => hash))]
      const entries = await readEntries(hashes, signal)
      if (entries) return { seq: keyframe.seq, schema: keyframe.schema, entries }
      seq = keyframe.seq - 1
    }
  }
  const extend: PastReader['extend'] = async (past, to, signal) => {
    for (let after: number | null = past.head; after !== null && after < to;) {
      const { list, next } = await calls.pastEdits({ query: { wid, after, to } }, { signal, quiet: true })
      past.extend(
        list.map(({ schema, edits }): PastRun => ({
          schema,
          edits: edits.map((bytes) => decodeTaken(bytesOf(bytes))),
        })),
      )
      after = next
    }
  }
  return {
    async read(from, to, signal) {
      const past = new Past(boardSchemas, await start(from, signal))
      await extend(past, to, signal)
      return past
    },
    extend,
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
