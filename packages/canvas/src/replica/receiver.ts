import { signal } from '@preact/signals-core'
import { decodeChunk } from '../document/chunks.ts'
import { type Batch, decodeBatch } from '../document/codec.ts'
import type { Ability, Edit, TakenEdit } from '../document/change.ts'
import type { RecordId } from '../document/record.ts'
import { replay } from '../document/replay.ts'
import type { Box } from '../geometry/box.ts'
import type { Author } from './author.ts'
import type { Core } from './core.ts'
import { Loading } from './loading.ts'
import type { Outgoing } from './outgoing.ts'
import { type Pending, withoutRef } from './pending.ts'
import type { Ack, LoadProgress, Reject, ReplicaReceiver, RoomLink, SkippedValue, Welcome } from './ports.ts'

const NOTHING: LoadProgress = { loadedBytes: 0, totalBytes: 0, started: false, complete: false }

/** Follows the room: loads the board, confirms edits, settles this tab's own. */
export class Receiver implements ReplicaReceiver {
  readonly progress = signal<LoadProgress>(NOTHING)
  /** Runs once everything is loaded. */
  onLoaded: () => void = () => undefined
  private readonly core: Core
  private readonly author: Author
  private readonly outgoing: Outgoing
  private readonly link: RoomLink
  private loading: Loading | null = null
  private isRejoining = false
  private lookAt: { readonly page: string; readonly box: Box } | undefined
  /** Own edits whose batch came before their ack. */
  private readonly unanswered = new Map<string, Edit>()
  private readonly skipped = new Map<string, SkippedValue[]>()

  constructor(core: Core, author: Author, outgoing: Outgoing, link: RoomLink) {
    this.core = core
    this.author = author
    this.outgoing = outgoing
    this.link = link
  }

  /** How far the whole board on screen has followed; 0 while it is not whole. */
  get wholeSeq(): number {
    return this.loading?.target === this.core.board.state ? 0 : this.core.seq
  }

  look(page: string, box: Box): void {
    this.lookAt = { page, box }
    this.ask()
  }

  welcome(welcome: Welcome): void {
    this.isRejoining = false
    // Of a board that is loaded anew nobody could say where letters that were stated on the old one belong; the server can.
    this.author.flushTyping()
    this.setRole(welcome.role)
    if (welcome.tail) {
      this.loading = null
      this.follow(decodeBatch(welcome.tail))
    } else this.load(welcome)
    this.outgoing.connect()
  }

  chunk(id: string, bytes: Uint8Array): void {
    const { loading } = this
    if (!loading) return
    if (loading.target === this.core.board.state) this.core.beneath(() => loading.add(id, bytes))
    else loading.add(id, bytes)
    this.ask()
    this.finishLoading()
  }

  batch(bytes: Uint8Array): void {
    if (!this.isRejoining) this.follow(decodeBatch(bytes))
  }

  ack(acks: readonly Ack[]): void {
    const done: Pending[] = []
    for (const ack of acks) {
      const pending = this.core.pending.find(ack.id)
      if (ack.seq > 0) this.core.number(ack.id, ack.seq)
      if (ack.skipped.length > 0) this.noteSkipped(ack, pending)
      this.unanswered.delete(ack.id)
      if (!pending || pending.acked !== null) continue
      pending.acked = ack.seq
      this.outgoing.answered(pending)
      if (ack.seq <= this.core.seq) done.push(pending)
    }
    this.author.stepsChanged()
    if (done.length > 0) this.core.beneath(() => this.core.pending.remove(...done))
    for (const pending of done) this.tellSkipped(pending.edit.id)
  }

  /** The batch that brought an edit came before its ack. */
  private takeUnanswered(id: string): Edit | undefined {
    const edit = this.unanswered.get(id)
    this.unanswered.delete(id)
    return edit
  }

  reject(reject: Reject): void {
    const pending = this.core.pending.find(reject.id)
    if (!pending) return
    this.core.beneath(() => {
      this.core.pending.remove(pending)
      for (const other of this.core.pending.all) other.edit = withoutRef(other.edit, reject.id)
      if (reject.truth) this.correct(reject.truth)
    })
    this.core.undo.forget(reject.id)
    this.core.redo.forget(reject.id)
    this.author.stepsChanged()
    this.outgoing.answered(pending)
    this.core.tell({ type: 'refused', editId: reject.id, refusal: reject.refusal })
  }

  role(role: Ability): void {
    this.setRole(role)
    this.outgoing.flush()
  }

  closed(): void {
    this.isRejoining = false
    this.unanswered.clear()
    this.outgoing.disconnect()
  }

  private setRole(may: Ability): void {
    if (this.core.actor.value.may === may) return
    this.core.actor.value = { ...this.core.actor.value, may }
    this.core.beneath(() => undefined)
    this.author.stepsChanged()
  }

  /** The first board appears as it arrives; a later one is fetched beside the one on screen. */
  private load(welcome: Welcome): void {
    const { core } = this
    const isFirst = core.seq === 0 || this.loading?.target === core.board.state
    this.loading = new Loading(core.board.fresh(), core.reducer.kinds, welcome.chunks, welcome.seq)
    for (const pending of core.pending.unanswered) {
      // What was made on top of all of this cannot be part of it.
      const wasSent = (pending.stage === 'sent' || pending.isOld) && pending.edit.base < welcome.seq
      pending.held = wasSent && pending.edit.changes.some(({ op }) => op === 'text' || op === 'translate')
    }
    core.isPartial = isFirst
    if (isFirst) this.show(this.loading)
    this.ask()
    this.finishLoading()
  }

  /** Puts the loaded board on screen, pending edits laid over it. */
  private show(loading: Loading): void {
    const { core } = this
    core.board.change(() => {
      core.board.replace(loading.target)
      core.seq = loading.seq
      core.pending.remove(...core.pending.all.filter(({ acked }) => acked !== null && acked <= core.seq))
      core.relay()
    })
  }

  private ask(): void {
    const ids = this.loading?.next(this.lookAt) ?? []
    if (ids.length > 0 && !this.link.need(ids)) this.loading?.unask(ids)
    if (this.loading) this.progress.value = this.loading.progress
  }

  private finishLoading(): void {
    const { loading } = this
    if (!loading?.isComplete) return
    this.loading = null
    this.core.isPartial = false
    if (loading.target !== this.core.board.state) this.show(loading)
    else this.core.beneath(() => undefined)
    this.progress.value = loading.progress
    this.onLoaded()
  }

  private follow(batch: Batch): void {
    const { core, loading } = this
    const seq = loading?.seq ?? core.seq
    if (batch.to <= seq) return
    const edits = batch.edits.filter((edit) => edit.seq > seq)
    if (edits.some((edit, i) => edit.seq !== seq + 1 + i) || edits.length !== batch.to - seq) {
      this.isRejoining = true
      this.link.rejoin()
      return
    }
    if (loading && loading.target !== core.board.state) this.followAside(loading, edits)
    else {
      const own: Pending[] = []
      const rest = [...edits]
      for (let edit = rest[0]; edit && !loading; edit = rest[0]) {
        const pending = core.confirmInPlace(edit)
        if (!pending) break
        own.push(pending)
        rest.shift()
      }
      if (rest.length > 0) {
        core.beneath(() => {
          for (const edit of rest) {
            const pending = core.confirmed(edit, loading ? loading.follow(edit) : this.replay(edit))
            if (pending) own.push(pending)
          }
        })
      }
      // The ack may have been lost; the batch says it as well.
      for (const pending of own) {
        if (pending.acked !== null) continue
        this.unanswered.set(pending.edit.id, pending.edit)
        this.outgoing.answered(pending)
      }
      for (const edit of edits) this.tellSkipped(edit.id)
    }
    this.finishLoading()
  }

  /** The board on screen stands still while its successor is fetched; own edits wait for the change of boards. */
  private followAside(loading: Loading, edits: readonly TakenEdit[]): void {
    for (const edit of edits) {
      loading.follow(edit)
      this.core.noteWriter(edit)
      const own = this.core.pending.find(edit.id)
      if (own) this.core.number(edit.id, edit.seq)
    }
  }

  private replay(edit: TakenEdit): ReturnType<typeof replay> {
    return replay(this.core.board.state, this.core.reducer.kinds, edit)
  }

  /** Only where it speaks of the very moment that the confirmed board is at. */
  private correct(truth: Uint8Array): void {
    const chunk = decodeChunk(truth)
    if (chunk.seq !== this.core.seq) return
    const { state } = this.core.board
    for (const entry of chunk.entries) state.write(entry.record.id, entry)
    for (const id of chunk.gone) if (state.has(id)) state.write(id, undefined)
  }

  private noteSkipped(ack: Ack, pending: Pending | undefined): void {
    const edit = pending?.edit ?? this.takeUnanswered(ack.id)
    if (!edit) return
    const values = ack.skipped.map(({ id, field }) => {
      return {
        id,
        field,
        mine: wantedValue(edit, id, field) ?? this.core.board.get(id)?.[field],
        theirs: undefined,
      }
    })
    this.skipped.set(ack.id, values)
    if (!pending) this.tellSkipped(ack.id)
  }

  /** Told once the others' values are on the board. */
  private tellSkipped(editId: string): void {
    const values = this.skipped.get(editId)
    if (!values) return
    this.skipped.delete(editId)
    const fields = values.map((value) => ({ ...value, theirs: this.core.board.get(value.id)?.[value.field] }))
    this.core.tell({ type: 'skipped', fields })
  }
}

/** The value that an edit would have set; moves set none. */
function wantedValue(edit: Edit, id: RecordId, field: string): unknown {
  const patch = edit.changes.findLast(
    (change) => change.op === 'patch' && change.id === id && field in change.fields,
  )
  return patch?.op === 'patch' ? patch.fields[field] : undefined
}
