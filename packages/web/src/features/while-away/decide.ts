import type { BoardRecord, Change, RemovedTarget, SkippedValue } from '@tavla/canvas/model'
import type { Refusal, Replica } from '@tavla/canvas'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import { canCopy } from './cards/card-text.ts'

/** The parts of the board that decisions need. */
export type DecidingReplica = Pick<Replica, 'document' | 'edit' | 'takeOver' | 'restoreRemoved'>

export interface Decision {
  /** Items to decide now. */
  readonly keys: readonly string[]
  readonly refusal?: Refusal
}

/** Ids of records and of undo steps. */
type CreateId = () => string

/** Offset of the copy from the original, page units. */
const offset = 32

/** Applies this person's side as an ordinary edit, which can be undone. */
export function applyMine(card: UndecidedCard, replica: DecidingReplica, createId: CreateId): Decision {
  switch (card.type) {
    case 'rejected':
      return resendEdits(card, replica, createId)
    case 'removed':
      return toDecision(card, restoreElement(card.target, replica, createId))
    case 'fields':
      return toDecision(card, replica.takeOver(filterExisting(card.fields, replica)))
    case 'delete':
    case 'kept': {
      const ids = card.recordIds.filter((id) => replica.document.get(id))
      return toDecision(card, ids.length > 0 ? replica.edit([{ op: 'remove', ids }], createId()) : undefined)
    }
  }
}

/** Changes nothing on the board. */
export function keepTheirs(card: UndecidedCard): Decision {
  return { keys: card.type === 'rejected' ? [...card.keys, ...card.also] : card.keys }
}

/** Keeps theirs and puts mine next to it. */
export function keepBoth(card: UndecidedCard, replica: DecidingReplica, createId: CreateId): Decision {
  const copy =
    card.type === 'fields' ? copyRecord(replica.document.get(card.recordIds[0] ?? ''), card.fields) : null
  if (!copy) return { keys: [] }
  return toDecision(card, replica.edit([{ op: 'put', record: { ...copy, id: createId() } }], createId()))
}

export function canKeepBoth(card: UndecidedCard, replica: DecidingReplica): boolean {
  return card.type === 'fields' && canCopy(replica.document.get(card.recordIds[0] ?? ''))
}

function toDecision({ keys }: UndecidedCard, refusal: Refusal | undefined): Decision {
  return refusal ? { keys: [], refusal } : { keys }
}

/** Edit by edit, as one undo step; stops at the first that is refused again, and the rest stays pending. */
function resendEdits(
  card: Extract<UndecidedCard, { type: 'rejected' }>,
  replica: DecidingReplica,
  createId: CreateId,
): Decision {
  const mark = createId()
  const keys: string[] = []
  for (const [i, { changes }] of card.outcomes.entries()) {
    const remaining = changes.filter((change) => !isApplied(change, replica))
    const refusal = remaining.length > 0 ? replica.edit(remaining, mark) : undefined
    if (refusal) return { keys, refusal }
    keys.push(...card.keys.slice(i, i + 1))
  }
  return { keys: [...keys, ...card.also] }
}

/** Another tab may have sent it already. */
function isApplied(change: Change, { document }: DecidingReplica): boolean {
  return change.op === 'put' && document.get(change.record.id) !== undefined
}

/** If someone else restored it, only this person's changes are applied; typed text becomes a copy next to it. */
function restoreElement(
  target: RemovedTarget,
  replica: DecidingReplica,
  createId: CreateId,
): Refusal | undefined {
  const { id, record, entered } = target
  const existing = replica.document.get(id)
  if (!existing) return replica.restoreRemoved(target)
  if (record && entered.some(({ text }) => text !== '')) {
    const { by: _by, made: _made, ...fields } = record
    return replica.edit(
      [{ op: 'put', record: { ...fields, id: createId(), parent: existing.parent } }],
      createId(),
    )
  }
  const fields: Record<string, unknown> = Object.assign({}, ...entered.map((part) => part.fields))
  return Object.keys(fields).length > 0 ? replica.edit([{ op: 'patch', id, fields }], createId()) : undefined
}

function filterExisting(
  fields: readonly SkippedValue[],
  { document }: DecidingReplica,
): readonly SkippedValue[] {
  return fields.filter(({ id }) => document.get(id))
}

function copyRecord(record: BoardRecord | undefined, fields: readonly SkippedValue[]): BoardRecord | null {
  if (!record || !canCopy(record)) return null
  const {
    by: _by,
    made: _made,
    lock: _lock,
    ...rest
  } = record as BoardRecord & Readonly<Record<string, unknown>>
  const mine = Object.fromEntries(fields.map(({ field, mine: value }) => [field, value]))
  const shift = 'x' in mine || 'y' in mine ? 0 : offset
  return {
    ...rest,
    ...mine,
    x: Number(mine['x'] ?? record['x']) + shift,
    y: Number(mine['y'] ?? record['y']) + shift,
  } as unknown as BoardRecord
}
