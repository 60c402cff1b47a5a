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
const saidAfterMs = 2_500

/** Says that the connection is lost and what that means for unsaved work. */
export function ConnectionLine() {
  const { socket } = useBoard()
  const state = useSignal(socket)
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (state !== 'connecting') return undefined
    return clock.after(isProbablyOnline() ? saidAfterMs : 0, () => setLong(true))
  }, [state])
  if (state === 'outdated') return <Outdated />
  return state === 'connecting' && long ? <Offline /> : null
}

/** The text depends on whether this browser stores unsent work. */
function Offline() {
  const { t } = useTranslation('board')
  const { keepsWork, cacheProblem } = useBoard()
  const isKept = useSignal(keepsWork)
  const problem = useSignal(cacheProblem)
  return (
    <div className={classes.line} role="status" data-testid="offline">
      <IconPlugConnectedX size={18} stroke={1.5} aria-hidden />
      <span>
        {t(isKept ? 'connection.offline' : 'connection.offlineTab')}
        {isKept && problem !== null && ` ${t(`connection.stay.${problem}`)}`}
      </span>
    </div>
  )
}

/** The server requires a newer page. It reloads automatically when no gesture is in progress. */
function Outdated() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const inVain = useSignal(newerPage.isStillOutdated)
  const free = useDerived(board, ({ state }) => !state.busy.value && state.editing.value === null)
  useEffect(() => {
    if (free) newerPage.outdated()
  }, [free])
  return (
    <div className={classes.line} role="alert">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <span>{t(inVain ? 'connection.outdatedStill' : 'connection.outdated')}</span>
      <Button size="compact-sm" onClick={() => newerPage.now()}>
        {t('common:act.reload')}
      </Button>
    </div>
  )
}
