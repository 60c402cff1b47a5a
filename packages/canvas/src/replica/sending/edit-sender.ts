import { encodeEdit, splitEditId } from '../../document/codec/codec.ts'
import type { Edit } from '../../document/model/change.ts'
import type { SchemaVersions } from '../../document/apply/migrate.ts'
import type { ReplicaCore } from '../replica-core.ts'
import { neededFromOtherTabs } from './other-tabs.ts'
import { openRefs, type PendingEdit, withNumbers, withoutRef } from './pending.ts'
import type { EditOutcome, OutcomeStore } from './outcomes.ts'
import type { Outbox, ReplicaClock, RoomLink } from '../ports.ts'
import { restateTexts } from './restate.ts'

/** Delay before retrying after a busy server, doubled each time until an edit is accepted. */
const BUSY_MS = 1_000
const MAX_BUSY_MS = 30_000

/**
 * Stores edits in the outbox, then sends them in order, and again after every reconnect until they are answered.
 */
export class EditSender {
  readonly #core: ReplicaCore
  readonly #outbox: Outbox
  readonly #outcomes: OutcomeStore | undefined
  readonly #link: RoomLink
  readonly #schema: SchemaVersions
  readonly #onProgress: () => void
  readonly #clock: ReplicaClock
  /** Applied, but not in the outbox yet. */
  readonly #waiting: PendingEdit[] = []
  #cancel: (() => void) | undefined
  #isConnected = false
  /** Number of pauses, for example while edits of an earlier page load are migrated. */
  #pauses = 0
  #busyMs = BUSY_MS
  /** Cancels the retry timer. */
  #cancelRetry: (() => void) | undefined
  /** The server was busy and has not sent a welcome since; earlier edits may be unanswered. */
  #awaitsWelcome = false
  #mustRestate = false

  constructor(
    core: ReplicaCore,
    outbox: Outbox,
    outcomes: OutcomeStore | undefined,
    link: RoomLink,
    clock: ReplicaClock,
    schema: SchemaVersions,
    onProgress: () => void,
  ) {
    this.#clock = clock
    this.#core = core
    this.#outbox = outbox
    this.#outcomes = outcomes
    this.#link = link
    this.#schema = schema
    this.#onProgress = onProgress
  }

  get connected(): boolean {
    return this.#isConnected
  }

  /** Large moves are sent one edit per turn after rendering, because together they would exceed a frame. */
  write(pending: PendingEdit): void {
    if (this.#waiting.length === 0 && !isLargeMove(pending)) void this.#keep(pending)
    else {
      this.#waiting.push(pending)
      this.#cancel ??= this.#clock.after(0, () => this.#writeNext())
    }
    this.#onProgress()
  }

  dispose(): void {
    this.storeNow()
    this.#cancelRetry?.()
  }

  /** Stores and sends everything immediately, because the page may close. */
  storeNow(): void {
    this.#cancel?.()
    this.#cancel = undefined
    for (const pending of this.#waiting.splice(0)) void this.#keep(pending)
  }

  connect(): void {
    this.#isConnected = true
    this.#awaitsWelcome = false
    for (const pending of this.#core.pending.all) if (pending.stage === 'sent') pending.stage = 'ready'
    this.flush()
  }

  disconnect(): void {
    this.#isConnected = false
    this.#onProgress()
  }

  /** Stops sending until `resume` was called as often. */
  pause(): void {
    this.#pauses += 1
  }

  resume(): void {
    this.#pauses -= 1
    this.flush()
  }

  /**
   * Sends edits that are ready. An edit that must wait blocks later ones of its tab, to preserve the order;
   * adopted edits are independent.
   */
  flush(): void {
    if (this.#canSend && this.#mustRestate) this.#restate()
    const held = new Set<string | undefined>()
    for (const pending of neededFromOtherTabs(this.#core.pending.unanswered)) pending.stage = 'ready'
    for (const pending of this.#canSend ? this.#core.pending.unanswered : []) {
      if (pending.stage === 'sent' || pending.stage === 'elsewhere') continue
      const tab = splitEditId(pending.edit.id)?.tab
      if (held.has(tab)) continue
      const edit = this.#onWire(pending)
      if (pending.stage === 'writing' || openRefs(edit).size > 0) {
        held.add(tab)
        continue
      }
      if (!this.#link.sendEdit(encodeEdit(edit, this.#core.pending.settledBefore(pending)))) {
        this.#isConnected = false
        break
      }
      pending.stage = 'sent'
    }
    this.#onProgress()
  }

  /**
   * The server is busy: sent edits count as unsent and are sent again later with the same ids, restated for the
   * then current board.
   */
  backOff(): void {
    for (const pending of this.#core.pending.unanswered) if (pending.stage === 'sent') pending.stage = 'ready'
    this.#awaitsWelcome = true
    this.#mustRestate = true
    if (this.#cancelRetry) return
    this.#cancelRetry = this.#clock.after(this.#busyMs, () => {
      this.#cancelRetry = undefined
      this.flush()
    })
    this.#busyMs = Math.min(2 * this.#busyMs, MAX_BUSY_MS)
  }

  /** Replaces changed edits in the outbox. */
  storeAgain(): void {
    for (const pending of this.#core.pending.unanswered) void this.#store(pending)
  }

  /** The server has answered; references by id can be replaced by numbers. */
  answered(): void {
    this.#busyMs = BUSY_MS
    for (const other of this.#core.pending.unanswered) if (other.namesIds) void this.#store(other)
    this.flush()
  }

  /** Removes an answered edit from the outbox after its outcomes are stored. */
  discard(pending: PendingEdit | undefined, outcomes: readonly EditOutcome[]): void {
    // The tab that created it receives the details, such as skipped fields, and does the same.
    if (pending?.stage === 'elsewhere') return
    const remove = (): Promise<void> => (pending ? this.#outbox.remove([pending.edit.id]) : Promise.resolve())
    const done = this.#outcomes && outcomes.length > 0 ? this.keepOutcomes(outcomes).then(remove) : remove()
    done.catch(() => {
      // If it stays in the outbox, it is sent again and answered as already accepted.
    })
  }

  /** Resolves once they are durable. */
  async keepOutcomes(outcomes: readonly EditOutcome[]): Promise<void> {
    const store = this.#outcomes
    if (store) await Promise.all(outcomes.map((outcome) => store.add(outcome)))
  }

  /** Replaces ids by journal numbers, and drops references to unknown edits. */
  #onWire({ edit }: PendingEdit): Edit {
    const numbered = withNumbers(edit, (id) => this.#core.getNumber(id))
    let known = numbered
    for (const id of openRefs(numbered)) if (!this.#core.pending.find(id)) known = withoutRef(known, id)
    return known
  }

  get #canSend(): boolean {
    return this.#isConnected && this.#pauses === 0 && !this.#cancelRetry && !this.#awaitsWelcome
  }

  /** Text steps cannot be restated on a partially loaded board. */
  #restate(): void {
    if (this.#core.isPartial) return
    this.#mustRestate = false
    for (const pending of restateTexts(this.#core)) {
      pending.stage = 'writing'
      void this.#keep(pending)
    }
  }

  #writeNext(): void {
    this.#cancel = undefined
    const next = this.#waiting.shift()
    if (next) void this.#keep(next)
    if (this.#waiting.length > 0) this.#cancel = this.#clock.after(0, () => this.#writeNext())
  }

  async #store(pending: PendingEdit): Promise<void> {
    const edit = this.#onWire(pending)
    pending.namesIds = openRefs(edit).size > 0
    try {
      const { madeAt } = pending
      await this.#outbox.add({ edit, schema: this.#schema, ...(madeAt && { madeAt }) })
    } catch {
      // Storage failures must not prevent sending.
    }
  }

  async #keep(pending: PendingEdit): Promise<void> {
    await this.#store(pending)
    if (pending.stage === 'writing') pending.stage = 'ready'
    this.flush()
  }
}

/** Larger edits take noticeable time to copy. */
const MANY_IDS = 1_000

function isLargeMove({ edit }: PendingEdit): boolean {
  let ids = 0
  for (const change of edit.changes) if (change.op === 'translate') ids += change.ids.length
  return ids > MANY_IDS
}
