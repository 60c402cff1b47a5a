import type { ReplicaReceiver, Welcome } from '@tavla/canvas/model'
import type { ChunkEntry, ServerFrame } from '@tavla/contract/realtime'

/** Converts room messages to the replica's form. */

export function chunkInfo(entry: ChunkEntry): Welcome['chunks'][number] {
  const [x, y, w, h] = entry.box ?? [0, 0, 0, 0]
  return {
    id: entry.id,
    page: entry.page,
    box: entry.box && { x, y, w, h },
    bytes: entry.bytes,
    hash: entry.hash,
  }
}

export function getRejection(
  frame: Extract<ServerFrame, { t: 'reject' }>,
  payload: Uint8Array,
): Parameters<ReplicaReceiver['reject']>[0] {
  const { id, reason, record, message } = frame
  return {
    id,
    refusal: { refused: reason, message, ...(record === undefined ? {} : { id: record }) },
    correction: payload.length > 0 ? payload : null,
  }
}
