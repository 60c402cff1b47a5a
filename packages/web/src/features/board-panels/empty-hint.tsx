import type { Replica } from '@tavla/canvas'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { useBoard } from './board-context.ts'
import classes from './empty-hint.module.css'

const isComplete = ({ progress }: Replica): boolean => progress.value.complete

/** Explains the first three gestures on an empty page; hidden while the board is still loading. */
export function EmptyHint({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('board')
  const { board, replica } = useBoard()
  const empty = useSignal(board.state.empty)
  const busy = useSignal(board.state.busy)
  const complete = useDerived(replica, isComplete)
  if (!empty || busy || !complete) return null
  const canAdd = board.canUse('rect')
  return (
    <p className={classes.hint} data-testid="empty-hint">
      {t(canAdd ? (narrow ? 'emptyTouch' : 'empty') : 'emptyReadOnly')}
    </p>
  )
}
