import type { Entry } from '../document/model/change.ts'
import type { Migrator } from '../document/apply/migrate.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { getDocument, type RichText, toRichText } from '../document/text/rich-text.ts'
import { differingFields } from './difference.ts'
import type { Removed } from '../document/apply/reducer.ts'
import type { HistoryReplay, ReplayStep } from './history-replay.ts'
import { type TextEdit, removeText } from './text-history.ts'
import type { Target, TargetRecord } from './target.ts'

/** One user's changes of a record that no other user has overwritten. */
interface RecordChanges {
  readonly kind: string
  /** Whether the record existed before the user created or removed it; undefined if they did neither. */
  wasThere?: boolean | undefined
  /** Field values before the user's changes; undefined if the field was absent. */
  readonly fields: Map<string, unknown>
  texts: TextEdit[]
}

/** Changes between a version and the end of a replay: deleted records, and the changes of one user. */
export class DiffSince {
  /** Records that were deleted and not restored, by id. */
  readonly removed = new Map<RecordId, Removed>()
  readonly #uid: string | null
  readonly #past: HistoryReplay
  readonly #changes = new Map<RecordId, RecordChanges>()

  /** Starts at the current position of the replay; `uid` is the user whose changes are tracked. */
  constructor(past: HistoryReplay, uid: string | null = null) {
    this.#uid = uid
    this.#past = past
  }

  /** Replays up to a later version; complete at the end of the replay. */
  walk(to: number): void {
    this.#past.walk(to, {
      step: (step) => this.#step(step),
      migrated: (migrator) => this.#migrated(migrator),
    })
  }

  /** The target state without the user's changes, as far as no other user has overwritten them. */
  getTarget(): Target {
    const target = new Map<RecordId, TargetRecord | null>()
    for (const [id, changes] of this.#changes) {
      const now = this.#past.state.get(id)
      const shouldBeThere = changes.wasThere ?? now !== undefined
      if (!shouldBeThere && now) target.set(id, null)
      const record = now ?? this.removed.get(id)?.entry.record
      if (!shouldBeThere || !record) continue
      const before = this.#fieldsBefore(changes, record)
      if (before.size === 0 && now) continue
      target.set(id, { record: withFields(record, before), ...(now ? { only: new Set(before.keys()) } : {}) })
    }
    return target
  }

  #step({ edit, applied, before }: ReplayStep): void {
    for (const entry of applied.removed) this.removed.set(entry.record.id, { seq: edit.seq, entry })
    const { state } = this.#past
    for (const [id, was] of before) {
      const is = state.entry(id)
      if (is) this.removed.delete(id)
      if (this.#uid === null) continue
      if (edit.by === this.#uid) this.#theirs(id, was, is)
      else this.#others(id, was, is)
    }
    for (const { id, entry } of applied.revert.texts) {
      const isTheirs = edit.by === this.#uid
      const known = this.#changes.get(id)
      const changes = isTheirs ? this.#getActivity(id, state.get(id)?.kind ?? '') : known
      if (changes && (isTheirs || changes.texts.length > 0))
        changes.texts.push({ isTheirs, steps: entry.steps, inverted: entry.inverted })
    }
  }

  #theirs(id: RecordId, was: Entry | undefined, is: Entry | undefined): void {
    if (!was && !is) return
    const changes = this.#getActivity(id, (was ?? is)!.record.kind)
    if (!was || !is) {
      changes.wasThere ??= was !== undefined
      return
    }
    for (const field of differingFields(was.record, is.record)) {
      if (field !== 'text' && !changes.fields.has(field)) changes.fields.set(field, was.record[field])
    }
  }

  /** Fields that other users have overwritten are no longer attributed to this user. */
  #others(id: RecordId, was: Entry | undefined, is: Entry | undefined): void {
    const changes = this.#changes.get(id)
    if (!changes) return
    if (!was || !is || changes.wasThere === false) changes.wasThere = undefined
    if (!was || !is) return
    for (const field of differingFields(was.record, is.record)) changes.fields.delete(field)
  }

  #getActivity(id: RecordId, kind: string): RecordChanges {
    let changes = this.#changes.get(id)
    if (!changes) {
      changes = { kind, fields: new Map(), texts: [] }
      this.#changes.set(id, changes)
    }
    return changes
  }

  #fieldsBefore({ fields, texts }: RecordChanges, record: BoardRecord): ReadonlyMap<string, unknown> {
    const before = new Map(fields)
    if (texts.some(({ isTheirs }) => isTheirs)) {
      const text = removeText(getDocument((record['text'] ?? null) as RichText | null), texts)
      if (text) before.set('text', toRichText(text))
    }
    return before
  }

  #migrated(migrator: Migrator): void {
    for (const [id, { seq, entry }] of this.removed)
      this.removed.set(id, { seq, entry: { ...entry, record: migrator.record(entry.record) } })
    for (const { kind, fields } of this.#changes.values()) {
      const old = Object.fromEntries(fields)
      fields.clear()
      for (const [name, value] of Object.entries(migrator.fields(kind, old))) fields.set(name, value)
    }
  }
}

function withFields(record: BoardRecord, fields: ReadonlyMap<string, unknown>): BoardRecord {
  const all = Object.entries({ ...record, ...Object.fromEntries(fields) })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as BoardRecord
}
