import type { BoardRecord, Change, RemovedTarget, SkippedValue } from '@tavla/canvas/model'
import type { Refusal, Replica } from '@tavla/canvas'
import type { UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import { canBeCopied } from './cards/card-text.ts'

/** The parts of the board that decisions need. */
export type DecidingReplica = Pick<Replica, 'document' | 'edit' | 'takeOver' | 'restoreRemoved'>

export interface Decided {
  /** Items to decide now. */
  readonly keys: readonly string[]
  readonly refusal?: Refusal
}

/** Ids of records and of undo steps. */
type FreshId = () => string

/** Offset of the copy from the original, page units. */
const offset = 32

/** Applies this person's side as an ordinary edit, which can be undone. */
export function takeMine(card: UndecidedCard, replica: DecidingReplica, freshId: FreshId): Decided {
  switch (card.type) {
    case 'rejected':
      return sendAgain(card, replica, freshId)
    case 'removed':
      return decided(card, bringBack(card.target, replica, freshId))
    case 'fields':
      return decided(card, replica.takeOver(presentOnly(card.fields, replica)))
    case 'delete':
    case 'kept': {
      const ids = card.recordIds.filter((id) => replica.document.get(id))
      return decided(card, ids.length > 0 ? replica.edit([{ op: 'remove', ids }], freshId()) : undefined)
    }
  }
}

/** Changes nothing on the board. */
export function keepTheirs(card: UndecidedCard): Decided {
  return { keys: card.type === 'rejected' ? [...card.keys, ...card.also] : card.keys }
}

/** Keeps theirs and puts mine next to it. */
export function keepBoth(card: UndecidedCard, replica: DecidingReplica, freshId: FreshId): Decided {
  const copy =
    card.type === 'fields' ? copyRecord(replica.document.get(card.recordIds[0] ?? ''), card.fields) : null
  if (!copy) return { keys: [] }
  return decided(card, replica.edit([{ op: 'put', record: { ...copy, id: freshId() } }], freshId()))
}

export function canKeepBoth(card: UndecidedCard, replica: DecidingReplica): boolean {
  return card.type === 'fields' && canBeCopied(replica.document.get(card.recordIds[0] ?? ''))
}

function decided({ keys }: UndecidedCard, refusal: Refusal | undefined): Decided {
  return refusal ? { keys: [], refusal } : { keys }
}

/** Edit by edit, as one undo step; stops at the first that is refused again, and the rest stays pending. */
function sendAgain(
  card: Extract<UndecidedCard, { type: 'rejected' }>,
  replica: DecidingReplica,
  freshId: FreshId,
): Decided {
  const mark = freshId()
  const keys: string[] = []
  for (const [i, { changes }] of card.outcomes.entries()) {
    const left = changes.filter((change) => !isDone(change, replica))
    const refusal = left.length > 0 ? replica.edit(left, mark) : undefined
    if (refusal) return { keys, refusal }
    keys.push(...card.keys.slice(i, i + 1))
  }
  return { keys: [...keys, ...card.also] }
}

/** Another tab may have sent it already. */
function isDone(change: Change, { document }: DecidingReplica): boolean {
  return change.op === 'put' && document.get(change.record.id) !== undefined
}

/** If someone else restored it, only this person's changes are applied; typed text becomes a copy next to it. */
function bringBack(target: RemovedTarget, replica: DecidingReplica, freshId: FreshId): Refusal | undefined {
  const { id, record, entered } = target
  const there = replica.document.get(id)
  if (!there) return replica.restoreRemoved(target)
  if (record && entered.some(({ text }) => text !== '')) {
    const { by: _by, made: _made, ...fields } = record
    return replica.edit(
      [{ op: 'put', record: { ...fields, id: freshId(), parent: there.parent } }],
      freshId(),
    )
  }
  const fields: Record<string, unknown> = Object.assign({}, ...entered.map((part) => part.fields))
  return Object.keys(fields).length > 0 ? replica.edit([{ op: 'patch', id, fields }], freshId()) : undefined
}

function presentOnly(
  fields: readonly SkippedValue[],
  { document }: DecidingReplica,
): readonly SkippedValue[] {
  return fields.filter(({ id }) => document.get(id))
}

function copyRecord(record: BoardRecord | undefined, fields: readonly SkippedValue[]): BoardRecord | null {
  if (!record || !canBeCopied(record)) return null
  const {
    by: _by,
    made: _made,
    lock: _lock,
    ...rest
  } = record as BoardRecord & Readonly<Record<string, unknown>>
  const mine = Object.fromEntries(fields.map(({ field, mine: value }) => [field, value]))
  const moved = 'x' in mine || 'y' in mine ? 0 : offset
  return {
    ...rest,
    ...mine,
    x: Number(mine['x'] ?? record['x']) + moved,
    y: Number(mine['y'] ?? record['y']) + moved,
  } as unknown as BoardRecord
}
