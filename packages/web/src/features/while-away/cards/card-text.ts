import { type BoardRecord, getPlainText, type RichText } from '@tavla/canvas/model'
import type { UndecidedCard } from '../../../platform/offline/undecided/cards.ts'

/** What was typed, as far as it is known without the board. */
export function enteredText(card: UndecidedCard): string {
  const entered =
    card.type === 'rejected'
      ? card.outcomes.flatMap((outcome) => outcome.entered)
      : card.type === 'removed'
        ? card.target.entered
        : []
  const byRecord = Map.groupBy(entered, ({ id }) => id)
  return [...byRecord.values()]
    .map((parts) =>
      parts
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n\n')
}

/** All the words of a card that can be read where the board cannot be opened. */
export function readableWithoutBoard(card: UndecidedCard): string {
  const record = card.type === 'removed' ? card.target.record : null
  const text = record && getText(record)
  return text || enteredText(card)
}

/** What can be read of a record: its text, or its title or name. */
export function getText(record: BoardRecord | undefined): string {
  const { text, title, name } = (record ?? {}) as Readonly<Record<string, unknown>>
  if (typeof text === 'object' && text !== null) return getPlainText(text as RichText).trim()
  return [text, title, name].find((value) => typeof value === 'string') ?? ''
}

/** Could a copy of it be put beside it, so that both stay? Of strokes and connectors the record alone is not all. */
export function canBeCopied(record: BoardRecord | undefined): boolean {
  return (
    record !== undefined &&
    typeof record['x'] === 'number' &&
    typeof record['w'] === 'number' &&
    !['pen', 'connector', 'frame'].includes(record.kind)
  )
}
