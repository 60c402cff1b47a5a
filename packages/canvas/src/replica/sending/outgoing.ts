import { encodeEdit, splitEditId } from '../../document/codec/codec.ts'
import type { Edit } from '../../document/model/change.ts'
import type { SchemaVersions } from '../../document/apply/migrate.ts'
import type { ReplicaCore } from '../replica-core.ts'
import { neededFromOtherTabs } from './other-tabs.ts'
import { openRefs, type Pending, withNumbers, withoutRef } from './pending.ts'
import type { EditOutcome, OutcomeStore } from './outcomes.ts'
import type { Outbox, ReplicaClock, RoomLink } from '../ports.ts'
import { restateTexts } from './restate.ts'

/** How long the server is left alone after it was busy; twice as long each time, until it takes an edit again. */
const BUSY_MS = 1_000
const MAX_BUSY_MS = 30_000

/** Brings edits to the outbox, then to the server, in order; again after every reconnect until each is answered. */
export class Outgoing {
  readonly #core: ReplicaCore
  readonly #outbox: Outbox
  readonly #outcomes: OutcomeStore | undefined
  readonly #link: RoomLink
  readonly #schema: SchemaVersions
  readonly #onProgress: () => void
  readonly #clock: ReplicaClock
  /** Made and shown, not yet in the outbox. */
  readonly #waiting: Pending[] = []
  #cancel: (() => void) | undefined
  #isConnected = false
  /** Edits of an earlier life still have to be migrated: nothing may overtake them. */
  #pauses = 0
  #busyMs = BUSY_MS
  /** While the server is left alone. */
  #callOffRetry: (() => void) | undefined
  /** The server was busy and has not welcomed this tab since: what it took before that may not have been answered yet. */
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

  /** Large moves are handed over one edit a turn, after what is on screen: together they would take longer than a frame. */
  write(pending: Pending): void {
    if (this.#waiting.length === 0 && !isLargeMove(pending)) void this.#keep(pending)
    else {
      this.#waiting.push(pending)
      this.#cancel ??= this.#clock.after(0, () => this.#writeNext())
    }
    this.#onProgress()
  }

  dispose(): void {
    this.storeNow()
    this.#callOffRetry?.()
  }

  /** Sends what is queued at once: the page may be closed soon. */
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

  /** Nothing is sent until as many pauses have ended as were begun. */
  pause(): void {
    this.#pauses += 1
  }

  resume(): void {
    this.#pauses -= 1
    this.flush()
  }

  /**
   * Sends what may be sent. An edit that must wait holds back those of its tab, so that none overtakes another; what
   * another page left behind goes its own way.
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
   * The server asks for less at once: what was sent counts as not sent. After a while it goes out again under the same
   * ids, which are still free, stated on the board as it is then.
   */
  backOff(): void {
    for (const pending of this.#core.pending.unanswered) if (pending.stage === 'sent') pending.stage = 'ready'
    this.#awaitsWelcome = true
    this.#mustRestate = true
    if (this.#callOffRetry) return
    this.#callOffRetry = this.#clock.after(this.#busyMs, () => {
      this.#callOffRetry = undefined
      this.flush()
    })
    this.#busyMs = Math.min(2 * this.#busyMs, MAX_BUSY_MS)
  }

  /** What waits has become other edits: they take the places of the old ones in the outbox. */
  storeAgain(): void {
    for (const pending of this.#core.pending.unanswered) void this.#store(pending)
  }

  /** The server has answered; what named the edit by its id can be kept by its number. */
  answered(): void {
    this.#busyMs = BUSY_MS
    for (const other of this.#core.pending.unanswered) if (other.namesIds) void this.#store(other)
    this.flush()
  }

  /** Takes an answered edit out of the outbox, once what became of it is kept. */
  discard(pending: Pending | undefined, outcomes: readonly EditOutcome[]): void {
    // The tab that made it receives more details, such as what was skipped, and does the same.
    if (pending?.stage === 'elsewhere') return
    const remove = (): Promise<void> => (pending ? this.#outbox.remove([pending.edit.id]) : Promise.resolve())
    const done = this.#outcomes && outcomes.length > 0 ? this.keepOutcomes(outcomes).then(remove) : remove()
    done.catch(() => {
      // What stays in the outbox is sent again one day, and answered as what it is: taken long ago.
    })
  }

  /** Resolves once they would survive a crash. */
  async keepOutcomes(outcomes: readonly EditOutcome[]): Promise<void> {
    const store = this.#outcomes
    if (store) await Promise.all(outcomes.map((outcome) => store.add(outcome)))
  }

  /** Names earlier edits by their numbers; what names one that nobody knows any more has lost its ground. */
  #onWire({ edit }: Pending): Edit {
    const numbered = withNumbers(edit, (id) => this.#core.getNumber(id))
    let known = numbered
    for (const id of openRefs(numbered)) if (!this.#core.pending.find(id)) known = withoutRef(known, id)
    return known
  }

  get #canSend(): boolean {
    return this.#isConnected && this.#pauses === 0 && !this.#callOffRetry && !this.#awaitsWelcome
  }

  /** What is applied on a partly loaded board cannot be restated; it goes out as it is. */
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

  async #store(pending: Pending): Promise<void> {
    const edit = this.#onWire(pending)
    pending.namesIds = openRefs(edit).size > 0
    try {
      const { madeAt } = pending
      await this.#outbox.add({ edit, schema: this.#schema, ...(madeAt && { madeAt }) })
    } catch {
      // A full or forbidden disk must not keep work from the server, which is the safer place anyway.
    }
  }

  async #keep(pending: Pending): Promise<void> {
    await this.#store(pending)
    if (pending.stage === 'writing') pending.stage = 'ready'
    this.flush()
  }
}

/** More ids than this in one edit are felt when they are copied. */
const MANY_IDS = 1_000

function isLargeMove({ edit }: Pending): boolean {
  let ids = 0
  for (const change of edit.changes) if (change.op === 'translate') ids += change.ids.length
  return ids > MANY_IDS
}
