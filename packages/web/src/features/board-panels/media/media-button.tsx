import { Tooltip } from '@mantine/core'
import type { ElementRecord, ShownMedia } from '@tavla/canvas'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import classes from './media.module.css'

interface MediaButtonProps {
  media: ShownMedia
  record: ElementRecord
  onOpen(): void
}

/** Plays a video, or plays and pauses an animation. */
export function MediaButton({ media: { id, type, isPlaying }, record, onOpen }: MediaButtonProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const isSelected = useSignal(board.state.selection).includes(id)
  const isHovered = useSignal(board.state.hovered) === id
  const name = String(record['alt'] ?? '')
  const action = type === 'video' ? 'playVideo' : isPlaying ? 'pauseAnimation' : 'playAnimation'
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <Tooltip label={t(`media.${action}`)}>
      <button
        type="button"
        className={classes.button}
        data-type={type}
        // The button of what plays by itself would distract from it.
        data-quiet={isPlaying && !isSelected && !isHovered}
        aria-label={name === '' ? t(`media.${action}`) : t(`media.${action}Of`, { name })}
        onClick={() => (type === 'video' ? onOpen() : board.media.setPlaying(id, !isPlaying))}
      >
        <Icon size={type === 'video' ? 22 : 14} aria-hidden />
      </button>
    </Tooltip>
  )
}
