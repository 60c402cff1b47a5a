import {
  decodeAcceptedEdit,
  encodeAcceptedEditInSlices,
  isRefusal,
  authorizeEdit,
  listSkipped,
  splitEditId,
} from '@tavla/canvas/model'
import type {
  Actor,
  Applied,
  Edit,
  Outcome,
  Refusal,
  SentEdit,
  SkippedField,
  SlicedWork,
  AcceptedEdit,
  EditCost,
} from '@tavla/canvas/model'
import { isAtLeast } from '@tavla/contract'
import type { Database } from '../../db/database.ts'
import { prepareNamedFiles } from '../../db/jobs.ts'
import type { SuggestionEvent } from '../../ports/boards/port.ts'
import type { Clock } from '../../ports/clock/port.ts'
import type { Role } from '../room-access.ts'
import type { Board } from '../board.ts'
import { nextChain } from '../journal/journal-chain.ts'
import { type DeleteConflict, type DeleteConflicts, getDeleteConflicts } from './delete-conflicts.ts'
import { listNamedFiles } from './named-files.ts'
import { appendToJournal, findTaken, getHighWater, trimmedCounter } from '../journal/journal.ts'
import type { AppendGuard, JournalEntry } from '../journal/journal.ts'
import { realtimeLimits, getStep } from '../realtime-limits.ts'
import { getSuggestionEvents } from './suggestion-events.ts'
import { createThrottled } from '../socket/throttled.ts'
import { isSameEdit } from './same-edit.ts'
import type { SlicedEdits } from './sliced-edits.ts'
import { isAffordable, type WorkBudgets } from './work-budget.ts'
import type { WorkTurn } from '../work-turn.ts'

/** The tab that sent an edit and waits for its answer. */
export interface EditClient {
  /** `seq` is 0 for an edit without effect, or one whose number is no longer known. */
  ack(ack: { readonly id: string; readonly seq: number; readonly skipped: readonly SkippedField[] }): void
  /**
   * After `busy` the id can be used again: the tab resends the edit, and later edits are ignored until
   * then.
   */
  reject(id: string, refusal: Refusal): void
  /** Earlier edits of that tab never arrived: it must resend from its last acknowledged one. */
  resend(): void
}

export interface SubmittedEdit {
  readonly sent: SentEdit
  readonly uid: string
  readonly client: EditClient
  /** Bytes decoded for it; null for the server's own edits, which are not charged. */
  readonly size: number | null
  /** Its bytes were charged before decoding. */
  readonly isPaid?: boolean
  /** Its work was charged while it waited. */
  readonly isWorkPaid?: boolean
}

/** An edit that is in the journal. */
export interface Committed {
  readonly taken: AcceptedEdit
  /** Size of its encoded form. */
  readonly size: number
  /** Chain hash of the journal at this edit. */
  readonly chain: string
  /** Its effect on suggestions; absent in edits read from the journal. */
  readonly suggestions?: readonly SuggestionEvent[]
  /** Authors to notify that it was skipped because of their work; absent as above. */
  readonly conflicts?: readonly DeleteConflict[]
}

export interface Journaled extends Committed {
  readonly bytes: Uint8Array
}

/** What the edit queue needs from its room. */
export interface EditQueueHost {
  readonly db: Database
  readonly clock: Clock
  readonly board: Board
  readonly guard: AppendGuard
  readonly schema: number
  readonly budgets: WorkBudgets
  readonly turn: WorkTurn
  readonly slices: SlicedEdits
  readonly conflicts: DeleteConflicts
  /** Chain hash of the journal at the board's number. */
  readonly chain: string
  /** This person's current role; null for somebody who was removed. */
  getRole(uid: string): Role | null
  people(): number
  /** Called with committed edits, to broadcast them. */
  committed(edits: readonly Journaled[]): void
  /** The journal rejected an append: re-reads lease and roles. `lost`: another process owns the room. */
  refreshAccess(): Promise<'go on' | 'lost'>
  /** An append to the journal has ended after this time. */
  onAppended?: ((ms: number) => void) | undefined
  /** An unrecoverable error; the room ends. */
  failed(error: unknown): void
}

/** The result of an edit; `taken` with its bytes if it had an effect. */
interface AuthorizedEdit {
  readonly outcome: Outcome
  readonly taken?: { readonly edit: AcceptedEdit; readonly bytes: Uint8Array }
}

interface Pending {
  readonly edit: Edit
  readonly uid: string
  readonly clients: EditClient[]
  readonly applied: Applied
  readonly taken: AcceptedEdit
  readonly entry: JournalEntry
  readonly suggestions: readonly SuggestionEvent[]
  readonly conflicts: readonly DeleteConflict[]
}

/**
 * Applies a room's edits: each once, checked in order, journaled in groups, and only then answered. Edits
 * that are applied but not journaled yet are `pending` and can be reverted.
 */
export class EditQueue {
  readonly #host: EditQueueHost
  readonly #flushing: ReturnType<typeof createThrottled>
  readonly #pending: Pending[] = []
  readonly #inFlight = new Map<string, Pending>()
  /** Highest counter checked, by person and tab. */
  readonly #marks = new Map<string, number>()
  /** People recorded in the database as authors of this board. */
  readonly #authors = new Set<string>()
  /** Edits that wait for the database, by person and tab, to preserve their order. */
  readonly #held = new Map<string, (() => void)[]>()
  #waiting: { readonly seq: number; readonly act: () => void; readonly undone: () => void }[] = []
  #committed: number
  /** Chain hash of the last journaled edit. */
  #chain: string
  #ended = false

  constructor(host: EditQueueHost) {
    this.#host = host
    this.#committed = host.board.seq
    this.#chain = host.chain
    this.#flushing = createThrottled({
      clock: host.clock,
      everyMs: () => getStep(realtimeLimits.flushEvery, host.people()),
      act: () => this.#flush(),
      failed: (error) => host.failed(error),
      burst: realtimeLimits.flushBurst,
    })
  }

  get committed(): number {
    return this.#committed
  }

  /** Chain hash at that edit. */
  get chain(): string {
    return this.#chain
  }

  /**
   * Accepts an edit; the client is answered once it is durable or refused. Checks run in order of cost:
   * role, budget, then the work itself.
   */
  offer(offered: SubmittedEdit): void {
    if (this.#ended || !this.#isAuthorized(offered)) return
    const { edit, settled } = offered.sent
    const { uid, client } = offered
    const { tab, counter } = getName(edit.id)
    const key = `${uid} ${tab}`
    const again = (): void => this.offer(offered)
    const held = this.#held.get(key)
    if (held) return void held.push(again)
    const { turn, slices } = this.#host
    if (!slices.isIdle) return slices.whenIdle(again)
    if (turn.isSpent) return this.#hold(key, () => turn.next(), again)
    const mark = this.#marks.get(key)
    if (mark === undefined) return this.#hold(key, () => this.#learnMark(key, uid, tab), again)
    if (counter <= mark) return this.#repeated(offered, key)
    if (counter > Math.max(mark, settled) + 1) return client.resend()
    this.#prepare(offered, key, () =>
      this.#charge(offered, key, (refusal) => {
        if (refusal?.refused !== 'busy') this.#setMark(key, counter)
        if (refusal) client.reject(edit.id, refusal)
        else this.#authorize(edit, uid, [client])
      }),
    )
  }

  /**
   * Refuses edits that the role does not allow without reading the journal; only an edit in flight is
   * answered.
   */
  #isAuthorized({ sent: { edit }, uid, client }: SubmittedEdit): boolean {
    const role = this.#host.getRole(uid)
    const refusal = role === null ? undefined : authorizeEdit(this.#host.board.state, edit, role)
    if (role !== null && !refusal) return true
    const inFlight = this.#inFlight.get(`${uid} ${edit.id}`)
    if (inFlight) inFlight.clients.push(client)
    else if (refusal) client.reject(edit.id, refusal)
    return false
  }

  /** Reads what the edit refers to from the journal, if it is not in memory. */
  #prepare(offered: SubmittedEdit, key: string, then: () => void): void {
    const { board } = this.#host
    const needs = board.needs(offered.sent.edit)
    if (!needs) return then()
    const fetch = (): void => this.#hold(key, () => board.fetch(needs), then)
    if (offered.size === null) fetch()
    else this.#pay(offered, key, { units: board.fetchWork(needs), then: fetch })
  }

  /** Charges an edit to its author's budget and runs `then`, with the refusal if it is too much work. */
  #charge(offered: SubmittedEdit, key: string, then: (refusal?: Refusal) => void): void {
    const units = this.#getWork(offered)
    if (typeof units !== 'number') return then(units)
    const accept = (): void => {
      this.#host.turn.spend(units + realtimeLimits.turnWork)
      then()
    }
    if (offered.size === null || offered.isWorkPaid) return accept()
    // The board, the roles and what is in memory may change while it waits.
    const again = (): void => this.offer({ ...offered, isWorkPaid: true })
    this.#pay(offered, key, { units, then: accept, later: again })
  }

  /**
   * The work units of an edit. One that exceeds the whole budget is refused as too large, or as busy if it
   * would fit for the current board.
   */
  #getWork({ sent: { edit }, uid, size, isPaid }: SubmittedEdit): number | Refusal {
    const { board, turn } = this.#host
    const work = board.estimate(edit, uid, realtimeLimits.workBurst)
    const least = realtimeLimits.editWork + (isPaid ? 0 : (size ?? 0) * realtimeLimits.byteWork)
    const units = least + work.records + work.text + work.rebase
    if (size === null || (fitsText(work) && isAffordable(units))) return units
    turn.spend(units * realtimeLimits.refusedWork + realtimeLimits.turnWork)
    const rebased = { ...work, rebase: 0 }
    const isPossible = fitsText(rebased) && isAffordable(least + work.records + work.text)
    return isPossible ? busy() : { refused: 'too_large', message: 'more work than one edit may cause' }
  }

  /**
   * Runs `then` when the work is charged, or `later` if it had to wait for it; later edits of the tab wait
   * meanwhile. One that would wait too long is refused as busy.
   */
  #pay(
    { sent, uid, client }: SubmittedEdit,
    key: string,
    { units, then, later = then }: { readonly units: number; then(): void; later?(): void },
  ): void {
    const { budgets, turn } = this.#host
    if (budgets.take(uid, units)) return then()
    turn.spend(units * realtimeLimits.refusedWork + realtimeLimits.turnWork)
    let isPaid = false
    const pay = async (): Promise<void> => void (isPaid = await budgets.pay(uid, units))
    this.#hold(key, pay, () => {
      if (this.#ended) return
      if (isPaid) later()
      else client.reject(sent.edit.id, busy())
    })
  }

  /**
   * Runs `act` once the board's current state is durable; `undone` instead when some of it was reverted.
   */
  whenCommitted(act: () => void, undone: () => void = act): void {
    const { slices } = this.#host
    if (!slices.isIdle) return slices.whenIdle(() => this.whenCommitted(act, undone))
    const seq = this.#host.board.seq
    if (seq <= this.#committed) act()
    else this.#waiting.push({ seq, act, undone })
  }

  /** Resolves when nothing is pending. */
  async idle(): Promise<void> {
    const { slices } = this.#host
    do {
      await slices.read(() => undefined)
      await this.#flushing.idle()
    } while (!slices.isIdle)
  }

  end(): void {
    this.#ended = true
    this.#flushing.stop()
    this.#waiting = []
    this.#host.slices.stop()
  }

  #authorize(edit: Edit, uid: string, clients: EditClient[]): void {
    const actor = this.#actor(uid)
    if (!actor || this.#ended) return
    this.#host.slices.run(this.#apply(edit, actor), ({ outcome, taken }) => {
      if (isRefusal(outcome)) {
        const answer = (): void => clients.forEach((client) => client.reject(edit.id, outcome))
        return this.whenCommitted(answer)
      }
      if (!taken) {
        const answer = (): void => clients.forEach((client) => client.ack(withoutEffect(edit, outcome)))
        return this.whenCommitted(answer, () => this.#authorize(edit, uid, clients))
      }
      const isLowered = !isAtLeast(this.#host.getRole(uid) ?? 'viewer', actor.role)
      if (!isLowered) return this.#journal({ edit, uid, clients, applied: outcome }, taken)
      this.#host.board.revert(outcome)
      this.#authorize(edit, uid, clients)
    })
  }

  /** Applies and encodes an edit; if ended early, the board is unchanged. */
  *#apply(edit: Edit, actor: Actor): SlicedWork<AuthorizedEdit> {
    const { board, clock } = this.#host
    const time = clock.now()
    const outcome = yield* board.applyInSlices(edit, actor, time)
    if (isRefusal(outcome) || outcome.taken.length === 0) return { outcome }
    const taken: AcceptedEdit = { ...edit, seq: board.seq, time, by: actor.uid, changes: outcome.taken }
    let bytes: Uint8Array | undefined
    try {
      bytes = yield* encodeAcceptedEditInSlices(taken)
      return { outcome, taken: { edit: taken, bytes } }
    } finally {
      if (!bytes) board.revert(outcome)
    }
  }

  #journal(
    authorized: Pick<Pending, 'edit' | 'uid' | 'clients' | 'applied'>,
    { edit: taken, bytes }: NonNullable<AuthorizedEdit['taken']>,
  ): void {
    const { seq, time, by: uid } = taken
    const chain = nextChain(this.#pending.at(-1)?.entry.chain ?? this.#chain, seq, bytes)
    const entry = { seq, time, uid, ...getName(taken.id), schema: this.#host.schema, bytes, chain }
    const suggestions = getSuggestionEvents(authorized.applied, uid, this.#host.board.state)
    const conflicts = getDeleteConflicts(authorized.applied, taken)
    const pending = { ...authorized, taken, entry, suggestions, conflicts }
    this.#pending.push(pending)
    this.#inFlight.set(`${uid} ${taken.id}`, pending)
    this.#flushing.schedule()
  }

  /** A resent edit: its answer was lost, or it is still in flight. */
  #repeated(offered: SubmittedEdit, key: string): void {
    const { sent, uid, client, size } = offered
    const inFlight = this.#inFlight.get(`${uid} ${sent.edit.id}`)
    if (inFlight) return void inFlight.clients.push(client)
    const units = realtimeLimits.lookupWork + (size ?? 0) * realtimeLimits.byteWork
    const answer = (): void =>
      void this.#answerRepeated(offered).catch((error: unknown) => this.#host.failed(error))
    if (size === null) answer()
    else this.#pay(offered, key, { units, then: answer })
  }

  async #answerRepeated(offered: SubmittedEdit): Promise<void> {
    const { db, guard, board, slices } = this.#host
    const { sent, uid, client } = offered
    const { edit } = sent
    const name = { uid, ...getName(edit.id) }
    const taken = await findTaken(db, guard.wid, name)
    // So old that it is no longer in the journal: applied, under an unknown number.
    const forgotten = !taken && name.counter <= (await trimmedCounter(db, guard.wid, name))
    if (forgotten) return client.ack({ id: edit.id, seq: 0, skipped: [] })
    slices.whenIdle(() => {
      if (taken) answerAgain(edit, taken, board, client)
      else this.#answerUnjournaled(offered)
    })
  }

  /** It was refused or had no effect. If it would have none now, acknowledging it loses nothing. */
  #answerUnjournaled(offered: SubmittedEdit): void {
    const { edit } = offered.sent
    const { uid, client } = offered
    const actor = this.#actor(uid)
    if (!actor || this.#ended) return
    const { board, budgets, clock, slices, turn } = this.#host
    const units = this.#getWork(offered)
    if (typeof units !== 'number') return client.reject(edit.id, units)
    if (offered.size !== null && !budgets.take(uid, units)) return client.reject(edit.id, busy())
    turn.spend(units + realtimeLimits.turnWork)
    slices.run(board.probeInSlices(edit, actor, clock.now()), (outcome) => {
      if (!isRefusal(outcome) && outcome.taken.length === 0) client.ack(withoutEffect(edit, outcome))
      else client.reject(edit.id, { refused: 'exists', message: 'This edit was refused before' })
    })
  }

  #actor(uid: string): Actor | null {
    const role = this.#host.getRole(uid)
    return role === null ? null : { uid, role }
  }

  #setMark(key: string, counter: number): void {
    this.#marks.delete(key)
    this.#marks.set(key, counter)
  }

  #hold(key: string, prepare: () => Promise<void>, ...held: (() => void)[]): void {
    this.#held.set(key, held)
    prepare()
      .then(() => this.#host.slices.read(() => this.#resume(key, held)))
      .catch((error: unknown) => this.#host.failed(error))
  }

  /** A few at a time, so that one tab's held edits do not delay the next tab's. */
  #resume(key: string, held: readonly (() => void)[]): void {
    const { turn, slices } = this.#host
    this.#held.delete(key)
    for (const [at, next] of held.entries()) {
      const again = this.#held.get(key)
      if (again) return held.slice(at).forEach((act) => again.push(act))
      // While an edit is being applied in slices, each waits for its end, in order.
      const isEnough = at === realtimeLimits.resumedEdits && slices.isIdle
      if (isEnough) return this.#hold(key, () => turn.yieldWhenSpent(), ...held.slice(at))
      next()
    }
  }

  async #learnMark(key: string, uid: string, tab: string): Promise<void> {
    this.#setMark(key, await getHighWater(this.#host.db, this.#host.guard.wid, uid, tab))
  }

  async #flush(): Promise<void> {
    const batch = this.#nextBatch()
    if (batch.length === 0 || this.#ended) return
    const entries = batch.map((pending) => pending.entry)
    const newAuthors = new Set(batch.map(({ uid }) => uid).filter((uid) => !this.#authors.has(uid)))
    try {
      for (const { taken, uid } of batch) await this.#prepareFiles(taken, uid)
      if (this.#ended) return
      const head = { ...this.#host.guard, chain: this.#chain }
      const conflicts = this.#host.conflicts.queries(batch.flatMap((pending) => pending.conflicts))
      const startedAt = this.#host.clock.now()
      const outcome = await appendToJournal(this.#host.db, head, entries, newAuthors, conflicts)
      this.#host.onAppended?.(this.#host.clock.now() - startedAt)
      if (outcome === 'appended') for (const uid of newAuthors) this.#authors.add(uid)
      if (this.#ended) return
      if (outcome === 'appended') this.#settle(batch)
      else if ((await this.#host.refreshAccess()) === 'go on')
        await this.#host.slices.read(() => this.#authorizeAgain())
    } catch (error) {
      this.#host.failed(error)
    }
    if (this.#pending.length > 0) this.#flushing.schedule()
  }

  async #prepareFiles(taken: AcceptedEdit, uid: string): Promise<void> {
    const files = listNamedFiles(taken)
    if (files.length === 0) return
    const { db, guard } = this.#host
    await prepareNamedFiles(db, { wid: guard.wid, uid, seq: taken.seq, files })
  }

  #nextBatch(): readonly Pending[] {
    let bytes = 0
    const fits = this.#pending.findIndex((pending, index) => {
      bytes += pending.entry.bytes.length
      return index > 0 && (index >= realtimeLimits.flushEdits || bytes > realtimeLimits.flushBytes)
    })
    return fits === -1 ? [...this.#pending] : this.#pending.slice(0, fits)
  }

  #settle(batch: readonly Pending[]): void {
    this.#pending.splice(0, batch.length)
    const last = batch.at(-1)?.entry
    if (last) [this.#committed, this.#chain] = [last.seq, last.chain]
    for (const { edit, uid, clients, applied, entry } of batch) {
      this.#inFlight.delete(`${uid} ${edit.id}`)
      for (const client of clients) client.ack({ id: edit.id, seq: entry.seq, skipped: applied.skipped })
    }
    const ready = this.#waiting.filter((waiting) => waiting.seq <= this.#committed)
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > this.#committed)
    this.#host.committed(
      batch.map(({ taken, entry: { bytes, chain }, suggestions, conflicts }) => ({
        taken,
        size: bytes.length,
        chain,
        bytes,
        suggestions,
        conflicts,
      })),
    )
    // After the batch: the author has received the reason why an edit failed or had no effect.
    for (const { act } of ready) this.#host.slices.whenIdle(act)
    if (this.#pending.length === 0 && this.#held.size === 0) this.#forgetMarks()
  }

  /** Counters without edits in flight can be read from the database again; the oldest are dropped. */
  #forgetMarks(): void {
    for (const key of this.#marks.keys()) {
      if (this.#marks.size <= realtimeLimits.maxMarks) return
      this.#marks.delete(key)
    }
  }

  /** Reverts everything that is not durable and authorizes it again with the current roles. */
  #authorizeAgain(): void {
    if (this.#ended) return
    const undone = this.#pending.splice(0)
    this.#inFlight.clear()
    for (const pending of undone.toReversed()) this.#host.board.revert(pending.applied)
    const waiting = this.#waiting
    this.#waiting = []
    this.#host.slices.runFirst([
      ...undone.map(
        ({ edit, uid, clients }) =>
          () =>
            this.#authorize(edit, uid, clients),
      ),
      ...waiting.map(({ undone: redo }) => redo),
    ])
  }
}

/** The codec has validated its form. */
function getName(editId: string): { readonly tab: string; readonly counter: number } {
  const name = splitEditId(editId)
  if (!name) throw new TypeError('not the id of an edit')
  return name
}

/** A refusal after which the tab resends by itself. */
export function busy(): Refusal {
  return { refused: 'busy', message: 'more work at once than one person may cause' }
}

function withoutEffect({ id }: Edit, { skipped }: Applied): Parameters<EditClient['ack']>[0] {
  return { id, seq: 0, skipped }
}

function fitsText({ text, rebase }: EditCost): boolean {
  return text + rebase <= realtimeLimits.textWork
}

/** An id that was used for a different edit is not acknowledged, or that edit would be lost silently. */
function answerAgain(
  edit: Edit,
  found: { readonly seq: number; readonly bytes: Uint8Array },
  board: Board,
  client: EditClient,
): void {
  const taken = decodeAcceptedEdit(found.bytes)
  if (isSameEdit(edit, taken)) {
    const skipped = listSkipped(edit, taken, board.state).map((one) => {
      const by = one.field === null ? undefined : board.lastWriter(one.id, one.field)
      return by === undefined ? one : { ...one, by }
    })
    client.ack({ id: edit.id, seq: taken.seq, skipped })
  } else client.reject(edit.id, { refused: 'exists', message: 'Another edit has this id' })
}
