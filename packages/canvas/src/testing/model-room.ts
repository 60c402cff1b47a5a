import { createReducer, type Reducer } from '../document/apply/apply.ts'
import type { Ability, Edit, Refusal, RemovedEntry, AcceptedEdit } from '../document/model/change.ts'
import { ChunkPlan } from '../document/codec/chunk-plan.ts'
import { decodeChunk, encodeChunk } from '../document/codec/chunks.ts'
import {
  decodeEdit,
  decodeAcceptedEdit,
  encodeBatch,
  encodeAcceptedEdit,
  splitEditId,
} from '../document/codec/codec.ts'
import { getRequiredHistory } from '../document/rules/required-history.ts'
import type { Random } from '../document/model/order-keys.ts'
import { type Applied, isRefusal, type Outcome, type Writer } from '../document/apply/reducer.ts'
import { replay, getTextEntries } from '../document/apply/replay.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { listSkipped } from '../document/apply/skipped.ts'
import { BoardState } from '../document/state/state.ts'
import type { Ack, BoardPosition, ChunkInfo, MissedDelete, Reject } from '../replica/ports.ts'
import type { Fault, FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './fuzz-room.ts'

interface Socket {
  readonly uid: string
  readonly deliver: (frame: RoomFrame) => void
  /** Welcomed; receives batches. */
  isIn: boolean
  /** Undefined: it has not requested to join. */
  joinFrom: BoardPosition | null | undefined
  readonly needs: string[]
  readonly acks: Ack[]
  /** Answers to edits without effect, sent after the edits that caused it. */
  readonly idleAcks: Ack[]
  readonly rejects: Reject[]
}

interface AcceptedResult {
  readonly seq: number
  readonly edit: AcceptedEdit
  readonly skipped: Applied['skipped']
}

/** Answered without a number or broadcast. */
type NoEffect = Omit<AcceptedResult, 'edit'>

interface PersonsMissedDelete extends MissedDelete {
  readonly uid: string
}

interface Disk {
  readonly journal: Uint8Array[]
  /** Missed deletes that were not confirmed yet. */
  missed: PersonsMissedDelete[]
  /** Chain hashes by number. */
  readonly chains: string[]
  chunks: Uint8Array[]
  seq: number
  epoch: string
}

interface ModelRoomOptions {
  readonly schemas: readonly ShapeSchema[]
  readonly random: Random
  readonly now: () => number
  readonly fault?: Fault | undefined
}

/** Maximum edits sent as tail instead of chunks. */
const MAX_RECENT_EDITS = 40

/**
 * Reference implementation of a room as specified in `sync.md`, without network, disk or time: one journal, group
 * commit, answers after commit, idempotence by a high-water mark, restart from checkpoint and journal.
 */
export class ModelRoom implements FuzzRoom {
  readonly #options: ModelRoomOptions
  readonly #reducer: Reducer
  readonly #roles = new Map<string, Ability>()
  readonly #sockets = new Set<Socket>()
  /** Durable state. */
  #disk: Disk = { journal: [], missed: [], chains: ['c0'], chunks: [], seq: 0, epoch: 'e0' }
  #backup: Disk | undefined
  #names = 0
  #board = new BoardState()
  #plan: ChunkPlan
  #plans = 0
  #entries: AcceptedEdit[] = []
  #uncommitted: AcceptedEdit[] = []
  #uncommittedMissed: PersonsMissedDelete[] = []
  readonly #highest = new Map<string, number>()
  /** Whether the room rejects the edit as busy. */
  isBusy: (edit: Edit) => boolean = () => false
  readonly #writers = new Map<number, Writer>()
  readonly #tombstones = new Map<string, RemovedEntry>()

  constructor(options: ModelRoomOptions) {
    this.#options = options
    this.#reducer = createReducer(options.schemas)
    this.#plan = this.#newPlan()
    const page = { id: 'page', kind: 'page', parent: null, z: 'P' }
    this.#take('server', 'owner', {
      id: 'server:1',
      base: 0,
      mark: 'm',
      changes: [{ op: 'put', record: page }],
    })
    this.#commit()
    this.checkpoint()
  }

  connect(uid: string, deliver: (frame: RoomFrame) => void): RoomSocket {
    const socket: Socket = {
      uid,
      deliver,
      isIn: false,
      joinFrom: undefined,
      needs: [],
      acks: [],
      idleAcks: [],
      rejects: [],
    }
    this.#sockets.add(socket)
    return {
      receive: (frame) => {
        if (this.#sockets.has(socket)) this.#receive(socket, frame)
      },
      close: () => this.#sockets.delete(socket),
    }
  }

  setRole(uid: string, role: Ability): void {
    this.#roles.set(uid, role)
    for (const socket of this.#sockets)
      if (socket.uid === uid && socket.isIn) socket.deliver({ t: 'role', role })
  }

  work(): void {
    const fresh = this.#commit()
    for (const { acks, deliver } of this.#sockets)
      if (acks.length > 0) deliver({ t: 'ack', acks: this.#listAcks(acks.splice(0)) })
    if (fresh.length > 0 && this.#options.fault !== 'broadcast-before-commit') this.#broadcast(fresh)
    for (const socket of this.#sockets) this.#reportMissed(socket, fresh)
    for (const socket of this.#sockets) {
      for (const reject of socket.rejects.splice(0)) socket.deliver({ t: 'reject', reject })
      if (socket.idleAcks.length > 0)
        socket.deliver({ t: 'ack', acks: this.#listAcks(socket.idleAcks.splice(0)) })
      if (socket.joinFrom !== undefined) this.#welcome(socket, socket.joinFrom)
      for (const id of socket.needs.splice(0)) this.#sendChunk(socket, id)
    }
  }

  checkpoint(): void {
    if (this.#uncommitted.length > 0) return
    this.#plan = this.#newPlan()
    this.#disk.chunks = this.#plan.list().map(({ id }) => this.#encode(id))
    this.#disk.seq = this.#entries.length
  }

  restart(): void {
    this.#sockets.clear()
    this.#uncommitted = []
    this.#uncommittedMissed = []
    this.#highest.clear()
    this.#writers.clear()
    this.#tombstones.clear()
    this.#entries = this.#disk.journal.map(decodeAcceptedEdit)
    const { seq, state } = this.stored()
    this.#board = state
    for (const edit of this.#entries) {
      this.#noteNumber(edit)
      if (edit.seq > seq) this.#remember(edit, replay(state, this.#reducer.kinds, edit))
    }
    this.#plan = this.#newPlan()
  }

  backUp(): void {
    this.#backup = structuredClone(this.#disk)
  }

  putBack(): number {
    if (this.#backup) this.#disk = structuredClone(this.#backup)
    this.restart()
    return this.#disk.journal.length
  }

  journal(): readonly AcceptedEdit[] {
    return this.#disk.journal.map(decodeAcceptedEdit)
  }

  head(): number {
    return this.#disk.journal.length
  }

  state(): BoardState {
    return this.#board
  }

  stored(): { readonly seq: number; readonly state: BoardState } {
    const state = new BoardState()
    state.texts.startAt(this.#disk.seq)
    for (const bytes of this.#disk.chunks) {
      for (const entry of decodeChunk(bytes).entries) state.write(entry.record.id, entry)
    }
    return { seq: this.#disk.seq, state }
  }

  #receive(socket: Socket, frame: TabFrame): void {
    if (frame.t === 'join') socket.joinFrom = frame.position
    else if (frame.t === 'need') socket.needs.push(...frame.ids)
    else if (frame.t === 'missedDeletesSeen')
      this.#disk.missed = this.#disk.missed.filter(({ uid, seq }) => uid !== socket.uid || seq > frame.seq)
    else this.#receiveEdit(socket, frame.bytes)
  }

  #receiveEdit(socket: Socket, bytes: Uint8Array): void {
    const { edit, settled } = decodeEdit(bytes)
    const name = splitEditId(edit.id)
    if (!name || !socket.isIn) return
    const tab = `${socket.uid}/${name.tab}`
    const highest = this.#highest.get(tab) ?? 0
    if (name.counter <= highest && this.#options.fault !== 'apply-twice')
      return this.#answerAgain(socket, edit)
    if (name.counter > Math.max(highest, settled) + 1) return socket.deliver({ t: 'catchUp' })
    if (this.isBusy(edit)) {
      socket.isIn = false
      const refusal = { refused: 'busy', message: 'too much at once' } as const
      socket.deliver({ t: 'reject', reject: { id: edit.id, refusal, correction: null } })
      return socket.deliver({ t: 'catchUp' })
    }
    this.#highest.set(tab, Math.max(highest, name.counter))
    const taken = this.#take(socket.uid, this.#roles.get(socket.uid) ?? 'editor', edit)
    if ('refused' in taken) {
      const refusal = taken
      if (this.#options.fault === 'refuse-unsaid')
        return void socket.idleAcks.push({ id: edit.id, seq: 0, skipped: [] })
      socket.rejects.push({ id: edit.id, refusal, correction: null })
      return
    }
    if (!('edit' in taken)) return void socket.idleAcks.push({ id: edit.id, ...taken })
    const ack = { id: edit.id, seq: taken.seq, skipped: taken.skipped }
    if (this.#options.fault === 'ack-early') socket.deliver({ t: 'ack', acks: [ack] })
    else socket.acks.push(ack)
    if (this.#options.fault === 'broadcast-before-commit') this.#broadcast([taken.edit])
  }

  #answerAgain(socket: Socket, edit: Edit): void {
    const known = [...this.#entries, ...this.#uncommitted].find(
      ({ id, by }) => id === edit.id && by === socket.uid,
    )
    if (known)
      return void socket.acks.push({
        id: edit.id,
        seq: known.seq,
        skipped: listSkipped(edit, known, this.#board),
      })
    const { outcome } = this.#authorize(socket.uid, this.#roles.get(socket.uid) ?? 'editor', edit)
    if (!isRefusal(outcome)) this.#board.revert(outcome.revert)
    if (!isRefusal(outcome) && outcome.taken.length === 0) {
      socket.idleAcks.push({ id: edit.id, seq: 0, skipped: outcome.skipped })
    } else {
      const refusal = { refused: 'invalid', message: 'it was refused before' } as const
      socket.rejects.push({ id: edit.id, refusal, correction: null })
    }
  }

  #take(uid: string, role: Ability, edit: Edit): AcceptedResult | NoEffect | Refusal {
    const { seq, outcome } = this.#authorize(uid, role, edit)
    if (isRefusal(outcome)) return outcome
    const { skipped } = outcome
    if (outcome.taken.length === 0) return { seq: 0, skipped }
    const { id, base, mark } = edit
    const taken = { seq, time: this.#options.now(), by: uid, id, base, mark, changes: outcome.taken }
    this.#uncommitted.push(taken)
    for (const { id: record, uids } of outcome.skippedDeletes)
      for (const other of uids) this.#uncommittedMissed.push({ uid: other, seq, by: uid, ids: [record] })
    this.#noteNumber(taken)
    this.#remember(taken, outcome)
    return { seq, edit: taken, skipped }
  }

  #authorize(uid: string, role: Ability, edit: Edit): { readonly seq: number; readonly outcome: Outcome } {
    this.#fetchNeeds(edit)
    const seq = this.#entries.length + this.#uncommitted.length + 1
    const outcome = this.#reducer.apply(
      this.#board,
      this.#options.fault === 'delete-ignores-base' && isDelete(edit) ? { ...edit, base: seq } : edit,
      { uid, role },
      {
        seq,
        ref: seq,
        now: this.#options.now(),
        random: this.#options.random,
        writer: (number) => this.#writers.get(number),
        removed: (removedAt, id) => this.#tombstones.get(`${removedAt}/${id}`),
        olderTexts: (id) => getTextEntries([...this.#entries, ...this.#uncommitted], id),
      },
    )
    return { seq, outcome }
  }

  /** The real room reads missing history from the journal before it applies an edit. */
  #fetchNeeds(edit: Edit): void {
    const needs = getRequiredHistory(edit, this.#board, {
      hasRemoved: (removedAt, id) => this.#tombstones.has(`${removedAt}/${id}`),
      hasWriter: (seq) => this.#writers.has(seq),
      hasTexts: () => false,
    })
    for (const { removedAt } of needs?.removed ?? []) this.#removeTombstone(removedAt)
  }

  #removeTombstone(removedAt: number): void {
    const past = new BoardState()
    for (const edit of this.#entries) {
      if (edit.seq > removedAt) return
      const applied = replay(past, this.#reducer.kinds, edit)
      if (edit.seq === removedAt) this.#addTombstone(edit.seq, applied.removed)
    }
  }

  #remember(edit: AcceptedEdit, applied: Applied): void {
    this.#addTombstone(edit.seq, applied.removed)
    this.#plan.touch(this.#board, applied.touched)
  }

  #addTombstone(seq: number, removed: readonly RemovedEntry[]): void {
    for (const entry of removed) this.#tombstones.set(`${seq}/${entry.record.id}`, entry)
  }

  #noteNumber(edit: AcceptedEdit): void {
    const name = splitEditId(edit.id)
    const tab = `${edit.by}/${name?.tab}`
    this.#highest.set(tab, Math.max(this.#highest.get(tab) ?? 0, name?.counter ?? 0))
    this.#writers.set(edit.seq, { uid: edit.by, time: edit.time })
  }

  #commit(): AcceptedEdit[] {
    const fresh = this.#uncommitted
    this.#uncommitted = []
    this.#disk.missed.push(...this.#uncommittedMissed.splice(0))
    for (const edit of fresh) {
      this.#entries.push(edit)
      this.#disk.journal.push(encodeAcceptedEdit(edit))
      this.#disk.chains.push(`c${(this.#names += 1)}`)
    }
    return fresh
  }

  #broadcast(edits: readonly AcceptedEdit[]): void {
    const first = edits[0]
    const last = edits.at(-1)
    if (!first || !last) return
    const bytes = encodeBatch({ from: first.seq, to: last.seq, edits: this.#corrupt(edits) })
    const chain = this.#disk.chains[last.seq] ?? ''
    for (const socket of this.#sockets) if (socket.isIn) socket.deliver({ t: 'batch', bytes, chain })
  }

  #reportMissed({ uid, isIn, deliver }: Socket, fresh: readonly AcceptedEdit[]): void {
    const first = fresh[0]?.seq ?? Infinity
    const deletes = this.#missedBy(uid).filter(({ seq }) => seq >= first)
    if (isIn && deletes.length > 0) deliver({ t: 'missedDeletes', deletes })
  }

  #missedBy(uid: string): MissedDelete[] {
    if (this.#options.fault === 'keep-unsaid') return []
    return this.#disk.missed.filter((one) => one.uid === uid)
  }

  #listAcks(acks: readonly Ack[]): readonly Ack[] {
    return this.#options.fault === 'skip-unsaid' ? acks.map((ack) => ({ ...ack, skipped: [] })) : acks
  }

  /** Planted faults in broadcasts. */
  #corrupt(edits: readonly AcceptedEdit[]): readonly AcceptedEdit[] {
    const { fault, random } = this.#options
    return edits.map((edit) => ({
      ...edit,
      changes: edit.changes.flatMap((change) => {
        if (fault === 'skip-edit' && random() < 0.05) return []
        if (fault === 'drop-remove' && change.op === 'remove' && random() < 0.2) return []
        if (fault !== 'lose-order-key' || change.op !== 'patch' || !('z' in change.fields)) return [change]
        return random() < 0.5 ? [change] : [{ ...change, fields: { ...change.fields, z: 'V' } }]
      }),
    }))
  }

  #welcome(socket: Socket, position: BoardPosition | null): void {
    socket.joinFrom = undefined
    socket.isIn = true
    const seq = this.#entries.length
    const { chains } = this.#disk
    const role = this.#roles.get(socket.uid) ?? 'editor'
    const diverged = position !== null && chains[position.seq] !== position.chain
    if (diverged && position.epoch === this.#disk.epoch) this.#disk.epoch = `e${(this.#names += 1)}`
    const { epoch } = this.#disk
    const lastSeq = position?.epoch === epoch && !diverged ? position.seq : 0
    const isRecent = lastSeq > 0 && seq - lastSeq <= MAX_RECENT_EDITS
    const edits = this.#entries.slice(lastSeq)
    const tail = isRecent ? encodeBatch({ from: lastSeq + 1, to: seq, edits }) : null
    const missedDeletes = this.#options.fault === 'keep-unsaid-to-absent' ? [] : this.#missedBy(socket.uid)
    const at = {
      seq,
      epoch,
      chain: chains[seq],
      diverged,
      ...(missedDeletes.length > 0 && { missedDeletes }),
    }
    socket.deliver({
      t: 'welcome',
      welcome: { ...at, role, tail, chunks: isRecent ? [] : this.#chunkList() },
    })
  }

  #chunkList(): ChunkInfo[] {
    return this.#plan.list().map(({ id, page }) => {
      return { id, page, box: this.#plan.getBox(this.#board, id), bytes: this.#encode(id).length, hash: null }
    })
  }

  #sendChunk(socket: Socket, id: string): void {
    if (this.#plan.list().some((chunk) => chunk.id === id))
      socket.deliver({ t: 'chunk', id, bytes: this.#encode(id) })
    else socket.deliver({ t: 'catchUp' })
  }

  #encode(chunkId: string): Uint8Array {
    const entries = this.#plan.getEntries(this.#board, chunkId) ?? []
    return encodeChunk({ seq: this.#entries.length, entries, missing: [] })
  }

  #newPlan(): ChunkPlan {
    this.#plans += 1
    return new ChunkPlan(this.#board, this.#reducer.kinds, `c${this.#plans}`, 8)
  }
}

function isDelete({ changes }: Edit): boolean {
  return changes.every(({ op }) => op === 'remove')
}
