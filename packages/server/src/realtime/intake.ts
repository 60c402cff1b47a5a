import { decodeTaken, encodeTaken, isRefusal, splitEditId } from '@tavla/canvas/model'
import type { Applied, Edit, Refusal, SentEdit, SkippedField, TakenEdit } from '@tavla/canvas/model'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock/port.ts'
import type { Role } from './access.ts'
import type { Board } from './board.ts'
import { appendToJournal, findTaken, highWaterOf, trimmedCounter } from './journal.ts'
import type { AppendGuard, JournalEntry } from './journal.ts'
import { realtimeLimits, stepFor } from './limits.ts'
import { createPaced } from './paced.ts'
import { skippedAgain } from './skipped-again.ts'

/** The tab that sent an edit and waits for the answer. */
export interface Asker {
  ack(ack: { readonly id: string; readonly seq: number; readonly skipped: readonly SkippedField[] }): void
  reject(id: string, refusal: Refusal): void
  /** Earlier edits of that tab never arrived: it must send again from where it stands. */
  resend(): void
}

/** An edit that is in the journal. */
export interface Committed {
  readonly taken: TakenEdit
  /** Of its encoded form. */
  readonly size: number
}

/** What the intake needs of its room. */
export interface IntakeHost {
  readonly db: Database
  readonly clock: Clock
  readonly board: Board
  readonly guard: AppendGuard
  readonly schema: number
  /** What this person may do now; null for somebody who was removed. */
  roleOf(uid: string): Role | null
  people(): number
  /** These edits are safe: tell everybody. */
  committed(edits: readonly Committed[]): void
  /** The journal did not take what was judged: look again at lease and rights. `lost`: the room is not ours any more. */
  lookAgain(): Promise<'go on' | 'lost'>
  /** Nothing can be promised any more; the room ends. */
  failed(error: unknown): void
}

interface Pending {
  readonly edit: Edit
  readonly uid: string
  readonly askers: Asker[]
  readonly applied: Applied
  readonly taken: TakenEdit
  readonly entry: JournalEntry
}

/**
 * Takes the edits of a room: each once, judged in order, journaled in groups, and only then answered. What is in the board
 * but not in the journal yet is `pending`; it can be taken back.
 */
export class Intake {
  readonly #host: IntakeHost
  readonly #flushing: ReturnType<typeof createPaced>
  readonly #pending: Pending[] = []
  readonly #inFlight = new Map<string, Pending>()
  /** Highest counter judged, by person and tab. */
  readonly #marks = new Map<string, number>()
  /** Those of whom the database knows that they have written here. */
  readonly #authors = new Set<string>()
  /** Edits that wait for something from the database, by person and tab, so that their order stays. */
  readonly #held = new Map<string, (() => void)[]>()
  #waiting: { readonly seq: number; readonly act: () => void; readonly undone: () => void }[] = []
  #committed: number
  #ended = false

  constructor(host: IntakeHost) {
    this.#host = host
    this.#committed = host.board.seq
    this.#flushing = createPaced(
      host.clock,
      () => stepFor(realtimeLimits.flushEvery, host.people()),
      () => this.#flush(),
      realtimeLimits.flushBurst,
    )
  }

  get committed(): number {
    return this.#committed
  }

  /** Takes an edit; the asker hears once it is safe or refused. */
  offer(sent: SentEdit, uid: string, asker: Asker): void {
    if (this.#ended) return
    const { edit, settled } = sent
    const { tab, counter } = nameOf(edit.id)
    const key = `${uid} ${tab}`
    const again = (): void => this.offer(sent, uid, asker)
    const held = this.#held.get(key)
    if (held) return void held.push(again)
    const mark = this.#marks.get(key)
    if (mark === undefined) return this.#hold(key, () => this.#learnMark(key, uid, tab), again)
    if (counter <= mark) return this.#repeated(edit, uid, asker)
    if (counter > Math.max(mark, settled) + 1) return asker.resend()
    const judge = (): void => {
      this.#marks.set(key, counter)
      this.#judge(edit, uid, [asker])
    }
    const needs = this.#host.board.needs(edit)
    if (needs) this.#hold(key, () => this.#host.board.fetch(needs), judge)
    else judge()
  }

  /** Runs once everything that is in the board now is safe; `undone` instead when some of it was taken back. */
  whenCommitted(act: () => void, undone: () => void = act): void {
    const seq = this.#host.board.seq
    if (seq <= this.#committed) act()
    else this.#waiting.push({ seq, act, undone })
  }

  /** Resolves when nothing is pending. */
  async idle(): Promise<void> {
    await this.#flushing.idle()
  }

  end(): void {
    this.#ended = true
    this.#flushing.stop()
    this.#waiting = []
  }

  #judge(edit: Edit, uid: string, askers: Asker[]): void {
    const { board, clock, schema } = this.#host
    const role = this.#host.roleOf(uid)
    if (role === null) return
    const time = clock.now()
    const outcome = board.apply(edit, { uid, may: role }, time)
    if (isRefusal(outcome)) {
      const answer = (): void => askers.forEach((asker) => asker.reject(edit.id, outcome))
      return this.whenCommitted(answer)
    }
    const taken: TakenEdit = { ...edit, seq: board.seq, time, by: uid, changes: outcome.taken }
    const bytes = encodeTaken(taken)
    const entry = { seq: board.seq, time, uid, ...nameOf(edit.id), schema, bytes }
    const pending = { edit, uid, askers, applied: outcome, taken, entry }
    this.#pending.push(pending)
    this.#inFlight.set(`${uid} ${edit.id}`, pending)
    this.#flushing.poke()
  }

  /** The answer to this edit was lost on the way, or it is still under way. */
  #repeated(edit: Edit, uid: string, asker: Asker): void {
    const inFlight = this.#inFlight.get(`${uid} ${edit.id}`)
    if (inFlight) return void inFlight.askers.push(asker)
    this.#answerRepeated(edit, uid, asker).catch((error: unknown) => this.#host.failed(error))
  }

  async #answerRepeated(edit: Edit, uid: string, asker: Asker): Promise<void> {
    const { db, guard } = this.#host
    const name = { uid, ...nameOf(edit.id) }
    const taken = await findTaken(db, guard.wid, name)
    // So long ago that the journal no longer has it: taken, under a number that nobody knows.
    const forgotten = !taken && name.counter <= (await trimmedCounter(db, guard.wid, name))
    if (forgotten) asker.ack({ id: edit.id, seq: 0, skipped: [] })
    else answerAgain(edit, taken, this.#host.board, asker)
  }

  #hold(key: string, prepare: () => Promise<void>, then: () => void): void {
    const held = [then]
    this.#held.set(key, held)
    prepare().then(
      () => {
        this.#held.delete(key)
        for (const next of held) next()
      },
      (error: unknown) => this.#host.failed(error),
    )
  }

  async #learnMark(key: string, uid: string, tab: string): Promise<void> {
    this.#marks.set(key, await highWaterOf(this.#host.db, this.#host.guard.wid, uid, tab))
  }

  async #flush(): Promise<void> {
    const batch = this.#nextBatch()
    if (batch.length === 0 || this.#ended) return
    const entries = batch.map((pending) => pending.entry)
    const newAuthors = new Set(batch.map(({ uid }) => uid).filter((uid) => !this.#authors.has(uid)))
    try {
      const outcome = await appendToJournal(this.#host.db, this.#host.guard, entries, newAuthors)
      if (outcome === 'appended') for (const uid of newAuthors) this.#authors.add(uid)
      if (this.#ended) return
      if (outcome === 'appended') this.#settle(batch)
      else if ((await this.#host.lookAgain()) === 'go on') this.#judgeAgain()
    } catch (error) {
      this.#host.failed(error)
    }
    if (this.#pending.length > 0) this.#flushing.poke()
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
    this.#committed = batch.at(-1)?.entry.seq ?? this.#committed
    for (const { edit, uid, askers, applied, entry } of batch) {
      this.#inFlight.delete(`${uid} ${edit.id}`)
      for (const asker of askers) asker.ack({ id: edit.id, seq: entry.seq, skipped: applied.skipped })
    }
    const ready = this.#waiting.filter((waiting) => waiting.seq <= this.#committed)
    this.#waiting = this.#waiting.filter((waiting) => waiting.seq > this.#committed)
    for (const { act } of ready) act()
    this.#host.committed(batch.map(({ taken, entry }) => ({ taken, size: entry.bytes.length })))
  }

  /** Takes everything unsafe back and judges it anew, under the rights that hold now. */
  #judgeAgain(): void {
    const undone = this.#pending.splice(0)
    this.#inFlight.clear()
    for (const pending of undone.toReversed()) this.#host.board.revert(pending.applied)
    const waiting = this.#waiting
    this.#waiting = []
    for (const { edit, uid, askers } of undone) this.#judge(edit, uid, askers)
    for (const { undone: redo } of waiting) redo()
  }
}

/** The codec has checked its form. */
function nameOf(editId: string): { readonly tab: string; readonly counter: number } {
  const name = splitEditId(editId)
  if (!name) throw new TypeError('not the id of an edit')
  return name
}

/** A name that was used for something else before is never acknowledged: that edit would be lost without a word. */
function answerAgain(
  edit: Edit,
  found: { readonly seq: number; readonly bytes: Uint8Array } | undefined,
  board: Board,
  asker: Asker,
): void {
  const taken = found && decodeTaken(found.bytes)
  if (taken?.mark === edit.mark && taken.base === edit.base) {
    asker.ack({ id: edit.id, seq: taken.seq, skipped: skippedAgain(edit, taken, board.state) })
  } else {
    const message = taken ? 'Another edit has this id' : 'This edit was refused before'
    asker.reject(edit.id, { refused: 'exists', message })
  }
}
