import type { App } from '../../context.ts'
import type { BoardStart } from '../../drawing/board-reader.ts'
import type { OpenBoard } from '../../drawing/drawings.ts'
import type { StoredKeyframe } from '../../ports/boards/port.ts'

/** Bytes of edits that are read and handed on at once. */
const MAX_BYTES = 4 << 20

export interface StoredBoard {
  /** Number of the last edit that is read. */
  readonly seq: number
  readonly keyframe: StoredKeyframe | null
}

/** Which edit a board is at; null: nobody has ever opened it. Asks no room, so it disturbs nobody. */
export async function findBoard({ boards }: App, wid: string): Promise<StoredBoard | null> {
  const reach = await boards.past.reach(wid)
  if (!reach || reach.head === 0) return null
  return { seq: reach.head, keyframe: await boards.past.keyframe(wid, reach.head) }
}

export async function getStart(
  { boards }: App,
  wid: string,
  keyframe: StoredKeyframe | null,
): Promise<BoardStart> {
  if (!keyframe) return { seq: 0, schema: null, chunks: [] }
  const { seq, schema } = keyframe
  const hashes = [...new Set(keyframe.chunks.map(({ hash }) => hash))]
  const { list: chunks } = await boards.past.chunks(wid, { hashes, maxBytes: Number.POSITIVE_INFINITY })
  // Pruned meanwhile, or damaged: a part of a board must not be taken for the whole.
  if (chunks.length !== hashes.length) throw new Error(`Chunks of the keyframe ${seq} of ${wid} are missing`)
  return { seq, schema, chunks: chunks.map(({ bytes }) => bytes) }
}

/** Reads what came after the keyframe, a few megabytes at a time. */
export async function replayRest(
  app: App,
  wid: string,
  { seq, keyframe }: StoredBoard,
  board: OpenBoard,
): Promise<void> {
  let after: number | null = keyframe?.seq ?? 0
  while (after !== null && after < seq) {
    const edits = await app.boards.past.edits(wid, { after, to: seq, maxBytes: MAX_BYTES })
    await board.extend(edits.list)
    after = edits.next
  }
}
