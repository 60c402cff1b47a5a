import { decodeEdit, decodeEditInSlices, type SentEdit } from '@tavla/canvas/model'
import { realtimeLimits } from '../realtime-limits.ts'
import { readBytes } from '../journal/read-bytes.ts'
import type { WorkTurn } from '../work-turn.ts'

/** An edit as received from a tab. */
export interface EncodedEdit {
  readonly bytes: Uint8Array
  /** Called before decoding; false: it has been answered already. */
  readonly begin: () => boolean
  /** Charges the decoding of a large edit, which may take a while; false as above. */
  readonly pay: () => Promise<boolean>
  /** Null: malformed. */
  readonly end: (sent: SentEdit | null) => void
}

/**
 * Decodes the edits of one tab in order: small ones immediately, large ones in slices that yield to the
 * event loop.
 */
export class EditDecoder {
  readonly #turn: WorkTurn
  readonly #failed: (error: unknown) => void
  readonly #waiting: EncodedEdit[] = []
  #isBusy = false

  /** `failed` receives errors of slices and of the callbacks. */
  constructor(turn: WorkTurn, failed: (error: unknown) => void) {
    this.#turn = turn
    this.#failed = failed
  }

  decode(edit: EncodedEdit): void {
    if (!this.#isBusy && isSmall(edit.bytes)) return decodeNow(edit)
    this.#waiting.push(edit)
    if (!this.#isBusy) void this.#continue()
  }

  async #continue(): Promise<void> {
    this.#isBusy = true
    for (let edit = this.#waiting.shift(); edit; edit = this.#waiting.shift()) {
      try {
        if (isSmall(edit.bytes)) decodeNow(edit)
        else if (edit.begin() && (await edit.pay())) edit.end(await this.#decodeInSlices(edit.bytes))
      } catch (error) {
        this.#failed(error)
      }
    }
    this.#isBusy = false
  }

  async #decodeInSlices(bytes: Uint8Array): Promise<SentEdit | null> {
    const slices = decodeEditInSlices(bytes)
    for (;;) {
      await this.#turn.yieldWhenSpent()
      this.#turn.spend(realtimeLimits.decodeWork)
      const step = readBytes(() => slices.next(), bytes)
      if (step === null) return null
      if (step.done) return step.value
    }
  }
}

function decodeNow({ bytes, begin, end }: EncodedEdit): void {
  if (begin()) end(readBytes(decodeEdit, bytes))
}

export function isSmall(bytes: Uint8Array): boolean {
  return bytes.length <= realtimeLimits.decodedPerSlice
}
