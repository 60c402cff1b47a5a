import { Button, TextInput, type TextInputProps } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconLetterCase,
  IconReplace,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { toasts } from '../../../platform/toast.ts'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import floating from '../float.module.css'
import classes from './find-panel.module.css'

/** Find and replace in the texts of the board. Searches while the user types. */
export function FindPanel() {
  const { ui } = useBoard()
  const opened = useSignal(ui.find)
  return opened === null ? null : <OpenFindPanel key={opened} />
}

function OpenFindPanel() {
  const { t } = useTranslation('board')
  const { board, ui } = useBoard()
  const [query, setQuery] = useState(ui.lastSearch.peek())
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWords, setWholeWords] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const canReplace = useSignal(board.state.saveState) !== 'read-only'

  useEffect(() => {
    ui.lastSearch.value = query
    board.find.search(query, { matchCase, wholeWords })
  }, [board, ui, query, matchCase, wholeWords])
  useEffect(() => () => board.find.close(), [board])

  const close = () => {
    ui.find.value = null
    board.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'F3') board.find.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={`${floating.bar} ${classes.panel}`} aria-label={t('find.title')} onKeyDown={onKeyDown}>
      <div className={classes.row}>
        <QueryField query={query} onChange={setQuery} />
        <BarButton
          label={t('find.previous')}
          shortcut="Shift+Enter"
          tooltipPosition="bottom"
          Icon={IconChevronUp}
          onClick={() => board.find.step(-1)}
        />
        <BarButton
          label={t('find.next')}
          shortcut="Enter"
          tooltipPosition="bottom"
          Icon={IconChevronDown}
          onClick={() => board.find.step(1)}
        />
        <BarButton
          label={t('common:act.close')}
          shortcut="Escape"
          tooltipPosition="bottom"
          Icon={IconX}
          onClick={close}
        />
      </div>
      <div className={classes.row}>
        <BarButton
          label={t('find.matchCase')}
          tooltipPosition="bottom"
          Icon={IconLetterCase}
          aria-pressed={matchCase}
          onClick={() => setMatchCase(!matchCase)}
        />
        <BarButton
          label={t('find.wholeWords')}
          tooltipPosition="bottom"
          aria-pressed={wholeWords}
          onClick={() => setWholeWords(!wholeWords)}
        >
          <span className={classes.wholeWords} aria-hidden>
            ab
          </span>
        </BarButton>
        {canReplace && (
          <BarButton
            label={t('find.showReplace')}
            tooltipPosition="bottom"
            Icon={IconReplace}
            aria-expanded={replacing}
            onClick={() => setReplacing(!replacing)}
          />
        )}
        <MatchCount query={query} />
      </div>
      {canReplace && replacing && <ReplaceRow />}
    </search>
  )
}

function QueryField({ query, onChange }: { query: string; onChange(query: string): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <FindField
      ref={field}
      className={classes.field ?? ''}
      type="search"
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      label={t('find.query')}
      value={query}
      onChange={onChange}
      onEnter={(isShift) => board.find.step(isShift ? -1 : 1)}
    />
  )
}

interface FindFieldProps extends Omit<TextInputProps, 'label' | 'onChange'> {
  label: string
  ref?: Ref<HTMLInputElement>
  onChange(value: string): void
  onEnter(isShift: boolean): void
}

/** A text field of the panel; Enter acts on the board. */
function FindField({ label, onChange, onEnter, ...rest }: FindFieldProps) {
  return (
    <TextInput
      {...rest}
      size="sm"
      aria-label={label}
      placeholder={label}
      maxLength={500}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter(event.shiftKey)
      }}
    />
  )
}

/** "3 of 12", announced when it changes. */
function MatchCount({ query }: { query: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const { matches, current, isCut, isSearching } = useSignal(board.find.result)
  const text =
    query === ''
      ? ''
      : matches.length > 0
        ? t(isCut ? 'find.positionOfMany' : 'find.position', { at: current + 1, count: matches.length })
        : isSearching
          ? t('find.searching')
          : t('find.none')
  return (
    <span className={classes.count} role="status" data-testid="find-count">
      {text}
    </span>
  )
}

function ReplaceRow() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [replacement, setReplacement] = useState('')
  const isNone = useSignal(board.find.result).matches.length === 0
  const report = ({ replaced, skipped }: { replaced: number; skipped: number }, isAll: boolean) => {
    if (skipped > 0) toasts.note(t('find.skipped', { count: skipped }))
    else if (isAll) toasts.note(t('find.replaced', { count: replaced }))
  }
  return (
    <>
      <FindField
        label={t('find.replacement')}
        value={replacement}
        onChange={setReplacement}
        onEnter={() => report(board.find.replace(replacement), false)}
      />
      <div className={classes.row}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => report(board.find.replace(replacement), false)}
        >
          {t('find.replace')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => report(board.find.replaceAll(replacement), true)}
        >
          {t('find.replaceAll')}
        </Button>
      </div>
    </>
  )
}
