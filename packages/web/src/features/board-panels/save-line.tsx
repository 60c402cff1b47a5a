import { Loader, Tooltip } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from './board-context.ts'
import classes from './save-line.module.css'

/** Whether what is on the board is safe. Always true, always there, never in the way. */
export function SaveLine({ short = false }: { short?: boolean }) {
  const { t } = useTranslation('board')
  const { board, keepsWork, socket } = useBoard()
  const isKept = useSignal(keepsWork)
  const isConnected = useSignal(socket) === 'open'
  const state = useSignal(board.state.saveState)
  const waits = state === 'not-saved'
  const said = waits && isKept && !isConnected ? 'offline' : state
  const words = t(short && waits ? `save.short.${said}` : `save.${said}`)
  const more = t(waits && !isKept ? 'save.more.tab' : `save.more.${state}`)
  return (
    <Tooltip label={more} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span
        className={classes.line}
        data-state={state}
        data-offline={said === 'offline' || undefined}
        data-testid="save-state"
        tabIndex={-1}
        role="status"
      >
        {state === 'saving' ? (
          <Loader size={14} color="gray" />
        ) : state === 'not-saved' ? (
          <IconCloudOff size={18} stroke={1.5} aria-hidden />
        ) : state === 'read-only' ? (
          <IconEye size={18} stroke={1.5} aria-hidden />
        ) : (
          <IconCloudCheck size={18} stroke={1.5} aria-hidden />
        )}
        <span className={short && !waits ? classes.hidden : ''}>{words}</span>
      </span>
    </Tooltip>
  )
}
