import { Loader, Tooltip } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconEye, IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useCanOnlySuggest } from '../allow-suggestions.ts'
import { useBoard } from '../board-context.ts'
import { shownSaveState } from './save-state.ts'
import classes from './save-line.module.css'

interface SaveLineProps {
  /** Number of items that wait for the user's decision. */
  waiting: number
  short?: boolean
}

/** The save state of the board; always visible. */
export function SaveLine({ waiting, short = false }: SaveLineProps) {
  const { t } = useTranslation('board')
  const { board, files, keepsWork, socket, ui } = useBoard()
  const canSuggest = useCanOnlySuggest()
  const isKept = useSignal(keepsWork)
  const isConnected = useSignal(socket) === 'open'
  const sent = useSignal(board.state.saveState)
  const uploads = useSignal(files.transfers).length
  const state = shownSaveState({ sent, isConnected, uploads, undecided: waiting, canSuggest })
  const waits = state === 'not-saved'
  const said = waits && isKept && !isConnected ? 'offline' : state
  const words = t(short && waits ? `save.short.${said}` : `save.${said}`, { count: waiting })
  const more = t(waits && !isKept ? 'save.more.tab' : `save.more.${state}`)
  if (state === 'undecided')
    return (
      <Tooltip label={more} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <button
          type="button"
          className={classes.line}
          data-state={state}
          data-testid="save-state"
          tabIndex={-1}
          onClick={() => void (ui.missedPanel.value = 'by-hand')}
        >
          <IconUserQuestion size={18} stroke={1.5} aria-hidden />
          <span className={short ? classes.hidden : ''}>{words}</span>
        </button>
      </Tooltip>
    )
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
        ) : state === 'read-only' || state === 'suggest-only' ? (
          <IconEye size={18} stroke={1.5} aria-hidden />
        ) : (
          <IconCloudCheck size={18} stroke={1.5} aria-hidden />
        )}
        <span className={short ? (waits ? classes.short : classes.hidden) : ''}>{words}</span>
      </span>
    </Tooltip>
  )
}
