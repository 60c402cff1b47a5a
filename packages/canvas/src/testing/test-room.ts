import { createReducer, type Reducer } from '../document/apply/apply.ts'
import type { Ability, Change, Edit, Refusal, RemovedEntry, AcceptedEdit } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import { type Applied, isRefusal, type Outcome, type Writer } from '../document/apply/reducer.ts'
import { BoardState } from '../document/state/state.ts'
import { at, testSchemas } from './test-kinds.ts'
import { seededRandom } from './random.ts'

/** A minimal server: numbers edits, remembers writers, and has a settable clock. */
export class TestRoom {
  readonly reducer: Reducer = createReducer(testSchemas)
  readonly state = new BoardState()
  readonly journal: AcceptedEdit[] = []
  seq = 0
  time = 0
  readonly #removed = new Map<string, RemovedEntry>()
  readonly #writers = new Map<number, Writer>()
  readonly #random = seededRandom(1)
  #counter = 0

  constructor() {
    this.take('owner', 'owner', [{ op: 'put', record: { id: 'page', kind: 'page', parent: null, z: 'P' } }])
  }

  /** Applies an edit; returns the reducer's outcome. */
  edit(uid: string, role: Ability, changes: readonly Change[], more: Partial<Edit> = {}): Outcome {
    this.#counter += 1
    const edit: Edit = {
      id: `${uid}:${this.#counter}`,
      base: this.seq,
      mark: `m${this.#counter}`,
      changes,
      ...more,
    }
    const seq = this.seq + 1
    const outcome = this.reducer.apply(
      this.state,
      edit,
      { uid, role },
      {
        seq,
        ref: seq,
        writer: (number) => this.#writers.get(number),
        removed: (removedAt, id) => this.#removed.get(`${removedAt}/${id}`),
        now: this.time,
        random: this.#random,
      },
    )
    if (isRefusal(outcome)) return outcome
    this.seq = seq
    this.#writers.set(seq, { uid, time: this.time })
    for (const entry of outcome.removed) this.#removed.set(`${seq}/${entry.record.id}`, entry)
    const { id, base, mark } = edit
    this.journal.push({ seq, time: this.time, by: uid, id, base, mark, changes: outcome.taken })
    return outcome
  }

  /** Applies an edit that must succeed. */
  take(uid: string, role: Ability, changes: readonly Change[], more: Partial<Edit> = {}): Applied {
    const outcome = this.edit(uid, role, changes, more)
    if (isRefusal(outcome)) throw new Error(`refused: ${outcome.refused}, ${outcome.message}`)
    return outcome
  }

  /** Applies an edit that must be refused; returns the reason. */
  refusal(
    uid: string,
    role: Ability,
    changes: readonly Change[],
    more: Partial<Edit> = {},
  ): Refusal['refused'] {
    const before = JSON.stringify(snapshot(this.state))
    const outcome = this.edit(uid, role, changes, more)
    if (!isRefusal(outcome)) throw new Error('it went in')
    if (JSON.stringify(snapshot(this.state)) !== before)
      throw new Error('a refused edit left something behind')
    return outcome.refused
  }

  has(id: RecordId): boolean {
    return this.state.has(id)
  }

  get(id: RecordId, field: string): unknown {
    return this.state.get(id)?.[field]
  }
}

export function put(id: RecordId, kind = 'box', fields: Readonly<Record<string, unknown>> = {}): Change {
  const position = kind === 'group' || kind === 'page' || kind === 'binding' ? {} : at
  return { op: 'put', record: { id, kind, parent: 'page', z: 'V', ...position, ...fields } }
}

export function patch(id: RecordId, fields: Readonly<Record<string, unknown>>): Change {
  return { op: 'patch', id, fields }
}

/** The complete state in a canonical order, for comparisons. */
export function snapshot(state: BoardState): unknown {
  return [...state.ids()].sort().map((id) => {
    const entry = state.entry(id)
    const sorted = (object: object): unknown =>
      Object.entries(object)
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
    return (
      entry && [
        sorted(entry.record),
        sorted(entry.clock),
        entry.pieces.map((piece) => [...piece].join(' ')),
        entry.open,
      ]
    )
  })
}
