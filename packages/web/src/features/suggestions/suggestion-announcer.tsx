import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonNames } from '../board-panels/index.ts'
import { type OpenSuggestion, useOpenSuggestions } from './open-suggestions.ts'
import { getSuggestionText } from './suggestion-text.ts'

/** Announces new suggestions of other people. */
export function SuggestionAnnouncer() {
  const suggestions = useOpenSuggestions()
  const { t } = useTranslation('board')
  const known = useRef<ReadonlySet<string> | null>(null)
  const [arrived, setArrived] = useState<readonly OpenSuggestion[]>([])
  const getName = usePersonNames(arrived.map(({ record }) => record.by))
  useEffect(() => {
    const before = known.current
    known.current = new Set(suggestions.map(({ record }) => record.id))
    if (before === null) return
    const added = suggestions.filter(({ record, isOwn }) => !isOwn && !before.has(record.id))
    if (added.length > 0) setArrived(added)
  }, [suggestions])
  const [first] = arrived
  const people = new Set(arrived.map(({ record }) => record.by))
  const text = !first
    ? ''
    : arrived.length === 1
      ? t('suggestions.arrived', { name: getName(first.record.by), what: getSuggestionText(first, t) })
      : people.size === 1
        ? t('suggestions.arrivedMany', { name: getName(first.record.by), count: arrived.length })
        : t('suggestions.count', { count: suggestions.length })
  return (
    <VisuallyHidden>
      <div aria-live="polite" data-testid="suggestion-news">
        {text}
      </div>
    </VisuallyHidden>
  )
}
