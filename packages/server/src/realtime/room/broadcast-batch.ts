import { encodeBatch, encodeBatchOfOne } from '@tavla/canvas/model'
import { encodeServerFrame } from '@tavla/contract/realtime'
import type { Connection, Priority } from '../socket/connection.ts'
import { framed } from '../socket/framed.ts'
import type { Journaled } from '../edits/edit-queue.ts'

/** One framed message of a batch. */
export interface Piece {
  readonly frame: Uint8Array
  readonly weight: Priority
  /** Author of the gesture, who does not get it back. */
  readonly from?: string
}

/** Consecutive edits; at least one. */
export function getBatch(edits: readonly Journaled[]): Piece {
  const taken = edits.map((edit) => edit.taken)
  const [first, second] = edits
  const [from, to] = [taken[0]?.seq ?? 0, taken.at(-1)?.seq ?? 0]
  const chain = edits.at(-1)?.chain
  const batch =
    first && !second ? encodeBatchOfOne(from, first.bytes) : encodeBatch({ from, to, edits: taken })
  return {
    frame: framed(encodeServerFrame({ t: 'batch', from, to, ...(chain ? { chain } : {}) }, batch)),
    weight: 'batch',
  }
}

/** A room's messages of one tick: encoded once, with one write per receiver. */
export class BroadcastBatch {
  readonly #pieces: readonly Piece[]
  readonly #whole: Uint8Array
  readonly #own = new Map<string, { readonly start: number; readonly end: number }>()

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
    this.#whole = Buffer.concat(pieces.map(({ frame }) => frame))
    let start = 0
    for (const { frame, from } of pieces) {
      if (from !== undefined) this.#own.set(from, { start, end: start + frame.length })
      start += frame.length
    }
  }

  /**
   * Sends everything but the receiver's own gesture, and edits only if it has `noGap`. False when edits
   * were left out.
   */
  sendTo(connection: Connection, noGap = true): boolean {
    const own = this.#own.get(connection.id)
    if (noGap && (own ? this.#sendOthers(connection, own) : connection.sendIfKeepsUp(this.#whole)))
      return true
    return this.#oneByOne(connection, noGap)
  }

  /** Everything but the receiver's own gesture; false as in `sendIfKeepsUp`. */
  #sendOthers(connection: Connection, own: { readonly start: number; readonly end: number }): boolean {
    const [before, after] = [this.#whole.subarray(0, own.start), this.#whole.subarray(own.end)]
    if (before.length === 0) return after.length === 0 || connection.sendIfKeepsUp(after)
    return connection.sendIfKeepsUp(before, after.length > 0 ? after : undefined)
  }

  /** For a slow receiver each message is sent or left out individually. */
  #oneByOne(connection: Connection, noGap: boolean): boolean {
    let took = noGap
    for (const { frame, weight, from } of this.#pieces) {
      if (from === connection.id || (weight === 'batch' && !noGap)) continue
      const sent = connection.sendFramed(frame, weight)
      if (weight === 'batch') took = sent
    }
    return took
  }
}
