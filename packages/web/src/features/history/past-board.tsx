import { useComputedColorScheme } from '@mantine/core'
import { signal } from '@preact/signals-core'
import { createBoard } from '@tavla/canvas'
import type { Board } from '@tavla/canvas'
import type { PastDocument } from '@tavla/canvas/model'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { DifferenceMarks } from './difference-marks.tsx'
import { nobody, pastReplica } from './past-replica.ts'

/** For journeys: the element that holds the board carries it as the property `board`. */
type BoardHost = HTMLDivElement & { board?: Board }

interface PastBoardProps {
  document: PastDocument
  history: History
  onBoard(board: Board | null): void
}

/** The board as it was: the same picture, where nothing can be changed. It begins where one was looking. */
export function PastBoard({ document, history, onBoard }: PastBoardProps) {
  const { t } = useTranslation('board')
  const { board: live, replica, files, space } = useBoard()
  const host = useRef<BoardHost>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [shownTheme] = useState(() => signal(theme))
  const [board, setBoard] = useState<Board | null>(null)
  useEffect(() => void (shownTheme.value = theme), [shownTheme, theme])
  const tell = useEffectEvent(onBoard)
  const textLabel = useEffectEvent(() => t('textLabel'))

  useEffect(() => {
    const element = host.current
    if (!element) return
    const page = live.state.page.peek()
    const camera = live.state.camera.peek()
    const made = createBoard({
      host: element,
      replica: pastReplica(document, replica.actor.peek().uid),
      presence: nobody,
      files,
      cameras: { load: (id) => (id === page ? camera : undefined), save: () => undefined },
      theme: shownTheme,
      preferences: {
        reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
        letterKeys: () => false,
      },
      onRequest: () => undefined,
      textLabel: () => textLabel(),
    })
    if (page !== null && document.get(page)) made.pages.open(page)
    element.board = made
    setBoard(made)
    tell(made)
    return () => {
      delete element.board
      setBoard(null)
      tell(null)
      made.dispose()
    }
  }, [document, files, live, replica, shownTheme])
  const compared = useSignal(history.compared)

  return (
    <div className={classes.stage}>
      <div
        ref={host}
        className={classes.host}
        role="application"
        aria-label={t('history.boardOf', { name: space.name })}
        tabIndex={0}
        data-testid="past-board"
      />
      {board && compared && <DifferenceMarks board={board} comparison={compared} />}
    </div>
  )
}
