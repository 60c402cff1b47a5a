import { inflateRawSync } from 'node:zlib'
import { BoardState, decodeChunk, decodeTaken, replay } from '@tavla/canvas/model'
import type { Someone } from '../../testing/as.ts'
import { boardModel } from '../model.ts'

/** The board at a moment, made from nothing but the calls, as a page does it. */
export async function boardAt(who: Someone, wid: string, seq: number): Promise<BoardState> {
  const { keyframe } = await who.call.space.keyframe({ query: { wid, seq } })
  const state = new BoardState()
  for (const { hash } of keyframe?.chunks ?? []) {
    const { list } = await who.call.space.keyframeChunks({ query: { wid, hash } })
    const bytes = inflateRawSync(Buffer.from(list[0]?.bytes ?? '', 'base64'))
    for (const entry of decodeChunk(bytes).entries) state.write(entry.record.id, entry)
  }
  let after: number | null = keyframe?.seq ?? 0
  while (after !== null && after < seq) {
    const { list, next } = await who.call.space.pastEdits({ query: { wid, after, to: seq } })
    for (const { edits } of list)
      for (const bytes of edits)
        replay(state, boardModel.reducer.kinds, decodeTaken(new Uint8Array(Buffer.from(bytes, 'base64'))))
    after = next
  }
  return state
}
