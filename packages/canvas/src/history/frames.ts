import type { DocumentView, RecordId } from '../document/model/record.ts'
import { getChain } from '../document/rules/rules.ts'
import type { HistoryReplay, ReplayStep } from './history-replay.ts'

/** Determines for each edit of a replay the frames that it touched, or in which it touched something. */
export class TouchedFrames {
  /** By sequence number of the edit. */
  readonly frames = new Map<number, ReadonlySet<RecordId>>()
  readonly #past: HistoryReplay

  /** Starts at the current position of the replay. */
  constructor(past: HistoryReplay) {
    this.#past = past
  }

  walk(to: number): void {
    this.#past.walk(to, { step: (step) => this.#step(step), migrated: () => undefined })
  }

  #step({ edit, before }: ReplayStep): void {
    const { state } = this.#past
    const touched = new Set<RecordId>()
    for (const [id, was] of before) {
      this.#note(state, id, touched)
      if (!was) continue
      if (this.#isFrame(was.record.kind)) touched.add(id)
      if (was.record.parent !== null) this.#note(state, was.record.parent, touched)
    }
    this.frames.set(edit.seq, touched)
  }

  #note(state: DocumentView, id: RecordId, into: Set<RecordId>): void {
    for (const record of getChain(state, id)) if (this.#isFrame(record.kind)) into.add(record.id)
  }

  #isFrame(kind: string): boolean {
    return this.#past.kinds.get(kind)?.container === 'frame'
  }
}
