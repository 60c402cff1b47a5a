import type { Change, Edit, PatchChange, SkippedField, AcceptedEdit } from '../../document/model/change.ts'
import type { BoardRecord, RecordId } from '../../document/model/record.ts'
import { getClock } from '../../document/apply/reducer.ts'
import { isFulfilled, listSkipped } from '../../document/apply/skipped.ts'
import type { BoardState } from '../../document/state/state.ts'
import { listEnteredContent, type EditOutcome, type RemovedTarget, type SkippedValue } from './outcomes.ts'

/** Knowledge of the page about writers and deletions. */
export interface SettlementContext {
  readonly self: string
  /** Writer of a journal number. */
  writer(seq: number): string | undefined
  /** The last deletion of a record. */
  getRemoval(id: RecordId): { readonly seq: number; readonly by: string } | undefined
  /** A record as last shown to the user. */
  lastShown(id: RecordId): BoardRecord | undefined
}

/** An answered edit. */
export interface SettledEdit {
  readonly edit: Edit
  /** Its accepted form in the journal; undefined if not read. */
  readonly taken: Pick<AcceptedEdit, 'changes'> | undefined
  /** Skipped fields according to the answer. */
  readonly skipped: readonly SkippedField[]
  /** Records it would have restored from a deletion that was never accepted. */
  readonly unrestored: readonly RecordId[]
  /** Values of the skipped fields until then, by `getTargetKey`; large moves do not contain them. */
  readonly expected: ReadonlyMap<string, unknown>
}

/** Outcomes of an own edit that was not fully applied. `state` is the confirmed board right after it. */
export function getOutcomes(
  settled: SettledEdit,
  state: BoardState,
  memory: SettlementContext,
): EditOutcome[] {
  const { edit, taken } = settled
  const { id: editId, mark } = edit
  const outcomes: EditOutcome[] = []
  const all = taken ? listSkipped(edit, taken, state) : settled.skipped
  const skipped = all.filter(
    (one) => state.has(one.id) && !isFulfilled({ ...one, value: getTarget(edit, one) }, state),
  )
  const announced = new Map(settled.skipped.map((field) => [getTargetKey(field), field.by]))
  const by = (field: SkippedField): string | null =>
    field.by ?? announced.get(getTargetKey(field)) ?? getWriter(field, state, memory) ?? null
  const fields = skipped.flatMap((field): SkippedValue[] =>
    field.field === null || isWork(field)
      ? []
      : [skippedValue(settled, state, field.id, field.field, by(field))],
  )
  if (fields.length > 0) outcomes.push({ type: 'fieldsSkipped', editId, mark, fields })
  const removedSince = skipped.filter(({ field }) => field === null)
  if (removedSince.length > 0) {
    const records = removedSince.map((field) => ({ id: field.id, by: by(field) }))
    outcomes.push({ type: 'deletesSkipped', editId, mark, records })
  }
  // The record was missing and has been restored since, without the typed or drawn content.
  const missed = new Set(skipped.filter(isWork).map(({ id }) => id))
  const removed = removedTargets(settled, (id) => !state.has(id) || missed.has(id), memory)
  if (removed.length > 0) outcomes.push({ type: 'recordsRemoved', editId, mark, records: removed })
  return outcomes
}

/** Typed and drawn content has no value that could be taken over. */
function isWork({ field }: SkippedField): boolean {
  return field === 'text' || field === 'pieces'
}

/** Undefined for changes that set no value: large moves, deletes, typing. */
function getTarget({ changes }: Edit, { id, field }: SkippedField): unknown {
  return field === null ? undefined : getPatch(changes, id, field)?.fields[field]
}

function getPatch(changes: readonly Change[], id: RecordId, field: string): PatchChange | undefined {
  return changes.findLast(
    (change): change is PatchChange =>
      change.op === 'patch' && change.id === id && Object.hasOwn(change.fields, field),
  )
}

export function getTargetKey({ id, field }: SkippedField): string {
  return `${field ?? ''}/${id}`
}

/** Records that an edit unconditionally changes. Undo skips deleted records. */
export function getTargets(changes: readonly Change[]): ReadonlySet<RecordId> {
  const targets = new Set<RecordId>()
  for (const change of changes) {
    if (change.op === 'patch' && !change.if) targets.add(change.id)
    if (change.op === 'append' || (change.op === 'text' && change.at === undefined)) targets.add(change.id)
  }
  return targets
}

function skippedValue(
  { edit, expected }: SettledEdit,
  state: BoardState,
  id: RecordId,
  field: string,
  by: string | null,
): SkippedValue {
  const theirs = state.get(id)?.[field]
  const patch = getPatch(edit.changes, id, field)
  const mine = patch ? patch.fields[field] : expected.get(getTargetKey({ id, field }))
  return { id, field, mine: mine ?? theirs, theirs, by }
}

/** For a field its last writer; for a skipped delete the last other user who changed the record. */
function getWriter(
  { id, field }: SkippedField,
  state: BoardState,
  memory: SettlementContext,
): string | undefined {
  const entry = state.entry(id)
  if (!entry) return undefined
  if (field !== null) return memory.writer(getClock(entry, field))
  for (const seq of Object.values(entry.clock).sort((a, b) => b - a)) {
    const writer = memory.writer(seq)
    if (writer !== undefined && writer !== memory.self) return writer
  }
  return undefined
}

/** Deletions by the user themselves are not reported. */
function removedTargets(
  { edit: { changes }, unrestored }: SettledEdit,
  isLost: (id: RecordId) => boolean,
  memory: SettlementContext,
): RemovedTarget[] {
  const removed: RemovedTarget[] = []
  const targets = new Set([...getTargets(changes), ...unrestored])
  for (const change of changes)
    if (change.op === 'translate' && !change.if) for (const id of change.ids) targets.add(id)
  const deleted = [...targets].filter((id) => isLost(id) && memory.getRemoval(id)?.by !== memory.self)
  if (deleted.length === 0) return removed
  const entered = Map.groupBy(listEnteredContent(changes), ({ id }) => id)
  for (const id of deleted) {
    const removal = memory.getRemoval(id)
    removed.push({
      id,
      by: removal?.by ?? null,
      removedAt: removal?.seq ?? null,
      record: memory.lastShown(id) ?? null,
      entered: entered.get(id) ?? [],
    })
  }
  return removed
}
