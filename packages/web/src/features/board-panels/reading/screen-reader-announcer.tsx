import { VisuallyHidden } from '@mantine/core'
import { computed, effect } from '@preact/signals-core'
import type { Board, Replica } from '@tavla/canvas'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { getPageName } from '../page-name.ts'
import { ActionReports, type ReportedActions } from './announcements.ts'
import { describeEdit, isSilent } from './describe-action.ts'
import { describeElement, describeSize, type ReadingParts } from './describe-element.ts'
import { AdditionAnnouncer } from './lazy-additions.ts'
import { LiveText, useAnnouncement } from './live-text.tsx'

/** Larger selections are announced by count only. */
const maxRead = 50
/** Changes of the selected elements are described after this time: a drag or others' moves change them with every frame. */
const describeAfterMs = 150
/** Time of a frame for counting the elements of a page. */
const sliceMs = 8

const isBoardComplete = ({ progress }: Replica): boolean => progress.value.complete

/** Screen reader announcements: what is selected, what one does, and what others add. */
export function ScreenReaderAnnouncer() {
  const { replica } = useBoard()
  const isComplete = useDerived(replica, isBoardComplete)
  return (
    <>
      <SelectedList />
      <ActionAnnouncer />
      {isComplete && <AdditionAnnouncer />}
    </>
  )
}

function useReadingParts(): ReadingParts {
  const { t, i18n } = useTranslation('board')
  const { board } = useBoard()
  return { board, t, language: i18n.language }
}

function SelectedList() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const parts = useReadingParts()
  const selection = useSignal(board.state.selection)
  const [, draw] = useState(0)
  useEffect(() => {
    let cancel: (() => void) | undefined
    const describeAgain = () => {
      cancel = undefined
      draw((n) => n + 1)
    }
    // Also other records: a binding connects what is selected.
    const stop = board.document.observe(() => {
      if (board.state.selection.peek().length > 0) cancel ??= clock.after(describeAfterMs, describeAgain)
    })
    return () => {
      stop()
      cancel?.()
    }
  }, [board])
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
    return [describeElement(record, parts, Infinity), describeSize(record, parts)].filter(Boolean).join(', ')
  }
}

/** The live region for what one does oneself: each action once, repeated ones again. */
function ActionAnnouncer() {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  const parts = useReadingParts()
  const [announcement, announce] = useAnnouncement()
  const lastSelected = useRef<readonly string[]>([])

  const describeSelection = () => {
    const selected = board.state.selection.peek()
    const before = lastSelected.current
    lastSelected.current = selected
    const last = selected.at(-1)
    const record = last === undefined ? undefined : board.document.get(last)
    if (!record || last === undefined) return t('reading.nothing')
    const isExtended = selected.length === before.length + 1 && before.every((id) => selected.includes(id))
    if (selected.length > 1 && !isExtended) return t('reading.selected', { count: selected.length })
    const order = board.reading.list()
    const at = order.indexOf(last) + 1
    return [
      describeElement(record, parts),
      at > 0 && t('reading.position', { at, count: order.length }),
      selected.length > 1 && t('reading.selected', { count: selected.length }),
    ]
      .filter(Boolean)
      .join(', ')
  }

  const describePage = (count: number) => {
    const name = getPageName(board.state.pages.peek(), board.state.page.peek(), t)
    return [name !== '' && t('pages.title', { name }), t('reading.elements', { count })]
      .filter(Boolean)
      .join(', ')
  }

  const describeCommand = (id: string) => {
    const state = getToggle(id)
    if (state !== undefined) return t(state ? 'reading.on' : 'reading.off', { action: t(`commands.${id}`) })
    if (id.startsWith('zoom'))
      return t('zoomIs', { percent: `${Math.round(board.state.camera.peek().zoom * 100)}%` })
    return t(`commands.${id}`)
  }

  const getToggle = (id: string): boolean | undefined => {
    const { grid, snapping, toolLocked } = board.state
    if (id === 'toggleGrid') return grid.peek()
    if (id === 'toggleSnapping') return snapping.peek()
    return id === 'toggleToolLock' ? toolLocked.peek() : undefined
  }

  const describe = useEffectEvent((actions: ReportedActions): string => {
    const { messages, edit, command } = actions
    // Also without being read, so that the next selection is compared with this one.
    const selection = actions.selection ? describeSelection() : ''
    if (messages.length > 0) return messages.join(' ')
    if (edit) return describeEdit(edit, command, parts)
    if (actions.elements !== undefined) return describePage(actions.elements)
    if (selection !== '') return selection
    if (actions.tool) {
      const tool = board.tools.find(({ id }) => id === board.state.tool.peek())
      return tool ? t('palette.tool', { name: t(tool.labelKey) }) : ''
    }
    return command === undefined || isSilent(command) ? '' : describeCommand(command)
  })
  const getMessage = useEffectEvent((key: string, values: Readonly<Record<string, string | number>>) => {
    const { name, ...others } = values
    return t(key, { ...others, ...(name === undefined ? {} : { name: t(String(name)) }) })
  })

  useEffect(() => {
    const reports = new ActionReports(clock, (actions) => announce(describe(actions)))
    const { selection, tool, page } = board.state
    const isComplete = computed(() => isBoardComplete(replica))
    let describedPage = page.peek()
    let stopCounting: (() => void) | undefined
    let areFirst = true
    const stops = [
      board.observe((event) => {
        if (event.type === 'announce') reports.add({ message: getMessage(event.key, event.values) })
        else if (event.type === 'edited') reports.add({ edit: event })
        else if (event.type === 'ran') reports.add({ command: event.id })
      }),
      // A signal calls its listener once at the start.
      selection.subscribe(() => areFirst || reports.add({ selection: true })),
      tool.subscribe(() => areFirst || reports.add({ tool: true })),
      effect(() => {
        const id = page.value
        // Until then it would be described by what has come so far.
        if (id === describedPage || !isComplete.value) return
        describedPage = id
        stopCounting?.()
        stopCounting = countElements(board, (elements) => reports.add({ elements }))
      }),
    ]
    areFirst = false
    return () => {
      stopCounting?.()
      for (const stop of stops) stop()
      reports.dispose()
    }
  }, [board, replica, announce])
  return <LiveText text={announcement} testId="announcer" />
}

/** Counts what is read of the page, in pauses between frames; the returned function ends that. */
function countElements({ reading }: Board, report: (count: number) => void): () => void {
  const work = reading.listInSlices()
  const step = (): void => {
    const untilMs = performance.now() + sliceMs
    let part
    do part = work.next()
    while (!part.done && performance.now() < untilMs)
    if (part.done) report(part.value.length)
    else cancel = clock.after(0, step)
  }
  let cancel = clock.after(0, step)
  return () => cancel()
}
