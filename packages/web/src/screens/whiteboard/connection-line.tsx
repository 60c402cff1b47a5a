import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../../features/board-panels/index.ts'
import { clock } from '../../platform/dom/clock.ts'
import { isProbablyOnline } from '../../platform/network/live-connection.ts'
import { newerPage } from '../../platform/offline/newer-page.ts'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import classes from './whiteboard.module.css'

/** Interruptions shorter than this are not shown, ms. */
const messageDelayMs = 2_500

/** Says that the connection is lost and what that means for unsaved work. */
export function ConnectionLine() {
  const { socket } = useBoard()
  const state = useSignal(socket)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    if (state !== 'connecting') return undefined
    return clock.after(isProbablyOnline() ? messageDelayMs : 0, () => setIsLong(true))
  }, [state])
  if (state === 'outdated') return <OutdatedMessage />
  return state === 'connecting' && isLong ? <OfflineMessage /> : null
}

/** The text depends on whether this browser stores unsent work. */
function OfflineMessage() {
  const { t } = useTranslation('board')
  const { isWorkStored: workStored, cacheProblem } = useBoard()
  const isWorkStored = useSignal(workStored)
  const problem = useSignal(cacheProblem)
  return (
    <div className={classes.line} role="status" data-testid="offline">
      <IconPlugConnectedX size={18} stroke={1.5} aria-hidden />
      <span>
        {t(isWorkStored ? 'connection.offline' : 'connection.offlineTab')}
        {isWorkStored && problem !== null && ` ${t(`connection.stay.${problem}`)}`}
      </span>
    </div>
  )
}

/** The server requires a newer page. It reloads automatically when no gesture is in progress. */
function OutdatedMessage() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const isStillOutdated = useSignal(newerPage.isStillOutdated)
  const isIdle = useDerived(board, ({ state }) => !state.busy.value && state.editing.value === null)
  useEffect(() => {
    if (isIdle) newerPage.outdated()
  }, [isIdle])
  return (
    <div className={classes.line} role="alert">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <span>{t(isStillOutdated ? 'connection.outdatedStill' : 'connection.outdated')}</span>
      <Button size="compact-sm" onClick={() => newerPage.now()}>
        {t('common:act.reload')}
      </Button>
    </div>
  )
}
