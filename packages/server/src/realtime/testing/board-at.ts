import { inflateRawSync } from 'node:zlib'
import { BoardState, decodeChunk, decodeAcceptedEdit, replay } from '@tavla/canvas/model'
import type { Someone } from '../../testing/as.ts'
import { boardModel } from '../model.ts'

/** The board at a moment, made from nothing but the calls, as a page does it. */
export async function boardAt(who: Someone, wid: string, seq: number): Promise<BoardState> {
  const { keyframe } = await who.call.space.keyframe({ query: { wid, seq } })
  const state = new BoardState()
  for (const { hash } of keyframe?.chunks ?? [])
    for (const entry of decodeChunk(inflateRawSync(await getChunk(who, wid, hash))).entries)
      state.write(entry.record.id, entry)
  let buffered = Buffer.alloc(0)
  let after: number | null = keyframe?.seq ?? 0
  while (after !== null && after < seq) {
    const query = { wid, after, to: seq, from: buffered.length }
    const { list, next, from } = await who.call.space.pastEdits({ query })
    const edits = list.flatMap((run) => run.edits.map((bytes) => Buffer.from(bytes, 'base64')))
    if (edits[0]) edits[0] = Buffer.concat([buffered, edits[0]])
    buffered = (from > 0 && edits.pop()) || Buffer.alloc(0)
    for (const bytes of edits)
      replay(state, boardModel.reducer.kinds, decodeAcceptedEdit(new Uint8Array(bytes)))
    after = next
  }
  return state
}

async function getChunk(who: Someone, wid: string, hash: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let [next, size]: [string | null, number] = [hash, 0]; next !== null;) {
    const answer = await who.call.space.keyframeChunks({ query: { wid, hash, from: size } })
    parts.push(Buffer.from(answer.list[0]?.bytes ?? '', 'base64'))
    next = answer.next
    size = answer.from
  }
  return Buffer.concat(parts)
}
