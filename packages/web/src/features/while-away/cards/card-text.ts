import { type BoardRecord, getPlainText, type RichText } from '@tavla/canvas/model'
import type { UndecidedCard } from '../../../platform/offline/undecided/cards.ts'

/** Typed text, as far as it is known without the board. */
export function getEnteredText(card: UndecidedCard): string {
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

/** All text of a card that can be read if the board cannot be opened. */
export function getTextWithoutBoard(card: UndecidedCard): string {
  const record = card.type === 'removed' ? card.target.record : null
  const text = record && getText(record)
  return text || getEnteredText(card)
}

/** Readable content of a record: its text, title or name. */
export function getText(record: BoardRecord | undefined): string {
  const { text, title, name } = (record ?? {}) as Readonly<Record<string, unknown>>
  if (typeof text === 'object' && text !== null) return getPlainText(text as RichText).trim()
  return [text, title, name].find((value) => typeof value === 'string') ?? ''
}

/**
 * Whether a copy can be placed next to it, so that both remain. Strokes and connectors need more than their
 * record.
 */
export function canCopy(record: BoardRecord | undefined): boolean {
  return (
    record !== undefined &&
    typeof record['x'] === 'number' &&
    typeof record['w'] === 'number' &&
    !['pen', 'connector', 'frame'].includes(record.kind)
  )
}
