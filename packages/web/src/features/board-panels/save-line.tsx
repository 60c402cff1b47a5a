import { Loader, Tooltip } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from './board-context.ts'
import classes from './save-line.module.css'

/** Whether what is on the board is safe. Always true, always there, never in the way. */
export function SaveLine({ short = false }: { short?: boolean }) {
  const { t } = useTranslation('board')
  const { board, keepsWork } = useBoard()
  const state = useSignal(board.state.saveState)
  const words = t(short && state === 'not-saved' ? 'save.short' : `save.${state}`)
  const more = t(state === 'not-saved' && !keepsWork ? 'save.more.tab' : `save.more.${state}`)
  return (
    <Tooltip label={more} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.line} data-state={state} data-testid="save-state" tabIndex={-1} role="status">
        {state === 'saving' ? (
          <Loader size={14} color="gray" />
        ) : state === 'not-saved' ? (
          <IconCloudOff size={18} stroke={1.5} aria-hidden />
        ) : state === 'read-only' ? (
          <IconEye size={18} stroke={1.5} aria-hidden />
        ) : (
          <IconCloudCheck size={18} stroke={1.5} aria-hidden />
        )}
        <span className={short && state !== 'not-saved' ? classes.hidden : ''}>{words}</span>
      </span>
    </Tooltip>
  )
}
