import { Loader } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconEye, IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { LazyTooltip } from '../../../ui/overlays/lazy-tooltip.tsx'
import { useCanOnlySuggest } from '../allow-suggestions.ts'
import { useBoard } from '../board-context.ts'
import { getShownSaveState } from './save-state.ts'
import classes from './save-line.module.css'

const tooltipEvents = { hover: true, focus: true, touch: true }

interface SaveLineProps {
  /** Number of items that wait for the user's decision. */
  undecidedCount: number
  short?: boolean
}

/** The save state of the board; always visible. */
export function SaveLine({ undecidedCount, short = false }: SaveLineProps) {
  const { t } = useTranslation('board')
  const { board, files, isWorkStored: workStored, socket, ui } = useBoard()
  const canSuggest = useCanOnlySuggest()
  const isWorkStored = useSignal(workStored)
  const isConnected = useSignal(socket) === 'open'
  const sent = useSignal(board.state.saveState)
  const uploads = useSignal(files.transfers).length
  const state = getShownSaveState({
    saveState: sent,
    isConnected,
    uploads,
    undecided: undecidedCount,
    canSuggest,
  })
  const isNotSaved = state === 'not-saved'
  const textState = isNotSaved && isWorkStored && !isConnected ? 'offline' : state
  const text = t(short && isNotSaved ? `save.short.${textState}` : `save.${textState}`, {
    count: undecidedCount,
  })
  const details = t(isNotSaved && !isWorkStored ? 'save.more.tab' : `save.more.${state}`)
  if (state === 'undecided')
    return (
      <LazyTooltip label={details} multiline maw={280} events={tooltipEvents}>
        <button
          type="button"
          className={classes.line}
          data-state={state}
          data-testid="save-state"
          tabIndex={-1}
          onClick={() => void (ui.missedPanel.value = 'by-hand')}
        >
          <IconUserQuestion size={18} stroke={1.5} aria-hidden />
          <span className={short ? classes.hidden : ''}>{text}</span>
        </button>
      </LazyTooltip>
    )
  return (
    <LazyTooltip label={details} multiline maw={280} events={tooltipEvents}>
      <span
        className={classes.line}
        data-state={state}
        data-offline={textState === 'offline' || undefined}
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
        <span className={short ? (isNotSaved ? classes.short : classes.hidden) : ''}>{text}</span>
      </span>
    </LazyTooltip>
  )
}
