import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../../features/board-panels/index.ts'
import { clock } from '../../platform/clock.ts'
import { useSignal } from '../../platform/use-signal.ts'
import classes from './whiteboard.module.css'

/** Short interruptions heal by themselves and are not worth a word. */
const saidAfterMs = 2_500

/** Says when the connection is gone, and what that means for the work. */
export function ConnectionLine() {
  const { t } = useTranslation('board')
  const { socket, keepsWork } = useBoard()
  const state = useSignal(socket)
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    return state === 'connecting' ? clock.after(saidAfterMs, () => setLong(true)) : undefined
  }, [state])
  if (state === 'outdated')
    return (
      <div className={classes.line} role="alert">
        <IconRefresh size={18} stroke={1.5} aria-hidden />
        <span>{t('connection.outdated')}</span>
        <Button size="compact-sm" onClick={() => location.reload()}>
          {t('common:act.reload')}
        </Button>
      </div>
    )
  if (state === 'stopped')
    return (
      <div className={classes.line} role="alert">
        <IconPlugConnectedX size={18} stroke={1.5} aria-hidden />
        <span>{t('connection.stopped')}</span>
        <Button size="compact-sm" onClick={() => location.reload()}>
          {t('common:act.reload')}
        </Button>
      </div>
    )
  if (state !== 'connecting' || !long) return null
  return (
    <div className={classes.line} role="status" data-testid="offline">
      <IconPlugConnectedX size={18} stroke={1.5} aria-hidden />
      <span>{t(keepsWork ? 'connection.offline' : 'connection.offlineTab')}</span>
    </div>
  )
}
