import type { EditOutcome, RemovedTarget, SkippedValue } from '@tavla/canvas/model'

/** One pending decision: of an outcome, the part about a single record; of a rejected edit, all of it. */
export interface UndecidedItem {
  /** Identifies edit and record: writing twice has no effect. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly outcome: EditOutcome
}

type Part = Omit<UndecidedItem, 'at'>

/** The parts of an outcome that can be decided one by one. */
export function getItems(outcome: EditOutcome, at: number): readonly UndecidedItem[] {
  return getParts(outcome).map((part) => ({ ...part, at }))
}

/** Refused, skipped or deleted changes need a decision; prevented deletions are only shown. */
export function needsDecision({ outcome }: UndecidedItem): boolean {
  return outcome.type !== 'keptFromDelete'
}

function getParts(outcome: EditOutcome): readonly Part[] {
  switch (outcome.type) {
    case 'rejected':
      return [{ key: `${outcome.editId}/rejected`, outcome }]
    case 'fieldsSkipped':
      return groupByRecord(outcome.fields, ({ id }: SkippedValue) => id).map(([id, fields]) => ({
        key: `${outcome.editId}/skipped/${id}`,
        outcome: { ...outcome, fields },
      }))
    case 'deletesSkipped':
      return groupByRecord(outcome.records, ({ id }) => id).map(([id, records]) => ({
        key: `${outcome.editId}/delete/${id}`,
        outcome: { ...outcome, records },
      }))
    case 'recordsRemoved':
      return groupByRecord(outcome.records, ({ id }: RemovedTarget) => id).map(([id, records]) => ({
        key: `${outcome.editId}/removed/${id}`,
        outcome: { ...outcome, records },
      }))
    case 'keptFromDelete':
      return outcome.ids.map((id) => ({
        key: `kept/${outcome.by}/${id}`,
        outcome: { ...outcome, ids: [id] },
      }))
  }
}

function groupByRecord<T>(
  values: readonly T[],
  getId: (value: T) => string,
): readonly (readonly [string, T[]])[] {
  return [...Map.groupBy(values, getId)]
}

/** Oldest first: by time, and within one tab by the edit's counter. */
export function compareItems(a: UndecidedItem, b: UndecidedItem): number {
  return a.at - b.at || getCounter(a) - getCounter(b)
}

function getCounter({ outcome }: UndecidedItem): number {
  return outcome.type === 'keptFromDelete'
    ? 0
    : Number(outcome.editId.slice(outcome.editId.lastIndexOf(':') + 1))
}
