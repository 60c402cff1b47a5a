import type { EditOutcome, RemovedTarget, SkippedValue } from '@tavla/canvas/model'

/** One item that waits for a person's decision: of an outcome, what concerns a single record; of a rejected edit, all. */
export interface UndecidedItem {
  /** Names edit and record: what is written twice is one item. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly outcome: EditOutcome
}

type Part = Omit<UndecidedItem, 'at'>

/** An outcome in parts that can be decided one by one. */
export function getItems(outcome: EditOutcome, at: number): readonly UndecidedItem[] {
  return getParts(outcome).map((part) => ({ ...part, at }))
}

/** What was refused, skipped or deleted has to be decided; that something was kept is only shown. */
export function needsDecision({ outcome }: UndecidedItem): boolean {
  return outcome.type !== 'keptFromDelete'
}

function getParts(outcome: EditOutcome): readonly Part[] {
  switch (outcome.type) {
    case 'rejected':
      return [{ key: `${outcome.editId}/rejected`, outcome }]
    case 'fieldsSkipped':
      return byRecord(outcome.fields, ({ id }: SkippedValue) => id).map(([id, fields]) => ({
        key: `${outcome.editId}/skipped/${id}`,
        outcome: { ...outcome, fields },
      }))
    case 'deletesSkipped':
      return byRecord(outcome.records, ({ id }) => id).map(([id, records]) => ({
        key: `${outcome.editId}/delete/${id}`,
        outcome: { ...outcome, records },
      }))
    case 'recordsRemoved':
      return byRecord(outcome.records, ({ id }: RemovedTarget) => id).map(([id, records]) => ({
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

function byRecord<T>(values: readonly T[], getId: (value: T) => string): readonly (readonly [string, T[]])[] {
  return [...Map.groupBy(values, getId)]
}

/** As they were made: by time, and within one tab by the number of the edit. */
export function inOrder(a: UndecidedItem, b: UndecidedItem): number {
  return a.at - b.at || getCounter(a) - getCounter(b)
}

function getCounter({ outcome }: UndecidedItem): number {
  return outcome.type === 'keptFromDelete'
    ? 0
    : Number(outcome.editId.slice(outcome.editId.lastIndexOf(':') + 1))
}
