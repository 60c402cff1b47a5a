import type { App } from '../../context.ts'
import type { BoardStart } from '../../drawing/board-reader.ts'
import type { OpenBoard } from '../../drawing/drawings.ts'
import type { StoredKeyframe } from '../../ports/boards/port.ts'

/** Maximum bytes of edits read at once. */
const MAX_BYTES = 4 << 20

export interface StoredBoard {
  /** Number of the last edit to read. */
  readonly seq: number
  readonly keyframe: StoredKeyframe | null
}

/** Head of a board's journal; null: never opened. Does not load the room. */
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
  // Deleted meanwhile or damaged: an incomplete board must not be used.
  if (chunks.length !== hashes.length) throw new Error(`Chunks of the keyframe ${seq} of ${wid} are missing`)
  return { seq, schema, chunks: chunks.map(({ bytes }) => bytes) }
}

/** Reads the edits after the keyframe in batches of a few megabytes. */
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
