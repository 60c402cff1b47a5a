import type { Change, EditOutcome, RefusalReason, RemovedTarget, SkippedValue } from '@tavla/canvas/model'
import type { UndecidedItem } from './undecided-items.ts'

type OutcomeByType<T extends EditOutcome['type']> = Extract<EditOutcome, { readonly type: T }>

interface CardBase {
  /** Stable while it is about the same element. */
  readonly id: string
  /** Items that are removed when the card is decided. */
  readonly keys: readonly string[]
  readonly at: number
  readonly recordIds: readonly string[]
}

/** One decision, about any number of edits. */
export type UndecidedCard =
  | RejectedCard
  | RemovedCard
  | (CardBase & {
      readonly type: 'fields'
      readonly by: string | null
      readonly fields: readonly SkippedValue[]
    })
  | (CardBase & { readonly type: 'delete'; readonly by: string | null })
  | (CardBase & { readonly type: 'kept'; readonly by: string })

/** The server refused these edits, which build on each other. */
export interface RejectedCard extends CardBase {
  readonly type: 'rejected'
  readonly by: null
  readonly reason: RefusalReason
  /** In the order of `keys`. */
  readonly outcomes: readonly OutcomeByType<'rejected'>[]
  /** Items with the same content, removed with the last of them. */
  readonly also: readonly string[]
}

/** The record was deleted by someone else while this person changed it. */
export interface RemovedCard extends CardBase {
  readonly type: 'removed'
  readonly by: string | null
  readonly target: RemovedTarget
}

/** Oldest first. */
export function getCards(items: readonly UndecidedItem[]): readonly UndecidedCard[] {
  const listByType = <T extends EditOutcome['type']>(type: T) =>
    items.flatMap(({ key, at, outcome }) =>
      outcome.type === type ? [{ key, at, outcome: outcome as OutcomeByType<T> }] : [],
    )
  const rejected = listByType('rejected')
  const createdIds = new Set(rejected.flatMap(({ outcome }) => getCreatedIds(outcome.changes)))
  const removed = Map.groupBy(listByType('recordsRemoved'), ({ outcome }) =>
    createdIds.has(outcome.records[0]?.id ?? ''),
  )
  const cards: UndecidedCard[] = [
    ...createRejectedCards(rejected, removed.get(true) ?? []),
    ...groupParts(removed.get(false) ?? [], ({ records }) => records[0]?.id).map(([id, parts]) =>
      createRemovedCard(id, parts),
    ),
    ...groupParts(listByType('fieldsSkipped'), ({ fields }) => fields[0]?.id).map(([id, parts]) =>
      createFieldsCard(id, parts),
    ),
    ...groupParts(listByType('deletesSkipped'), ({ records }) => records[0]?.id).map(
      ([id, parts]): UndecidedCard => ({
        ...getBase(`delete/${id}`, parts, [id]),
        type: 'delete',
        by: parts.at(-1)?.outcome.records[0]?.by ?? null,
      }),
    ),
    ...groupParts(listByType('keptFromDelete'), ({ by }) => by).map(([by, parts]): UndecidedCard => ({
      ...getBase(`kept/${by}`, parts, [...new Set(parts.flatMap(({ outcome }) => outcome.ids))]),
      type: 'kept',
      by,
    })),
  ]
  return cards.toSorted((a, b) => a.at - b.at)
}

interface Part<O> {
  readonly key: string
  readonly at: number
  readonly outcome: O
}

function groupParts<O>(
  parts: readonly Part<O>[],
  getName: (outcome: O) => string | undefined,
): readonly (readonly [string, readonly Part<O>[]])[] {
  return [...Map.groupBy(parts, ({ outcome }) => getName(outcome) ?? '')].filter(([id]) => id !== '')
}

function getBase(id: string, parts: readonly Part<unknown>[], recordIds: readonly string[]): CardBase {
  return { id, keys: parts.map(({ key }) => key), at: parts[0]?.at ?? 0, recordIds }
}

/** The last known state of the record, with everything entered into it. */
function createRemovedCard(id: string, parts: readonly Part<OutcomeByType<'recordsRemoved'>>[]): RemovedCard {
  const targets = parts.flatMap(({ outcome }) => outcome.records)
  const last = <K extends keyof RemovedTarget>(field: K): RemovedTarget[K] | null =>
    targets.findLast((target) => target[field] !== null)?.[field] ?? null
  const target: RemovedTarget = {
    id,
    by: last('by'),
    removedAt: last('removedAt'),
    record: last('record'),
    entered: targets.flatMap(({ entered }) => entered),
  }
  return { ...getBase(`removed/${id}`, parts, [id]), type: 'removed', by: target.by, target }
}

/** The last value of each field counts. */
function createFieldsCard(id: string, parts: readonly Part<OutcomeByType<'fieldsSkipped'>>[]): UndecidedCard {
  const fields = new Map(parts.flatMap(({ outcome }) => outcome.fields).map((value) => [value.field, value]))
  const by = [...fields.values()].findLast((value) => value.by !== null)?.by ?? null
  return { ...getBase(`fields/${id}`, parts, [id]), type: 'fields', by, fields: [...fields.values()] }
}

/**
 * Edits with a record in common are one card: a note, the text typed into it and its moves. Edits of a record
 * whose creation was refused had no effect on the server and belong to the same card.
 */
function createRejectedCards(
  rejected: readonly Part<OutcomeByType<'rejected'>>[],
  removed: readonly Part<OutcomeByType<'recordsRemoved'>>[],
): readonly RejectedCard[] {
  const finalRecords = new Map(
    removed.flatMap(({ outcome }) => outcome.records).map((target) => [target.id, target]),
  )
  const parts = rejected.map((part) => ({ ...part, outcome: applyFinalRecords(part.outcome, finalRecords) }))
  interface Group {
    ids: Set<string>
    parts: Part<OutcomeByType<'rejected'>>[]
  }
  const groupById = new Map<string, Group>()
  for (const part of parts) {
    const ids = getIds(part.outcome)
    const overlapping = [...new Set(ids.flatMap((id) => groupById.get(id) ?? []))]
    const first = overlapping[0] ?? { ids: new Set<string>(), parts: [] }
    for (const other of overlapping.slice(1)) {
      other.ids.forEach((id) => first.ids.add(id))
      first.parts.push(...other.parts)
    }
    ids.forEach((id) => first.ids.add(id))
    first.parts.push(part)
    for (const id of first.ids) groupById.set(id, first)
  }
  const groups = [...new Set(groupById.values())]
  const order = new Map(parts.map((part, i) => [part, i]))
  return groups.map(({ ids, parts: together }): RejectedCard => {
    const ordered = together.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    const [first] = ordered
    return {
      ...getBase(`rejected/${first?.key ?? ''}`, ordered, [...ids]),
      also: removed.filter(({ outcome }) => ids.has(outcome.records[0]?.id ?? '')).map(({ key }) => key),
      type: 'rejected',
      by: null,
      reason: first?.outcome.refusal.refused ?? 'invalid',
      outcomes: ordered.map(({ outcome }) => outcome),
    }
  })
}

function getCreatedIds(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) => (change.op === 'put' ? [change.record.id] : []))
}

/** A record of a refused edit is created as it was last seen, with everything entered into it later. */
function applyFinalRecords(
  outcome: OutcomeByType<'rejected'>,
  finalRecords: ReadonlyMap<string, RemovedTarget>,
): OutcomeByType<'rejected'> {
  if (finalRecords.size === 0) return outcome
  const removedLater = getCreatedIds(outcome.changes).flatMap((id) => finalRecords.get(id) ?? [])
  const changes = outcome.changes.map((change): Change => {
    const final = change.op === 'put' ? finalRecords.get(change.record.id)?.record : undefined
    if (change.op !== 'put' || !final) return change
    const { by: _by, made: _made, ...fields } = final
    return { op: 'put', record: fields }
  })
  return {
    ...outcome,
    changes,
    entered: [...outcome.entered, ...removedLater.flatMap(({ entered }) => entered)],
  }
}

/** The records that an edit is about; an edit about none is a card of its own. */
function getIds({ changes, entered, editId }: OutcomeByType<'rejected'>): readonly string[] {
  const ids = entered.map(({ id }) => id)
  for (const change of changes) if (change.op === 'remove' || change.op === 'restore') ids.push(...change.ids)
  return ids.length > 0 ? ids : [editId]
}
