import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconFocusCentered, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PopoverOverlay } from '../../ui/overlays/loaded/popover-overlay.tsx'
import { useOverlay } from '../../ui/overlays/overlay-context.ts'
import { useBoard, usePersonNames, usePersonPaint } from '../board-panels/index.ts'
import type { OpenSuggestion } from './open-suggestions.ts'
import classes from './suggestions.module.css'
import { SuggestedText } from './suggested-text.tsx'
import { useDecisions } from './use-decisions.ts'
import { getSuggestionText } from './suggestion-text.ts'

/** The open suggestions by person. */
export function SuggestionPopover({ suggestions }: { suggestions: readonly OpenSuggestion[] }) {
  const { t } = useTranslation('board')
  const { opened } = useOverlay()
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const count = suggestions.length
  // The button that decided the suggestion was removed with it.
  useEffect(() => {
    if (opened && document.activeElement === document.body) title.current?.focus()
  }, [count, opened])
  return (
    <PopoverOverlay
      position="bottom"
      offset={8}
      trapFocus
      returnFocus
      dropdown={{ className: classes.list ?? '', 'aria-labelledby': titleId }}
    >
      <h2 id={titleId} ref={title} tabIndex={-1} data-autofocus className={classes.title}>
        {t('suggestions.title')}
      </h2>
      <SuggestionsByPerson suggestions={suggestions} />
    </PopoverOverlay>
  )
}

function SuggestionsByPerson({ suggestions }: { suggestions: readonly OpenSuggestion[] }) {
  const people = [...Map.groupBy(suggestions, ({ record }) => record.by)]
  const getName = usePersonNames(people.map(([uid]) => uid))
  const getPaint = usePersonPaint()
  return people.map(([uid, personSuggestions]) => (
    <PersonSuggestions key={uid} name={getName(uid)} paint={getPaint(uid)} suggestions={personSuggestions} />
  ))
}

interface PersonSuggestionsProps {
  name: string
  paint: string
  suggestions: readonly OpenSuggestion[]
}

function PersonSuggestions({ name, paint, suggestions }: PersonSuggestionsProps) {
  const { t } = useTranslation('board')
  const decide = useDecisions()
  const isOwn = suggestions.every((suggestion) => suggestion.isOwn)
  const acceptable = suggestions.filter(({ canDecide, isRemoved }) => canDecide && !isRemoved)
  return (
    <section className={classes.person}>
      <h3>
        <span className={classes.dot} style={{ background: paint }} aria-hidden="true" />
        {isOwn ? t('suggestions.yoursAll') : name}
      </h3>
      <ul aria-label={isOwn ? t('suggestions.yoursAll') : name}>
        {suggestions.map((suggestion) => (
          <SuggestionItem key={suggestion.record.id} suggestion={suggestion} name={name} />
        ))}
      </ul>
      {suggestions.length > 1 && (
        <div className={classes.bulk}>
          {acceptable.length > 1 && (
            <Button size="compact-sm" variant="light" onClick={() => decide.accept(acceptable)}>
              {t('suggestions.acceptAll')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => decide.remove(suggestions)}>
            {t(isOwn ? 'suggestions.withdrawAll' : 'suggestions.rejectAll')}
          </Button>
        </div>
      )}
    </section>
  )
}

function SuggestionItem({ suggestion, name }: { suggestion: OpenSuggestion; name: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const decide = useDecisions()
  const { isOwn, canDecide, isRemoved, record, page, box } = suggestion
  const what = getSuggestionText(suggestion, t)
  const show = () => {
    board.pages.open(page)
    if (box) board.viewport.fit(box)
  }
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <span>{what}</span>
        {isRemoved && <span className={classes.quiet}>{t('suggestions.gone')}</span>}
        <SuggestedText suggestion={suggestion} />
      </div>
      {box && (
        <Tooltip label={t('suggestions.show')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('suggestions.showOf', { what })}
            onClick={show}
          >
            <IconFocusCentered size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {canDecide && !isRemoved && (
        <Tooltip label={t('suggestions.accept')}>
          <ActionIcon
            variant="light"
            aria-label={t('suggestions.acceptOf', { name, what })}
            onClick={() => decide.accept([suggestion])}
          >
            <IconCheck size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t(isOwn ? 'suggestions.withdraw' : 'suggestions.reject')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(isOwn ? 'suggestions.withdrawOf' : 'suggestions.rejectOf', { name, what })}
          onClick={() => decide.remove([suggestion])}
          data-id={record.id}
        >
          <IconX size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
