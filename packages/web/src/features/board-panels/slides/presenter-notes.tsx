import { Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { randomId } from '../../../platform/random.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import type { Slide } from './slides.ts'
import classes from './slideshow.module.css'

const mostCharacters = 5_000

/** The notes of a slide, and which one is next. Who may change the frame writes them here. */
export function PresenterNotes({ slide, next }: { slide: Slide; next: Slide | undefined }) {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  useSignal(board.state.ability)
  const canWrite = replica.canChange(slide.id) === undefined
  const field = useNotesField(slide)
  return (
    <aside className={classes.notes} aria-label={t('slides.notes')} data-testid="presenter-notes">
      {canWrite ? (
        <Textarea
          classNames={{
            root: classes.notesField ?? '',
            wrapper: classes.notesField ?? '',
            input: classes.notesText ?? '',
          }}
          label={t('slides.notes')}
          placeholder={t('slides.notesHelp')}
          maxLength={mostCharacters}
          // Escape leaves the field instead of ending the slideshow.
          data-mantine-stop-propagation="true"
          value={field.value}
          onChange={(event) => field.type(event.currentTarget.value)}
          onBlur={field.store}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-notes]')?.focus()
          }}
        />
      ) : (
        <>
          <h2 className={classes.notesTitle}>{t('slides.notes')}</h2>
          <p className={classes.notesText}>{slide.notes || t('slides.noNotes')}</p>
        </>
      )}
      <p className={classes.next}>
        {next ? t('slides.upNext', { title: next.title || t('slides.untitled') }) : t('slides.lastSlide')}
      </p>
    </aside>
  )
}

/** Typing is stored after this time, as one undo step until the field is left. */
const storeAfterMs = 400

function useNotesField({ id, notes }: Slide) {
  const { replica } = useBoard()
  /** What was typed; null shows what is stored, also as others change it. */
  const [typed, setTyped] = useState<string | null>(null)
  const unsaved = useRef<string | null>(null)
  const mark = useRef('')
  const cancel = useRef<() => void>(undefined)
  const save = () => {
    cancel.current?.()
    cancel.current = undefined
    const value = unsaved.current
    unsaved.current = null
    if (value !== null && value !== (replica.document.get(id)?.['notes'] ?? ''))
      replica.edit([{ op: 'patch', id, fields: { notes: value } }], mark.current)
  }
  const saveLast = useEffectEvent(save)
  useEffect(() => () => saveLast(), [])
  return {
    value: typed ?? notes,
    type(value: string) {
      if (typed === null) mark.current = randomId()
      setTyped(value)
      unsaved.current = value
      cancel.current ??= clock.after(storeAfterMs, save)
    },
    store() {
      save()
      setTyped(null)
    },
  }
}
