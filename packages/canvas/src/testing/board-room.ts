import { createReducer } from '../document/apply/apply.ts'
import type { Ability, Edit, RemovedEntry, AcceptedEdit } from '../document/model/change.ts'
import { decodeEdit, encodeBatch } from '../document/codec/codec.ts'
import { structureSchemas } from '../document/kinds/index.ts'
import { isRefusal, type Writer } from '../document/apply/reducer.ts'
import { BoardState } from '../document/state/state.ts'
import type { Outbox, OutboxEntry, Replica } from '../replica/ports.ts'
import { createReplica } from '../replica/replica.ts'
import { shapeSchemas } from '../shapes/schemas.ts'
import type { FakeClock } from './fake-clock.ts'

export const boardKinds = [...structureSchemas, ...shapeSchemas]

interface Member {
  readonly uid: string
  readonly role: Ability
  readonly replica: Replica
  readonly sent: Uint8Array[]
}

/** An in-memory room: accepts edits of its members and broadcasts them on `settle`. */
export class BoardRoom {
  readonly #state = new BoardState()
  readonly #reducer = createReducer(boardKinds)
  readonly #journal: AcceptedEdit[] = []
  readonly #writers = new Map<number, Writer>()
  readonly #tombstones = new Map<string, RemovedEntry>()
  readonly #members: Member[] = []

  constructor() {
    const page = { id: 'page', kind: 'page', parent: null, z: 'P', name: 'Page 1' }
    this.#take('server', 'owner', {
      id: 'server:1',
      base: 0,
      mark: 'm',
      changes: [{ op: 'put', record: page }],
    })
  }

  join(uid: string, role: Ability, clock: FakeClock): Replica {
    const sent: Uint8Array[] = []
    const replica = createReplica({
      kinds: boardKinds,
      actor: { uid, role },
      tab: `tab-${this.#members.length}`,
      outbox: memoryOutbox(),
      link: {
        sendEdit: (bytes) => {
          sent.push(bytes)
          return true
        },
        need: () => true,
        rejoin: () => undefined,
        missedDeletesSeen: () => undefined,
      },
      clock,
    })
    this.#members.push({ uid, role, replica, sent })
    replica.receive.welcome({
      seq: this.#journal.length,
      role,
      tail: encodeBatch({ from: 1, to: this.#journal.length, edits: this.#journal }),
      chunks: [],
    })
    return replica
  }

  /** Delivers all messages, until there are none left. */
  async settle(): Promise<void> {
    // Outboxes answer asynchronously; a dozen microtasks is more than any edit needs.
    for (let quiet = 0; quiet < 12; quiet = this.#work() ? 0 : quiet + 1) await Promise.resolve()
  }

  #work(): boolean {
    let hasProgress = false
    for (const member of this.#members) {
      for (const bytes of member.sent.splice(0)) {
        hasProgress = true
        const { edit } = decodeEdit(bytes)
        const taken = this.#take(member.uid, member.role, edit)
        if (taken) member.replica.receive.ack([{ id: edit.id, seq: taken.seq, skipped: [] }])
        else {
          const refusal = { refused: 'invalid', message: 'the room refused it' } as const
          member.replica.receive.reject({ id: edit.id, refusal, correction: null })
        }
        const batch = taken && encodeBatch({ from: taken.seq, to: taken.seq, edits: [taken] })
        if (batch) for (const other of this.#members) other.replica.receive.batch(batch)
      }
    }
    return hasProgress
  }

  #take(uid: string, role: Ability, edit: Edit): AcceptedEdit | undefined {
    const seq = this.#journal.length + 1
    const outcome = this.#reducer.apply(
      this.#state,
      edit,
      { uid, role },
      {
        seq,
        ref: seq,
        writer: (number) => this.#writers.get(number),
        removed: (removedAt, id) => this.#tombstones.get(`${removedAt}/${id}`),
        now: 0,
      },
    )
    if (isRefusal(outcome)) return undefined
    for (const entry of outcome.removed) this.#tombstones.set(`${seq}/${entry.record.id}`, entry)
    this.#writers.set(seq, { uid, time: 0 })
    const { id, base, mark } = edit
    const taken = { seq, time: 0, by: uid, id, base, mark, changes: outcome.taken }
    this.#journal.push(taken)
    return taken
  }
}

function memoryOutbox(): Outbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    load: () => Promise.resolve([...entries.values()]),
    add(entry) {
      entries.set(entry.edit.id, entry)
      return Promise.resolve()
    },
    remove(ids) {
      for (const id of ids) entries.delete(id)
      return Promise.resolve()
    },
  }
}
