import { getPlainText, type RichText } from '@tavla/canvas/model'
import { TextDifference } from '../../ui/text-difference/text-difference.tsx'
import { useBoard } from '../board-panels/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'
import classes from './suggestions.module.css'

/** The difference between the element's text and the suggested one; nothing if no text is suggested. */
export function SuggestedText({ suggestion: { record } }: { suggestion: OpenSuggestion }) {
  const { board } = useBoard()
  const proposed = record.fields['text']
  if (proposed === undefined) return null
  const toPlainText = (text: unknown): string => getPlainText((text ?? null) as RichText | null)
  const before = toPlainText(board.document.get(record.target)?.['text'])
  return (
    <span className={classes.text}>
      <TextDifference before={before} after={toPlainText(proposed)} />
    </span>
  )
}
