import { signal } from '@preact/signals-core'
import { decodeChunk } from '../document/codec/chunks.ts'
import { type Batch, decodeBatch } from '../document/codec/codec.ts'
import type { Ability, SkippedField, AcceptedEdit } from '../document/model/change.ts'
import type { DocumentView } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import type { LocalEdits } from './local-edits.ts'
import type { ReplicaCore } from './replica-core.ts'
import { BoardLoader } from './board-loader.ts'
import type { EditSender } from './sending/edit-sender.ts'
import { type PendingEdit, restoredFrom, withoutRef } from './sending/pending.ts'
import { type EditOutcome, listEnteredContent } from './sending/outcomes.ts'
import type {
  Ack,
  BoardPosition,
  LoadProgress,
  LoadView,
  MissedDelete,
  Reject,
  ReplicaClock,
  ReplicaReceiver,
  RoomLink,
  Welcome,
} from './ports.ts'
import { getTargetKey } from './sending/settlement.ts'

/**
 * Chunks that arrive within this time are put on the board together: each time, the view is painted and everything that
 * follows the board is notified. Those that complete the view, and the last ones, do not wait.
 */
const MERGE_EVERY_MS = 300
/** The first ones wait only this long for the others of the view. */
const FIRST_MERGE_MS = 50

const NOTHING: LoadProgress = { loadedBytes: 0, totalBytes: 0, started: false, complete: false }

/** Processes messages of the room: loads the board, applies and confirms edits. */
export class Receiver implements ReplicaReceiver {
  readonly progress = signal<LoadProgress>(NOTHING)
  /** Called once the board is fully loaded. */
  onLoaded: () => void = () => undefined
  readonly #core: ReplicaCore
  readonly #author: LocalEdits
  readonly #outgoing: EditSender
  readonly #link: RoomLink
  readonly #clock: ReplicaClock
  /** When chunks are put on the board next; undefined until the first have arrived. */
  #mergeFrom: number | undefined
  #cancelMerge: (() => void) | undefined
  /** Everything in the view has arrived. */
  #isViewComplete = false
  #loading: BoardLoader | null = null
  #isRejoining = false
  #welcomes = 0
  /** Of the complete board on screen. */
  #epoch: string | undefined
  #chain: string | undefined
  /** A board with another history is being loaded; nothing is sent until then. */
  #isDiverged = false
  #view: LoadView | undefined

  constructor(
    core: ReplicaCore,
    author: LocalEdits,
    outgoing: EditSender,
    link: RoomLink,
    clock: ReplicaClock,
  ) {
    this.#core = core
    this.#author = author
    this.#outgoing = outgoing
    this.#link = link
    this.#clock = clock
    core.madeAt = () => (this.position ? { seq: this.position.seq, chain: this.position.chain } : undefined)
  }

  /** Journal number of the last full load; later edits cannot be part of it. */
  loadedSeq = 0

  /** Journal position of the complete board on screen; 0 until then. */
  get wholeSeq(): number {
    return this.#loading?.target === this.#core.board.state ? 0 : this.#core.seq
  }

  get position(): BoardPosition | null {
    const [seq, epoch, chain] = [this.wholeSeq, this.#epoch, this.#chain]
    return seq > 0 && epoch !== undefined && chain !== undefined ? { seq, epoch, chain } : null
  }

  getLoadingExtent(page: string): Box | undefined {
    return this.#loading?.getExtent(page)
  }

  loadAround(view: LoadView): void {
    this.#view = view
    this.#ask()
  }

  welcome(welcome: Welcome): void {
    this.#isRejoining = false
    this.#welcomes += 1
    // Text positions cannot be mapped to a reloaded board; the server can map them.
    this.#author.flushTyping()
    this.#setRole(welcome.role)
    this.#probeAcks()
    this.#setDiverged(this.#isOfAnotherPast(welcome))
    if (welcome.tail) {
      this.#loading = null
      this.#epoch = welcome.epoch
      this.#follow(decodeBatch(welcome.tail), welcome.chain)
    } else this.#load(welcome)
    this.#outgoing.connect()
    if (welcome.missedDeletes) this.missedDeletes(welcome.missedDeletes)
  }

  chunk(id: string, bytes: Uint8Array): void {
    const loading = this.#loading
    if (!loading) return
    loading.add(id, bytes)
    this.#ask()
    if (!loading.canMerge) return
    const isViewComplete =
      loading.hasArrived || (this.#view !== undefined && loading.hasArrivedIn(this.#view))
    const isUrgent = loading.hasArrived || (isViewComplete && !this.#isViewComplete)
    this.#isViewComplete = isViewComplete
    this.#mergeFrom ??= this.#clock.now() + FIRST_MERGE_MS
    const waitMs = isUrgent ? 0 : this.#mergeFrom - this.#clock.now()
    if (waitMs <= 0) this.#merge(loading)
    else this.#cancelMerge ??= this.#clock.after(waitMs, () => this.#merge(loading))
  }

  #merge(loading: BoardLoader): void {
    this.#cancelMerge?.()
    this.#cancelMerge = undefined
    if (loading !== this.#loading) return
    this.#mergeFrom = this.#clock.now() + MERGE_EVERY_MS
    if (loading.target === this.#core.board.state) this.#core.changeBase(() => loading.merge())
    else loading.merge()
    this.progress.value = loading.progress
    this.#finishLoading()
  }

  batch(bytes: Uint8Array, chain?: string): void {
    if (!this.#isRejoining) this.#follow(decodeBatch(bytes), chain)
  }

  ack(acks: readonly Ack[]): void {
    const done: PendingEdit[] = []
    for (const ack of acks) {
      const pending = this.#core.pending.find(ack.id)
      if (ack.seq > 0) this.#core.number(ack.id, ack.seq)
      if (!pending || pending.acked !== null) continue
      pending.acked = ack.seq
      pending.skipped = ack.skipped
      pending.expected = shownBy(ack.skipped, this.#core.board)
      if (ack.seq <= this.#core.seq) done.push(pending)
    }
    if (done.length > 0)
      this.#core.changeBase(() => {
        for (const pending of done) {
          // The outcome is determined on the board being loaded.
          if (!this.#isLoadingAside) this.#core.settle(pending, undefined)
          if (pending.acked === 0) this.#forgetName(pending)
        }
      })
    this.#author.stepsChanged()
    this.#outgoing.answered()
    this.#announceSettled()
  }

  /** The board on screen is frozen while its replacement is loaded. */
  get #isLoadingAside(): boolean {
    return this.#loading !== null && this.#loading.target !== this.#core.board.state
  }

  /** The edit is not in the journal, or its number is unknown, so it can no longer be referred to. */
  #forgetName({ edit: { id } }: PendingEdit): void {
    for (const other of this.#core.pending.all) {
      other.unrestored = [...other.unrestored, ...restoredFrom(other.edit, id)]
      other.edit = withoutRef(other.edit, id)
    }
    this.#core.undo.forget(id)
    this.#core.redo.forget(id)
  }

  reject(reject: Reject): void {
    const pending = this.#core.pending.find(reject.id)
    if (!pending) return
    if (reject.refusal.refused === 'busy') return this.#outgoing.backOff()
    this.#core.changeBase(() => {
      this.#core.pending.remove(pending)
      this.#forgetName(pending)
      if (reject.correction) this.#correct(reject.correction)
    })
    this.#author.stepsChanged()
    this.#outgoing.answered()
    const { id: editId, mark, changes } = pending.edit
    const entered = listEnteredContent(changes)
    this.#core.answered(pending, [
      { type: 'rejected', editId, mark, refusal: reject.refusal, changes, entered },
    ])
    this.#announceSettled()
  }

  role(role: Ability): void {
    this.#setRole(role)
    this.#outgoing.flush()
  }

  /** The server knows whose changes a delete skipped; a newly loaded page cannot. */
  missedDeletes(deletes: readonly MissedDelete[]): void {
    const welcomes = this.#welcomes
    const outcomes = deletes.map(({ by, ids }): EditOutcome => ({ type: 'keptFromDelete', by, ids }))
    const last = Math.max(0, ...deletes.map(({ seq }) => seq))
    for (const outcome of outcomes) this.#core.announceOutcome(outcome)
    this.#outgoing.keepOutcomes(outcomes).then(
      // A later welcome can be of another history with the same numbers; it repeats the message.
      () => welcomes === this.#welcomes && this.#link.missedDeletesSeen(last),
      // On failure the server repeats the message.
      () => undefined,
    )
  }

  closed(): void {
    this.#isRejoining = false
    this.#outgoing.disconnect()
  }

  #setRole(role: Ability): void {
    if (this.#core.actor.value.role === role) return
    this.#core.actor.value = { ...this.#core.actor.value, role }
    this.#core.changeBase(() => undefined)
    this.#author.stepsChanged()
  }

  /**
   * Edits whose journal entry was not read yet are probed again, because the server may have been restored to a
   * state before them.
   */
  #probeAcks(): void {
    for (const pending of this.#core.pending.all) pending.acked = null
  }

  /** A partially loaded board sends no proof; then the epoch decides. */
  #isOfAnotherPast({ epoch, diverged }: Welcome): boolean {
    const loading = this.#loading
    const isPartial = loading !== null && loading.target === this.#core.board.state
    return diverged === true || (isPartial && loading.epoch !== epoch)
  }

  #setDiverged(isDiverged: boolean): void {
    if (isDiverged === this.#isDiverged) return
    this.#isDiverged = isDiverged
    if (isDiverged) this.#outgoing.pause()
    else this.#outgoing.resume()
  }

  /** The first board is shown while it loads; a later one replaces the current board when complete. */
  #load(welcome: Welcome): void {
    const core = this.#core
    this.loadedSeq = welcome.seq
    this.dispose()
    this.#mergeFrom = undefined
    this.#isViewComplete = false
    const isFirst = core.seq === 0 || this.#loading?.target === core.board.state
    this.#loading = new BoardLoader(core.board.fresh(), core.reducer.kinds, welcome)
    for (const pending of core.pending.unanswered) {
      // Edits based on all of this cannot be part of it.
      const wasSent = pending.stage === 'sent' || pending.isOld
      const isPossiblyIn = wasSent && (this.#isDiverged || pending.edit.base < welcome.seq)
      pending.held =
        isPossiblyIn && pending.edit.changes.some(({ op }) => op === 'text' || op === 'translate')
    }
    core.isPartial = isFirst
    if (isFirst) this.#show(this.#loading)
    this.#ask()
    this.#finishLoading()
  }

  /** Shows the loaded board with pending edits applied. */
  #show(loading: BoardLoader): void {
    const core = this.#core
    core.replaceBoard(loading.target, loading.seq, this.#isDiverged)
    this.#announceSettled()
  }

  #ask(): void {
    const ids = this.#loading?.next(this.#view) ?? []
    if (ids.length > 0 && !this.#link.need(ids)) this.#loading?.cancelRequest(ids)
    if (this.#loading) this.progress.value = this.#loading.progress
  }

  #finishLoading(): void {
    const loading = this.#loading
    if (!loading?.isComplete) return
    this.#loading = null
    this.#epoch = loading.epoch
    this.#chain = loading.chain
    this.#core.isPartial = false
    if (loading.target !== this.#core.board.state) this.#show(loading)
    else this.#core.changeBase(() => this.#core.settleDeferred())
    this.#announceSettled()
    this.progress.value = loading.progress
    if (this.#isDiverged) this.#settleDiverged(loading)
    this.onLoaded()
  }

  /** The board with another history is complete and on screen. */
  #settleDiverged({ isDiverged }: BoardLoader): void {
    this.#author.stepsChanged()
    for (const pending of this.#core.pending.unanswered) pending.madeAt = this.#core.madeAt()
    this.#outgoing.storeAgain()
    if (isDiverged) this.#core.announce({ type: 'diverged' })
    this.#setDiverged(false)
  }

  #follow(batch: Batch, chain: string | undefined): void {
    const [core, loading] = [this.#core, this.#loading]
    const seq = loading?.seq ?? core.seq
    if (batch.to <= seq) return
    const edits = batch.edits.filter((edit) => edit.seq > seq)
    if (edits.some((edit, i) => edit.seq !== seq + 1 + i) || edits.length !== batch.to - seq) {
      this.#isRejoining = true
      this.#link.rejoin()
      return
    }
    if (loading && this.#isLoadingAside) this.#followAside(loading, edits)
    else {
      // One announcement for all, however each of them is applied.
      const own = core.board.change(() => this.#confirm(edits, loading))
      // The acknowledgement may have been lost; the batch confirms the edit too.
      if (own.some(({ acked }) => acked === null)) this.#outgoing.answered()
      this.#announceSettled()
    }
    if (loading) loading.chain = chain
    else this.#chain = chain
    this.#finishLoading()
  }

  /** Returns the pending edits that are confirmed. */
  #confirm(edits: readonly AcceptedEdit[], loading: BoardLoader | null): readonly PendingEdit[] {
    const core = this.#core
    const own: PendingEdit[] = []
    const rest = [...edits]
    for (let edit = rest[0]; edit && !loading; edit = rest[0]) {
      const pending = core.fastForward(edit)
      if (pending) own.push(pending)
      else if (!core.followAbove(edit)) break
      rest.shift()
    }
    if (rest.length === 0) return own
    core.changeBase(() => {
      for (const edit of rest) {
        const pending = core.confirmed(edit, loading ? loading.follow(edit) : core.replay(edit))
        if (pending) own.push(pending)
      }
    })
    return own
  }

  /** While a replacement is loaded, the board on screen is frozen; own edits wait for it. */
  #followAside(loading: BoardLoader, edits: readonly AcceptedEdit[]): void {
    for (const edit of edits) {
      this.#core.noteDeleted(edit, loading.follow(edit))
      this.#core.noteWriter(edit)
      const own = this.#core.pending.find(edit.id)
      if (own) this.#core.number(edit.id, edit.seq)
    }
  }

  /** What has arrived is not put on the board any more. */
  dispose(): void {
    this.#cancelMerge?.()
    this.#cancelMerge = undefined
  }

  /** Only if it refers to the current confirmed state. */
  #correct(correction: Uint8Array): void {
    const chunk = decodeChunk(correction)
    if (chunk.seq !== this.#core.seq) return
    const { state } = this.#core.board
    for (const entry of chunk.entries) state.write(entry.record.id, entry)
    for (const id of chunk.missing) if (state.has(id)) state.write(id, undefined)
  }

  /** Emitted after the board shows the result. */
  #announceSettled(): void {
    for (const { pending, outcomes } of this.#core.takeSettled()) {
      for (const outcome of outcomes) this.#core.announceOutcome(outcome)
      this.#outgoing.discard(pending, outcomes)
    }
  }
}

function shownBy(skipped: readonly SkippedField[], board: DocumentView): ReadonlyMap<string, unknown> {
  const fields = skipped.map(
    (field) => [getTargetKey(field), board.get(field.id)?.[field.field ?? '']] as const,
  )
  return new Map(fields)
}
