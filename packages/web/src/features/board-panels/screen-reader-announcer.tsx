import { VisuallyHidden } from '@mantine/core'
import { getNameKey } from '@tavla/canvas'
import { getPlainText } from '@tavla/canvas/model'
import type { RichText } from '@tavla/canvas/model'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from './board-context.ts'

/** Larger selections are announced by count only. */
const maxRead = 50

/** Screen reader announcements: what is selected and what happens on the canvas. */
export function ScreenReaderAnnouncer() {
  return (
    <>
      <SelectedList />
      <Announcer />
    </>
  )
}

function SelectedList() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const selection = useSignal(board.state.selection)
  const [, draw] = useState(0)
  useEffect(
    () =>
      board.document.observe((change) => {
        const read = board.state.selection.peek().slice(0, maxRead)
        if (change.whole || change.moves.length > 0 || read.some((id) => change.rest.has(id)))
          draw((n) => n + 1)
      }),
    [board],
  )
  return (
    <VisuallyHidden>
      <ul aria-label={t('reading.selected', { count: selection.length })} data-testid="selected">
        {selection.slice(0, maxRead).map((id) => (
          <li key={id}>{describe(id)}</li>
        ))}
      </ul>
    </VisuallyHidden>
  )

  function describe(id: string): string {
    const record = board.document.get(id)
    if (!record) return ''
    const { text, title, alt } = record
    const caption = [title, alt].find((each) => typeof each === 'string' && each !== '')
    const label =
      typeof caption === 'string' ? caption : text == null ? '' : getPlainText(text as RichText).trim()
    const name = t(getNameKey(record) ?? `shapes.${record.kind}`)
    const bounds = board.scene.getBounds(id)
    const size = bounds ? t('reading.size', { w: Math.round(bounds.w), h: Math.round(bounds.h) }) : ''
    return [name, label && t('reading.says', { label }), size].filter(Boolean).join(', ')
  }
}

/** The live region for all announcements of the board. */
function Announcer() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      board.observe((event) => {
        if (event.type !== 'announce') return
        const { name, ...values } = event.values
        setAnnouncement(t(event.key, { ...values, ...(name === undefined ? {} : { name: t(String(name)) }) }))
      }),
    [board, t],
  )
  return (
    <VisuallyHidden>
      <div aria-live="polite" data-testid="announcer">
        {announcement}
      </div>
    </VisuallyHidden>
  )
}
